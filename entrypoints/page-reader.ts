import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { captureDom } from '../lib/page-reader/capture/index.ts';

/** Injected into a page on demand. The completion value of the script is the capture, as JSON. */
export default defineUnlistedScript(async () => JSON.stringify((await captureDom(document, window)).capture));
