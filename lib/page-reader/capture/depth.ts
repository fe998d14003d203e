import { isRoot, parentOf } from '../dom/dom.ts';
import { isOpaque } from './contrast.ts';

/**
 * Whether this is the back of a card, which shows nothing while it is turned away. Faces of cards lie on each other, so only
 * positioned elements are asked.
 */
export function facesAway(element: Element, style: CSSStyleDeclaration, window: Window & typeof globalThis): boolean {
  if (style.backfaceVisibility !== 'hidden') return false;
  let matrix = matrixOf(style, window);
  for (let around = parentOf(element); around; around = parentOf(around)) {
    const outer = window.getComputedStyle(around);
    if (outer.transformStyle !== 'preserve-3d') break;
    matrix = matrixOf(outer, window).multiply(matrix);
  }
  return matrix.m33 < 0;
}

function matrixOf({ rotate, transform }: CSSStyleDeclaration, window: Window & typeof globalThis): DOMMatrix {
  const turned = /^([xy]) ([-\d.]+deg)$/.exec(rotate);
  const own = turned ? `rotate${turned[1]?.toUpperCase()}(${turned[2]}) ` : '';
  return new window.DOMMatrix(own + (transform === 'none' ? '' : transform));
}

/** Whether a positioned element is painted before its ancestors. */
export function isLow({ zIndex }: CSSStyleDeclaration): boolean {
  return Number(zIndex) < 0;
}

/** Whether an element with negative z-index lies behind the background of an ancestor (CSS 2, appendix E). */
export function isBehind(element: Element, own: CSSStyleDeclaration, window: Window): boolean {
  if (!isLow(own)) return false;
  for (let around = parentOf(element); around; around = parentOf(around)) {
    if (isRoot(around)) return false;
    const style = window.getComputedStyle(around);
    if (isStackingContext(style)) return false;
    if (isOpaque(style.backgroundColor)) return true;
  }
  return false;
}

/** What most elements have of the properties that make a stacking context when they are set to anything else. */
const usual = {
  zIndex: 'auto',
  opacity: '1',
  transform: 'none',
  rotate: 'none',
  scale: 'none',
  translate: 'none',
  filter: 'none',
  backdropFilter: 'none',
  perspective: 'none',
  clipPath: 'none',
  maskImage: 'none',
  mixBlendMode: 'normal',
  isolation: 'auto',
  contain: 'none',
  willChange: 'auto',
} satisfies Partial<CSSStyleDeclaration>;

/** In doubt yes: then what is in it is taken to be seen. */
function isStackingContext(style: CSSStyleDeclaration): boolean {
  if (style.position === 'fixed' || style.position === 'sticky') return true;
  return Object.entries(usual).some(([name, value]) => style[name as keyof typeof usual] !== value);
}
