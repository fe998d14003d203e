import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readPage } from '../lib/page/read.ts';

/** Injected into a page on demand; the completion value of the script is the reading. */
export default defineUnlistedScript(() => readPage(document, window));
