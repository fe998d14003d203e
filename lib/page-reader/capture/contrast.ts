import { findAll, getChildren, getParent } from '../dom/dom.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Colour = { red: number; green: number; blue: number; alpha: number };

export const WHITE: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };

/** Red, green and blue in linear light, 0 to 1. */
type Linear = readonly [number, number, number];

const NOTATION =
  /^(?:(rgba?|oklab|oklch|lab|lch)\(|color\((srgb-linear|srgb|display-p3|a98-rgb|prophoto-rgb|rec2020) )/;

/**
 * Parses a computed CSS colour; null for an unsupported notation. Browsers keep `oklch()` and similar functions in
 * computed values (CSS Color 4, "serializing"). Wide gamuts are treated as sRGB, which is accurate enough to compare
 * contrast.
 */
export function parseColour(css: string): Colour | null {
  const [start, name, space] = NOTATION.exec(css) ?? [];
  if (start === undefined) return css === 'transparent' ? { red: 0, green: 0, blue: 0, alpha: 0 } : null;
  const numbers = css.slice(start.length).match(/none|[\d.e+-]+/g) ?? [];
  const [one, two, three, alpha = 1] = numbers.map((number) => (number === 'none' ? 0 : Number(number)));
  if (one === undefined || two === undefined || three === undefined) return null;
  const rgb = (red: number, green: number, blue: number) => ({ red, green, blue, alpha });
  const light = ([red, green, blue]: Linear) => rgb(encoded(red), encoded(green), encoded(blue));
  const polar = (hue: number) =>
    [two * Math.cos((hue * Math.PI) / 180), two * Math.sin((hue * Math.PI) / 180)] as const;
  switch (name ?? space) {
    case 'rgb':
    case 'rgba':
      return rgb(one, two, three);
    case 'oklab':
      return light(linearOfOklab(one, two, three));
    case 'oklch':
      return light(linearOfOklab(one, ...polar(three)));
    case 'lab':
      return light(linearOfLab(one, two, three));
    case 'lch':
      return light(linearOfLab(one, ...polar(three)));
    case 'srgb-linear':
      return light([one, two, three]);
    default:
      return rgb(one * 255, two * 255, three * 255);
  }
}

/** Converts linear light to an sRGB value, 0 to 255. */
function encoded(light: number): number {
  const channel = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.min(1, Math.max(0, channel)) * 255;
}

/** Björn Ottosson, "A perceptual color space for image processing". */
function linearOfOklab(lightness: number, a: number, b: number): Linear {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** CIE Lab under D50, to linear sRGB (CSS Color 4, sample code). */
function linearOfLab(lightness: number, a: number, b: number): Linear {
  const fy = (lightness + 16) / 116;
  const part = (f: number) => (f > 6 / 29 ? f ** 3 : (116 * f - 16) / 903.3);
  const [x, y, z] = [0.9642956764 * part(fy + a / 500), part(fy), 0.8251046025 * part(fy - b / 200)];
  return [
    3.1338561 * x - 1.6168667 * y - 0.4906146 * z,
    -0.9787684 * x + 1.9161415 * y + 0.033454 * z,
    0.0719453 * x - 0.2289914 * y + 1.4052427 * z,
  ];
}

/** The colors in a computed value such as a gradient or a shadow. */
export function coloursIn(css: string): string[] {
  return css.match(/(?:rgba?|oklab|oklch|lab|lch|color)\([^)]*\)/g) ?? [];
}

/** Whether a computed colour is practically opaque. */
export function isOpaque(css: string): boolean {
  return (parseColour(css)?.alpha ?? 0) > VISIBILITY_THRESHOLDS.opaqueFrom;
}

/** The resulting colour if `top` is painted on the opaque `bottom`. */
export function paintOver(bottom: Colour, top: Colour): Colour {
  const mix = (below: number, above: number) => below * (1 - top.alpha) + above * top.alpha;
  return {
    red: mix(bottom.red, top.red),
    green: mix(bottom.green, top.green),
    blue: mix(bottom.blue, top.blue),
    alpha: 1,
  };
}

/** Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(one: Colour, other: Colour): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The largest difference between two colors in red, green or blue, 0 to 255. */
export function channelGap(one: Colour, other: Colour): number {
  return Math.max(Math.abs(one.red - other.red), Math.abs(one.green - other.green), Math.abs(one.blue - other.blue));
}

function luminance({ red, green, blue }: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Maximum number of elements to test, far more than usually surround one piece of text. */
const MAX_TESTED = 1500;
/** Elements that paint without containing text. */
export const PICTURES = new Set(['img', 'video', 'canvas', 'svg', 'picture', 'iframe', 'object', 'embed']);

/**
 * `left`: how many more elements may be tested for a picture behind text in this reading. `boxes`: the boxes of those
 * already tested.
 */
export type BackdropSearch = { left: number; boxes: Map<Element, DOMRect> };
type SearchContext = { window: Window & typeof globalThis; backdrops: BackdropSearch };

/**
 * Whether something is painted behind text that has the color of its page, which makes the text visible: a picture
 * beside it in the tree, a pseudo-element, or the letters themselves filled with a gradient (`background-clip: text`).
 * `box` is the text's box in the viewport, or null without layout.
 */
export function hasBackdrop(element: Element, box: DOMRect | null, colour: Colour, at: SearchContext): boolean {
  const { window } = at;
  let around: Element | null = element;
  for (let level = 0; around && level < 6; level += 1) {
    const style = window.getComputedStyle(around);
    if (style.backgroundClip === 'text' && style.backgroundImage !== 'none') return true;
    if (
      colour.alpha > 0 &&
      box &&
      (isPainted(around, '::before', colour, window) || isPainted(around, '::after', colour, window))
    ) {
      return true;
    }
    around = getParent(around);
  }
  return colour.alpha > 0 && box !== null && liesBehind(element, box, colour, at);
}

function isPainted(
  element: Element,
  pseudo: '::before' | '::after',
  colour: Colour,
  window: Window & typeof globalThis,
): boolean {
  const style = window.getComputedStyle(element, pseudo);
  return style.content !== 'none' && style.position === 'absolute' && isReadableOn(style, colour);
}

/** Searches the elements around the text, nearest first, for one that is painted behind it. */
function liesBehind(element: Element, box: DOMRect, colour: Colour, { window, backdrops }: SearchContext): boolean {
  let tested = 0;
  let inside: Element = element;
  for (let around = getParent(element); around && tested < MAX_TESTED; around = getParent(around)) {
    for (const relative of relativesIn(around, inside)) {
      tested += 1;
      backdrops.left -= 1;
      if (tested > MAX_TESTED || backdrops.left < 0) return false;
      let place = backdrops.boxes.get(relative);
      if (!place) {
        place = relative.getBoundingClientRect();
        backdrops.boxes.set(relative, place);
      }
      if (!overlaps(place, box)) continue;
      const style = window.getComputedStyle(relative);
      if (style.visibility === 'visible' && (PICTURES.has(relative.localName) || isReadableOn(style, colour)))
        return true;
    }
    inside = around;
  }
  return false;
}

/** The elements in `around` that are neither `inside` nor its descendants. */
function* relativesIn(around: Element, inside: Element): Iterable<Element> {
  for (const child of getChildren(around)) {
    if (child === inside) continue;
    yield child;
    yield* findAll(child, '*');
  }
}

/** Whether text of this colour is visible on the background that this style paints. */
function isReadableOn(style: CSSStyleDeclaration, colour: Colour): boolean {
  if (Number(style.opacity) < VISIBILITY_THRESHOLDS.minOpacity) return false;
  if (style.backgroundImage !== '' && style.backgroundImage !== 'none') return true;
  const background = parseColour(style.backgroundColor);
  if (background === null || background.alpha < VISIBILITY_THRESHOLDS.minOpacity) return false;
  const behind = paintOver(WHITE, background);
  return contrast(paintOver(behind, colour), behind) >= VISIBILITY_THRESHOLDS.minContrast;
}

function overlaps(one: DOMRect, other: DOMRect): boolean {
  if (one.width < 8 || one.height < 8) return false;
  const x = (other.left + other.right) / 2;
  const y = (other.top + other.bottom) / 2;
  return one.left <= x && x <= one.right && one.top <= y && y <= one.bottom;
}
