/** Below these values, in CSS pixels and as shares, content is not visible or legible. */
export const VISIBILITY_THRESHOLDS = {
  minFontSizePx: 3,
  minLineHeightPx: 3,
  minWidthPx: 1,
  /** Minimum of both sides of a picture, a field or a clip. */
  minBoxSizePx: 2,
  minOpacity: 0.05,
  /** From this opacity on, content behind does not show through. */
  opaqueFrom: 0.95,
  /** Contrast ratio of text and background (WCAG 2.2). */
  minContrast: 1.12,
  /** Minimum difference in red, green or blue, 0 to 255: yellow on white has almost no contrast but is legible. */
  minChannelGap: 80,
  /** Distance from one letter to the next, as a share of their size. */
  minAdvance: 0.4,
};
