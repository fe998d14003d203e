/** Content below these values is invisible or illegible. CSS pixels, and shares from 0 to 1. */
export const VISIBILITY_THRESHOLDS = {
  minFontSizePx: 3,
  minLineHeightPx: 3,
  minWidthPx: 1,
  /** Minimum width and height of a picture, a field or a clip. */
  minBoxSizePx: 2,
  minOpacity: 0.05,
  /** At this opacity or more, the content behind does not show through. */
  opaqueFrom: 0.95,
  /** Contrast ratio of text and background (WCAG 2.2). */
  minContrast: 1.12,
  /** Minimum difference in red, green or blue, 0 to 255: yellow on white has almost no contrast but is legible. */
  minChannelGap: 80,
  /** Minimum distance from one letter to the next, as a share of the font size. */
  minAdvance: 0.4,
};
