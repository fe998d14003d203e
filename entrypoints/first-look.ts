import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { followDirection } from '../lib/browser/direction.ts';
import { showRemembered } from '../lib/browser/show-appearance.ts';

/** In the head of our pages, before anything is painted: the theme, so that none flashes by, and the direction of the writing. */
export default defineUnlistedScript(() => {
  followDirection();
  showRemembered();
});
