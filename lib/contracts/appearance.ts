import * as z from 'zod';

/** Appearance of our pages. `system` follows the browser; sizes are shares of the browser's text size. */
export const Appearance = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  textSize: z.enum(['small', 'normal', 'large', 'larger']),
});
export type Appearance = z.infer<typeof Appearance>;

export const DEFAULT_APPEARANCE: Appearance = { theme: 'system', density: 'comfortable', textSize: 'normal' };
