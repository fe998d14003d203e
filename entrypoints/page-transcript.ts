import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { readTranscript } from '../lib/page-reader/transcript/index.ts';

/** Injected into a page on demand; the completion value is a promise. An object, since browsers take null for no answer. */
export default defineUnlistedScript(async () => ({
  transcript: await readTranscript(document, (url, init) => fetch(url, init)),
}));
