import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readDocument } from '../lib/page/read-document.ts';

/** Injected into a page on demand; the completion value of the script is the reading. */
export default defineUnlistedScript(() => readDocument(document, window));
