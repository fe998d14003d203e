import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** Longer than the content of any page is wide or high at one place. CSS pixels. */
const farther = 5000;

/**
 * Does the element's own style leave nothing of it to see: clipped away, masked, or filtered to nothing?
 * Takes a computed style; `clip` counts for positioned boxes only. Blurred pictures are seen, and are soon clear; blurred text cannot
 * be read: `hasText` is asked where something is blurred.
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

/** The old `clip: rect(top, right, bottom, left)`. */
function isEmptyClip(clip: string): boolean {
  const [top, right, bottom, left] = numbersIn(clip);
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return false;
  return right - left <= VISIBILITY_THRESHOLDS.minBoxSizePx || bottom - top <= VISIBILITY_THRESHOLDS.minBoxSizePx;
}

function isEmptyClipPath(path: string): boolean {
  const numbers = numbersIn(path);
  const [first] = numbers;
  // The least that has an area: a point, a way along one axis, one along the other.
  if (path.startsWith('path(')) return numbers.length < 4;
  if (first === undefined) return false;
  if (path.startsWith('circle(') || path.startsWith('ellipse('))
    return numbers.slice(0, 2).some((radius) => radius <= 0);
  if (path.startsWith('polygon('))
    return isFlat(numbers.filter((_, at) => at % 2 === 0)) || isFlat(numbers.filter((_, at) => at % 2 === 1));
  if (!path.startsWith('inset(')) return false;
  const lengths = numbersIn(path.split('round', 1)[0] ?? '');
  // Without the box, only lengths that no box has tell.
  if (!path.includes('%')) return lengths.some((length) => length >= farther);
  const [top, right = top, bottom = top, left = right] = lengths;
  return (top ?? 0) + (bottom ?? 0) >= 99 || (right ?? 0) + (left ?? 0) >= 99;
}

/** Nothing of it let through, or letters made a cloud. Brightness and contrast leave black on white what it is. */
function isFilteredAway(filter: string, fontSize: number, hasText: () => boolean): boolean {
  for (const [, name, value = '', percent] of filter.matchAll(/(opacity|blur)\(([\d.e-]+)(%?)/g)) {
    const amount = Number(value) / (percent ? 100 : 1);
    if (name === 'blur' ? amount >= fontSize / 4 && hasText() : amount < VISIBILITY_THRESHOLDS.minOpacity) return true;
  }
  return false;
}

/** A gradient whose every colour lets nothing through. */
function isEmptyMask(mask: string): boolean {
  if (mask.includes('url(') || !mask.includes('gradient(')) return false;
  const colours = mask.match(/rgba?\([^)]*\)|transparent/g) ?? [];
  return (
    colours.length > 0 &&
    colours.every((colour) => colour === 'transparent' || /^rgba\(.*,\s*0(?:\.0\d*)?\)$/.test(colour))
  );
}

/** Of every layer of a mask. */
function isEmptySize(size: string | undefined): boolean {
  return size !== undefined && size !== '' && size.split(',').every((layer) => /(?:^|\s)0(?:px|%)/.test(layer));
}

function isFlat(values: readonly number[]): boolean {
  return values.length > 0 && Math.max(...values) - Math.min(...values) <= VISIBILITY_THRESHOLDS.minBoxSizePx;
}

function numbersIn(css: string): number[] {
  return (css.match(/-?\d*\.?\d+(?:e[+-]?\d+)?/g) ?? []).map(Number);
}
