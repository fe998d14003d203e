import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readPageTranscript } from '../lib/page-reader/transcript/index.ts';

/**
 * Injected into a page on demand. The completion value is a promise. It resolves to an object, because browsers treat
 * null as a missing result.
 */
export default defineUnlistedScript(async () => ({
  // biome-ignore lint/style/noRestrictedGlobals: the page loads its own captions, as its video does (lib/page-reader/transcript)
  transcript: await readPageTranscript(document, (url, init) => fetch(url, init)),
}));
