import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { answerFormRequest } from '../lib/page-actions/index.ts';

/**
 * Injected into the frames of a page on demand; the completion value of the script are the forms of the frame's document. The first
 * one that was injected answers, because it knows the elements that were listed.
 */
export default defineUnlistedScript(() => {
  globalThis.answerFormRequest ??= answerFormRequest;
  return globalThis.answerFormRequest({ type: 'list' });
});
