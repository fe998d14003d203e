import { hasLetterOrDigit } from '../dom/clean-text.ts';
import { isClippedAway } from './clipping.ts';
import type { Traits } from './traits.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** How many elements of a kind are tested before it counts as one without generated text. */
const tries = 2;
const maxLength = 80;

/** Results for elements with the same tag and classes: how many were tested, and whether any had generated text. */
export type Labelled = Map<string, Record<keyof Texts, { asked: number; has: boolean }>>;

type Texts = { before: string; after: string };
export const noTexts: Texts = { before: '', after: '' };

/**
 * The text that a style sheet puts before and after an element ("Step 4: "), or ''. Only text that is separated from the
 * element's own: adjoining strings are icons, quotes and tricks. Only a sample of the elements is tested, since two more style
 * queries for each would double the time of a reading.
 */
export function generatedTexts(
  element: Element,
  { tag, classNames }: Traits,
  window: Window & typeof globalThis,
  labelled: Labelled,
): Texts {
  const key = `${tag} ${classNames}`;
  let known = labelled.get(key);
  if (!known) {
    known = { before: { asked: 0, has: false }, after: { asked: 0, has: false } };
    labelled.set(key, known);
  }
  const ask = (place: keyof Texts) => {
    const state = known[place];
    if (state.asked >= tries && !state.has) return '';
    const text = textOf(window.getComputedStyle(element, `::${place}`), place);
    state.asked += 1;
    state.has ||= text !== '';
    return text;
  };
  const before = ask('before');
  const after = ask('after');
  return before === '' && after === '' ? noTexts : { before, after };
}

function textOf(style: CSSStyleDeclaration, place: keyof Texts): string {
  const { content } = style;
  if (content === 'none' || content === 'normal') return '';
  const text = /^"((?:[^"\\]|\\.)*)"$/.exec(content)?.[1]?.replace(/\\(.)/g, '$1');
  if (!text || text.length > maxLength || !hasLetterOrDigit(text)) return '';
  const isSetOff = place === 'before' ? /[\s:.)\]–—-]$/.test(text) : /^[\s:,;([–—-]/.test(text);
  const isSeen =
    style.display !== 'none' &&
    style.visibility === 'visible' &&
    style.position !== 'absolute' &&
    style.position !== 'fixed' &&
    Number(style.opacity) > VISIBILITY_THRESHOLDS.minOpacity &&
    Number.parseFloat(style.fontSize) >= VISIBILITY_THRESHOLDS.minFontSizePx &&
    !/^rgba\(.*, 0\)$/.test(style.color) &&
    !isClippedAway(style, false, () => true);
  return isSetOff && isSeen ? text : '';
}
