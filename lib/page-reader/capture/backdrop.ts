import { childrenOf, findAll, parentOf } from '../dom/dom.ts';
import { type Colour, contrast, paintOver, parseColour, white } from './contrast.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** How many elements are looked at before giving up; far more than lie around one piece of text. */
const maxLooked = 1500;
/** Elements that paint without having text. */
export const pictures = new Set(['img', 'video', 'canvas', 'svg', 'picture', 'iframe', 'object', 'embed']);

/** How many more elements may be looked at in search of a picture behind text, in the whole reading, and where those lie that were. */
export type Looks = { left: number; boxes: Map<Element, DOMRect> };
type Sight = { window: Window & typeof globalThis; looks: Looks };

/**
 * Text in the colour of its page is still seen when something else is painted behind it: a picture beside it in the
 * tree, a pseudo-element, or its own shape filled by a gradient (`background-clip: text`). `box` is the text's box in
 * the viewport, or null without layout.
 */
export function hasBackdrop(element: Element, box: DOMRect | null, colour: Colour, at: Sight): boolean {
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
    around = parentOf(around);
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
  return style.content !== 'none' && style.position === 'absolute' && stands(style, colour);
}

/** Looks at the relatives of the text, nearest first, for one that paints something where the text is. */
function liesBehind(element: Element, box: DOMRect, colour: Colour, { window, looks }: Sight): boolean {
  let looked = 0;
  let inside: Element = element;
  for (let around = parentOf(element); around && looked < maxLooked; around = parentOf(around)) {
    for (const relative of relativesIn(around, inside)) {
      looked += 1;
      looks.left -= 1;
      if (looked > maxLooked || looks.left < 0) return false;
      let place = looks.boxes.get(relative);
      if (!place) {
        place = relative.getBoundingClientRect();
        looks.boxes.set(relative, place);
      }
      if (!overlaps(place, box)) continue;
      const style = window.getComputedStyle(relative);
      if (style.visibility === 'visible' && (pictures.has(relative.localName) || stands(style, colour))) return true;
    }
    inside = around;
  }
  return false;
}

/** The elements in `around` that are neither `inside` nor in it. */
function* relativesIn(around: Element, inside: Element): Iterable<Element> {
  for (const child of childrenOf(around)) {
    if (child === inside) continue;
    yield child;
    yield* findAll(child, '*');
  }
}

/** Would text of this colour stand out from the background this style paints? */
function stands(style: CSSStyleDeclaration, colour: Colour): boolean {
  if (Number(style.opacity) < VISIBILITY_THRESHOLDS.minOpacity) return false;
  if (style.backgroundImage !== '' && style.backgroundImage !== 'none') return true;
  const background = parseColour(style.backgroundColor);
  if (background === null || background.alpha < VISIBILITY_THRESHOLDS.minOpacity) return false;
  const behind = paintOver(white, background);
  return contrast(paintOver(behind, colour), behind) >= VISIBILITY_THRESHOLDS.minContrast;
}

function overlaps(one: DOMRect, other: DOMRect): boolean {
  if (one.width < 8 || one.height < 8) return false;
  const x = (other.left + other.right) / 2;
  const y = (other.top + other.bottom) / 2;
  return one.left <= x && x <= one.right && one.top <= y && y <= one.bottom;
}
