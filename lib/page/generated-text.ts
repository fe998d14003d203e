import { isClippedAway } from './clipped.ts';
import { attribute, tagOf } from './dom.ts';

/** How many elements of a kind are asked before it counts as one without. */
const tries = 2;
const longest = 80;

/** Whether elements with this tag and these classes were found to have text from the style sheet. */
export type Labelled = Map<string, { asked: number; has: boolean }>;

/**
 * The label a style sheet puts before an element or after it ("Step 4: "), or ''. Only what is set off from the text
 * beside it: strings that would run into it are icons, quotes and tricks. Not every element is asked, since asking twice for
 * each would double the time a page takes.
 */
export function generatedText(
  element: Element,
  place: '::before' | '::after',
  window: Window & typeof globalThis,
  labelled: Labelled,
): string {
  const key = `${place} ${tagOf(element)} ${attribute(element, 'class') ?? ''}`;
  const known = labelled.get(key) ?? { asked: 0, has: false };
  if (known.asked >= tries && !known.has) return '';
  const text = textOf(window.getComputedStyle(element, place), place);
  labelled.set(key, { asked: known.asked + 1, has: known.has || text !== '' });
  return text;
}

function textOf(style: CSSStyleDeclaration, place: '::before' | '::after'): string {
  const text = /^"((?:[^"\\]|\\.)*)"$/.exec(style.content)?.[1]?.replace(/\\(.)/g, '$1');
  if (!text || text.length > longest || !/[\p{L}\p{N}]/u.test(text)) return '';
  const isSetOff = place === '::before' ? /[\s:.)\]–—-]$/.test(text) : /^[\s:,;([–—-]/.test(text);
  const isSeen =
    style.display !== 'none' &&
    style.visibility === 'visible' &&
    style.position !== 'absolute' &&
    style.position !== 'fixed' &&
    Number(style.opacity) > 0.05 &&
    Number.parseFloat(style.fontSize) >= 3 &&
    !/^rgba\(.*, 0\)$/.test(style.color) &&
    !isClippedAway(style, false);
  return isSetOff && isSeen ? text : '';
}
