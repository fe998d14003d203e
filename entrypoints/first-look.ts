import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { showRemembered } from '../lib/extension/show-appearance.ts';
import { followDirection } from '../lib/extension/text-direction.ts';

/** In the head of our pages, before anything is painted: the theme, so that none flashes by, and the direction of the writing. */
export default defineUnlistedScript(() => {
  followDirection();
  showRemembered();
});
