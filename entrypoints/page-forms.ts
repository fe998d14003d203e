import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { answerFormRequest, listForms } from '../lib/page-actions/index.ts';

/** Injected into all frames of a page on demand; the completion value of the script are the forms of the frame's document. */
export default defineUnlistedScript(() => {
  globalThis.answerFormRequest ??= answerFormRequest;
  return listForms(document);
});
