import { oneLine } from '../../text/index.ts';
import { attribute, boxOf, findAll, isRendered, textOf } from '../dom/dom.ts';

/** Ticks, crosses and boxes with them. */
const tick = /^[\u2610-\u2612\u2705\u2713-\u2718\u274C\u274E]\uFE0F?$/;
const stars = /^[\s\u2605\u2606\u2729\u272D\u272E\u2B50]*$/;
const maxNameLength = 80;
/** Longer text that is out of sight is no name of a sign. Characters, and elements that are looked at. */
const unseen = { maxLength: 30, maxElements: 8 };

/** Whether generated text is a sign that says yes or no. */
export function isTick(text: string): boolean {
  return tick.test(text.trim());
}

/** The sign of an added or removed line that a style sheet puts before it, or ''. */
export function diffSign(content: string): string {
  return /^\s*[+\-−]\s*$/.test(content) ? content.trim() : '';
}

/** The name of something drawn that is marked as a picture, such as a row of stars, or '' if it shows words of its own. */
export function drawingName(element: Element): string {
  if (!stars.test(textOf(element))) return '';
  return nameOf(element, maxNameLength);
}

function nameOf(element: Element, maxLength: number): string {
  return oneLine(attribute(element, 'aria-label') || (attribute(element, 'title') ?? ''), maxLength);
}

/**
 * What an empty cell says by a sign: what a style sheet writes into it, or the name of its drawing that is there for screen
 * readers only, a few words; else ''.
 */
export function signInCell(cell: Element, window: Window): string {
  const inside = [...findAll(cell, '*')].slice(0, unseen.maxElements);
  for (const element of [cell, ...inside]) {
    for (const place of ['::before', '::after']) {
      const text = /^"(.{1,3})"$/u.exec(window.getComputedStyle(element, place).content)?.[1] ?? '';
      if (isTick(text) || /^[+\-−–—×]$/.test(text)) return text;
    }
  }
  const text = textOf(cell).trim();
  const [only, second] = inside;
  if (text === '' && only && !second && isDrawing(only)) return nameOf(only, unseen.maxLength);
  if (text === '' || text.length > unseen.maxLength || !inside.some(isDrawing)) return '';
  const names = inside.filter((element) => element.firstElementChild === null && textOf(element).trim() !== '');
  return names.every(isRendered) ? oneLine(text, unseen.maxLength) : '';
}

/** Whether a control can be used and is chosen, as a note, or ''. */
export function stateOf(control: Element): string {
  if (attribute(control, 'disabled') !== null || attribute(control, 'aria-disabled') === 'true') return '(unavailable)';
  const isChosen = ['aria-pressed', 'aria-checked'].some((name) => attribute(control, name) === 'true');
  return isChosen ? '(selected)' : '';
}

function isDrawing(element: Element): boolean {
  const { width, height } = boxOf(element);
  return /^(?:svg|img|i)$/.test(element.localName) && width > 2 && height > 2;
}
