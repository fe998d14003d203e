import temml from 'temml';

/** Longer formulas take too long to render. In characters. */
const MAX_LENGTH = 2000;

/**
 * TeX as MathML, which browsers lay out with their own fonts; null if it is invalid. `trust` is off: a formula produces no links,
 * pictures, classes or styles.
 */
export function mathMl(tex: string, isDisplay: boolean): string | null {
  if (tex.length > MAX_LENGTH) return null;
  try {
    return temml.renderToString(tex, {
      displayMode: isDisplay,
      trust: false,
      throwOnError: true,
      maxExpand: 500,
      maxSize: [20, 200],
    });
  } catch {
    return null;
  }
}
