import { find, getChildren, getTextContent, property } from '../dom/dom.ts';

/** Whether this is code on several lines although the page does not use `pre`. */
export function isPreformattedCode(element: Element, style: CSSStyleDeclaration): boolean {
  return style.whiteSpace?.startsWith('pre') === true && getTextContent(element).trim().includes('\n');
}

/** How many lines of a box are searched for an indentation. */
const MAX_LINES_TRIED = 12;
const NO_CODE = 'a, h1, h2, h3, h4, h5, h6, table, ul, ol, img, input, button, p';

/**
 * The role of a box whose children are lines of code, or null. It is code if the font is monospaced and some lines are
 * indented.
 */
export function boxOfCode(element: Element, style: CSSStyleDeclaration): { type: 'code'; isIndented?: boolean } | null {
  const first = property(Element.prototype, element, 'firstElementChild');
  if (!first || !property(Element.prototype, first, 'nextElementSibling') || !isMonospaced(style.fontFamily))
    return null;
  const lines = getChildren(element);
  let isIndented = false;
  for (let index = 1; index < Math.min(lines.length, MAX_LINES_TRIED) && !isIndented; index += 1) {
    isIndented = /^[ \u00a0\t]{2,}(?:\S|$)/.test(firstTextIn(lines[index]));
  }
  if (!isIndented && firstTextIn(lines[0]).trim() === '') return null;
  if (find(element, NO_CODE) !== null) return null;
  const keepsSpaces = [style, styleOfText(first)].some((each) => each?.whiteSpace?.startsWith('pre'));
  if (isIndented && (keepsSpaces || /\u00a0/.test(getTextContent(element)))) return { type: 'code' };
  return haveIndentation([...lines]) ? { type: 'code', isIndented: true } : null;
}

/** Results by the value of `font-family`, since most elements share theirs. */
const monospacedFonts = new Map<string, boolean>();

export function isMonospaced(fontFamily = ''): boolean {
  let isMono = monospacedFonts.get(fontFamily);
  if (isMono === undefined) {
    isMono = /\bmono|courier|consolas|menlo/i.test(fontFamily);
    monospacedFonts.set(fontFamily, isMono);
  }
  return isMono;
}

/** The first text of a line, '' if anything else is before it. Line numbers that cannot be selected are not text. */
function firstTextIn(line: Element | undefined): string {
  let first: Node | null = line?.firstChild ?? null;
  if (first?.nodeType === 1 && isLineNumber(first as Element)) first = first.nextSibling;
  while (first?.nodeType === 1) first = first.firstChild;
  return first?.nodeType === 3 ? (first as Text).data : '';
}

/** The style of the last box in a line, which holds the code if a line number is before it. */
function styleOfText({ lastElementChild }: Element): CSSStyleDeclaration | null {
  return lastElementChild?.ownerDocument.defaultView?.getComputedStyle(lastElementChild) ?? null;
}

function isLineNumber(element: Element): boolean {
  if (!/^\s*\d+\s*$/.test(getTextContent(element))) return false;
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  return style?.userSelect === 'none' || style?.webkitUserSelect === 'none';
}

/** Whether style sheets indent some of these lines of code: the first line is not indented, and another one is. */
function haveIndentation(lines: readonly Element[]): boolean {
  const sample = lines.slice(0, MAX_LINES_TRIED);
  if (sample.length < MIN_LINES || !sample.every(isLineOfCode)) return false;
  const indents = sample.map(measureIndentation);
  return indents[0] === 0 && indents.some((indent) => indent >= MIN_INDENT);
}

/** Whether the element holds one line: a few words, and no elements other than spans. */
function isLineOfCode(element: Element): boolean {
  const { length } = getTextContent(element).trim();
  return length > 0 && length <= MAX_LINE && find(element, ':not(span)') === null;
}

/** The indentation of a line of code by its padding or margin, in characters. */
export function measureIndentation(line: Element): number {
  const style = line.ownerDocument.defaultView?.getComputedStyle(line);
  if (!style) return 0;
  const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.marginLeft);
  return Math.round(padding / (Number.parseFloat(style.fontSize) * WIDTH_OF_LETTER)) || 0;
}

const MIN_INDENT = 2;
const MIN_LINES = 3;
const MAX_LINE = 120;
/** Width of a character of code, in font sizes. */
const WIDTH_OF_LETTER = 0.6;
