import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readFacts } from '../lib/page-reader/capture/index.ts';

/** Injected into a page on demand. The completion value of the script is the page's metadata. */
export default defineUnlistedScript(() => readFacts(document));
