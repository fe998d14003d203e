import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { findSensitiveFields } from '../lib/page-reader/capture/index.ts';

/** Injected into all frames of a page on demand. The completion value tells whether it has a field for a secret. */
export default defineUnlistedScript(() => findSensitiveFields(document));
