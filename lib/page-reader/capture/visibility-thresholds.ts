/** Below these, in CSS pixels and as shares, nothing is visible or legible. */
export const VISIBILITY_THRESHOLDS = {
  minFontSizePx: 3,
  minLineHeightPx: 3,
  minWidthPx: 1,
  /** Both sides of a picture, a field or a clip. */
  minBoxSizePx: 2,
  minOpacity: 0.05,
  /** From which on nothing shines through. */
  opaqueFrom: 0.95,
  /** WCAG 2.2, of text and what is behind it. */
  minContrast: 1.12,
  /** Of red, green or blue, 0 to 255: yellow on white has next to no contrast, and is read all the same. */
  minChannelGap: 80,
  /** From one letter to the next, as a share of their size. */
  minAdvance: 0.4,
};
