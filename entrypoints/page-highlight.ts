import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { answerHighlightRequest } from '../lib/page-highlight/index.ts';

/** Injected into a page to show one of its passages, or while the panel shows a checked answer about it. */
export default defineUnlistedScript(() => {
  globalThis.answerHighlightRequest ??= answerHighlightRequest;
  return true;
});
