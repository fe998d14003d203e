import { fakeBrowser } from 'wxt/testing/fake-browser';

/** Imported first by tests whose modules use the extension API: wxt reads a setting where it is defined. */
const scope = globalThis as { chrome?: object };
scope.chrome = { ...fakeBrowser, ...scope.chrome };
