import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { followDirection, showRemembered } from '../lib/extension/index.ts';

/** In the head of our pages, before anything is painted: the theme, so that none flashes by, and the direction of the writing. */
export default defineUnlistedScript(() => {
  followDirection();
  showRemembered();
});
