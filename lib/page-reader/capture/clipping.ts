import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** Larger than any box on a page, in CSS pixels. */
const BEYOND_PAGE_PX = 5000;

/**
 * Whether the element's own style hides all of it: clipped, masked, or filtered away. Takes a computed style; `clip`
 * only applies to positioned boxes. Blurred pictures count as visible, blurred text does not: `hasText` is only called
 * for blurred elements.
 */
export function isClippedAway(style: CSSStyleDeclaration, isPositioned: boolean, hasText: () => boolean): boolean {
  return (
    (isPositioned && style.clip !== '' && style.clip !== 'auto' && isEmptyClip(style.clip)) ||
    (isSet(style.clipPath) && isEmptyClipPath(style.clipPath)) ||
    (isSet(style.filter) && isFilteredAway(style.filter, Number.parseFloat(style.fontSize), hasText)) ||
    (isSet(style.maskImage) && (isEmptyMask(style.maskImage) || isEmptySize(style.maskSize)))
  );
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '' && value !== 'none';
}

/** Whether the legacy `clip: rect(top, right, bottom, left)` is empty. */
function isEmptyClip(clip: string): boolean {
  const [top, right, bottom, left] = numbersIn(clip);
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return false;
  return right - left <= VISIBILITY_THRESHOLDS.minBoxSizePx || bottom - top <= VISIBILITY_THRESHOLDS.minBoxSizePx;
}

function isEmptyClipPath(path: string): boolean {
  const numbers = numbersIn(path);
  const [first] = numbers;
  // The smallest path with an area has a start point and one step along each axis.
  if (path.startsWith('path(')) return numbers.length < 4;
  if (first === undefined) return false;
  if (path.startsWith('circle(') || path.startsWith('ellipse('))
    return numbers.slice(0, 2).some((radius) => radius <= 0);
  if (path.startsWith('polygon('))
    return isFlat(numbers.filter((_, at) => at % 2 === 0)) || isFlat(numbers.filter((_, at) => at % 2 === 1));
  if (!path.startsWith('inset(')) return false;
  const lengths = numbersIn(path.split('round', 1)[0] ?? '');
  // Without a percentage, only lengths larger than any box prove that everything is clipped.
  if (!path.includes('%')) return lengths.some((length) => length >= BEYOND_PAGE_PX);
  const [top, right = top, bottom = top, left = right] = lengths;
  return (top ?? 0) + (bottom ?? 0) >= 99 || (right ?? 0) + (left ?? 0) >= 99;
}

/**
 * Whether the filter hides everything or makes text illegible. Brightness and contrast leave black on white unchanged.
 */
function isFilteredAway(filter: string, fontSize: number, hasText: () => boolean): boolean {
  for (const [, name, value = '', percent] of filter.matchAll(/(opacity|blur)\(([\d.e-]+)(%?)/g)) {
    const amount = Number(value) / (percent ? 100 : 1);
    if (name === 'blur' ? amount >= fontSize / 4 && hasText() : amount < VISIBILITY_THRESHOLDS.minOpacity) return true;
  }
  return false;
}

/** Whether the mask is a gradient with only transparent colours. */
function isEmptyMask(mask: string): boolean {
  if (mask.includes('url(') || !mask.includes('gradient(')) return false;
  const colours = mask.match(/rgba?\([^)]*\)|transparent/g) ?? [];
  return (
    colours.length > 0 &&
    colours.every((colour) => colour === 'transparent' || /^rgba\(.*,\s*0(?:\.0\d*)?\)$/.test(colour))
  );
}

/** Whether the size is empty in every layer of the mask. */
function isEmptySize(size: string | undefined): boolean {
  return size !== undefined && size !== '' && size.split(',').every((layer) => /(?:^|\s)0(?:px|%)/.test(layer));
}

function isFlat(values: readonly number[]): boolean {
  return values.length > 0 && Math.max(...values) - Math.min(...values) <= VISIBILITY_THRESHOLDS.minBoxSizePx;
}

function numbersIn(css: string): number[] {
  return (css.match(/-?\d*\.?\d+(?:e[+-]?\d+)?/g) ?? []).map(Number);
}
