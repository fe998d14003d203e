import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { answerTranslationRequest } from '../lib/page-translation/index.ts';

/** Injected into a page when the user asks for its translation. */
export default defineUnlistedScript(() => {
  globalThis.answerTranslationRequest ??= answerTranslationRequest;
  return true;
});
