import { fakeBrowser } from 'wxt/testing/fake-browser';

/** Import this first in tests whose modules use the extension API, since wxt reads a setting when it is defined. */
const scope = globalThis as { chrome?: object };
scope.chrome = { ...fakeBrowser, ...scope.chrome };
