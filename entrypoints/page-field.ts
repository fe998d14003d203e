import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { answerFieldRequest, locateFocus } from '../lib/page-actions/index.ts';

/** Injected into a page on demand. The completion value of the script is where the focus of the frame is. */
export default defineUnlistedScript(() => {
  globalThis.answerFieldRequest ??= answerFieldRequest;
  return locateFocus(document);
});
