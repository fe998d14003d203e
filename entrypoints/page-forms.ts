import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { answerFormRequest } from '../lib/page-actions/index.ts';

/**
 * Injected into the frames of a page on demand. The completion value of the script contains the forms of the frame's
 * document. The script that was injected first answers, because it knows the elements that were listed.
 */
export default defineUnlistedScript(() => {
  globalThis.answerFormRequest ??= answerFormRequest;
  return globalThis.answerFormRequest({ type: 'list' });
});
