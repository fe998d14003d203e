import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { findSensitiveFields } from '../lib/page-reader/capture/index.ts';

/** Injected into all frames of a page on demand. Its completion value is whether the frame has a field for a secret. */
export default defineUnlistedScript(() => findSensitiveFields(document));
