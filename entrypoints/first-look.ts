import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { applyTextDirection, showStoredAppearance } from '../lib/extension/index.ts';

/** Runs in the head of extension pages before the first paint. Sets the theme and text direction to avoid a flash. */
export default defineUnlistedScript(() => {
  applyTextDirection();
  showStoredAppearance();
});
