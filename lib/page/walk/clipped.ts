/** A box this small shows nothing one could read. CSS pixels. */
const tiny = 2;

/**
 * Does the element's own style leave nothing of it to see: clipped away, masked, or filtered to nothing?
 * Takes a computed style; `clip` counts for positioned boxes only.
 */
export function isClippedAway(style: CSSStyleDeclaration, isPositioned: boolean): boolean {
  return (
    (isPositioned && style.clip !== '' && style.clip !== 'auto' && isEmptyClip(style.clip)) ||
    (isSet(style.clipPath) && isEmptyClipPath(style.clipPath)) ||
    (isSet(style.filter) && /opacity\((?:0(?:\.0\d*)?%?|[0-4]%)\)/.test(style.filter)) ||
    (isSet(style.maskImage) && isEmptyMask(style.maskImage))
  );
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '' && value !== 'none';
}

/** The old `clip: rect(top, right, bottom, left)`. */
function isEmptyClip(clip: string): boolean {
  const [top, right, bottom, left] = numbersIn(clip);
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return false;
  return right - left <= tiny || bottom - top <= tiny;
}

function isEmptyClipPath(path: string): boolean {
  const numbers = numbersIn(path);
  const [first] = numbers;
  if (first === undefined) return false;
  if (path.startsWith('circle(') || path.startsWith('ellipse('))
    return numbers.slice(0, 2).some((radius) => radius <= 0);
  if (path.startsWith('polygon('))
    return isFlat(numbers.filter((_, at) => at % 2 === 0)) || isFlat(numbers.filter((_, at) => at % 2 === 1));
  if (!path.startsWith('inset(') || !path.includes('%')) return false;
  const [top, right = top, bottom = top, left = right] = numbersIn(path.split('round', 1)[0] ?? '');
  return (top ?? 0) + (bottom ?? 0) >= 99 || (right ?? 0) + (left ?? 0) >= 99;
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

function isFlat(values: readonly number[]): boolean {
  return values.length > 0 && Math.max(...values) - Math.min(...values) <= tiny;
}

function numbersIn(css: string): number[] {
  return (css.match(/-?\d*\.?\d+(?:e[+-]?\d+)?/g) ?? []).map(Number);
}
