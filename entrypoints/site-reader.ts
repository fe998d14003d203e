import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { captureSite } from '../lib/page-reader/sites/index.ts';

/** The page reader for sites with their own reader. */
export default defineUnlistedScript(async () => JSON.stringify(await captureSite(document, window)));
