import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { captureSite } from '../lib/page-reader/sites/index.ts';

/** The page reader of sites that keep their content in places we know. */
export default defineUnlistedScript(async () => JSON.stringify(await captureSite(document, window)));
