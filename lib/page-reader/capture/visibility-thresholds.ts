/** Below these, in CSS pixels and as shares, nothing is seen or legible. */
export const least = {
  fontSize: 3,
  lineHeight: 3,
  width: 1,
  /** Both sides of a picture, a field or a clip. */
  boxSize: 2,
  opacity: 0.05,
  /** From which on nothing shines through. */
  opaque: 0.95,
  /** WCAG 2.2, of text and what is behind it. */
  contrast: 1.12,
  /** Of red, green or blue, 0 to 255: yellow on white has next to no contrast, and is read all the same. */
  channelGap: 80,
  /** From one letter to the next, as a share of their size. */
  advance: 0.4,
};
