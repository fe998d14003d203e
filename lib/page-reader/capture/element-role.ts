import { oneLine } from '../../text/index.ts';
import type { Mark } from '../document/inline.ts';
import { attribute, find, getChildren, getParent, getTextContent, property } from '../dom/dom.ts';
import { type Numbering, toNumbering } from '../dom/numbering.ts';
import { boxOfCode, isPreformattedCode } from './code-box.ts';
import { isDataTable } from './data-table.ts';
import { embeddedPdf } from './embedded-pdf.ts';
import {
  hasFewWords,
  isLetterOfWord,
  isPartOfNumber,
  isSetApart,
  isShortGridLine,
  isSignInNumber,
  raisedMark,
} from './inline-shape.ts';
import { hasTexSource } from './math.ts';
import type { Traits } from './view.ts';

/** How an element with content is read. */
export type ContainerRole =
  | { type: 'item' | 'quote' | 'term' | 'definition' | 'caption' }
  /** `rows`: those of a table without a box of its own, beside other boxes. */
  | { type: 'row'; rows?: ReadonlySet<Node> }
  /** `isIndented`: a style sheet indents each line. */
  | { type: 'code'; isIndented?: boolean }
  | { type: 'table'; isGrid?: boolean }
  | { type: 'text'; flow: Flow; mark: Mark | null }
  | { type: 'link'; flow: Flow }
  | { type: 'heading'; level: number }
  | { type: 'list'; numbering: Numbering; start: number; step: 1 | -1 }
  | { type: 'cell'; header: boolean; startsRow?: boolean; emptyBefore?: number };

/** How an element is read. */
export type ElementRole = ContainerRole | { type: 'skip' | 'break' | 'rule' | 'frame' } | { type: LeafType };

/** Elements that are read as a unit, regardless of what they contain. */
export type LeafType = 'image' | 'drawing' | 'canvas' | 'field' | 'math' | 'drawn-math' | 'pdf';

/** Where the element is: in a data table, in a flex row, in code. */
type RoleContext = { inTable: boolean; inRow: boolean; inCode: boolean };

const SKIPPED = new Set('script style noscript template video audio head rp datalist map progress meter'.split(' '));
const MARKS_BY_TAG: Record<string, Mark> = {
  b: { type: 'strong' },
  strong: { type: 'strong' },
  i: { type: 'emphasis' },
  em: { type: 'emphasis' },
  del: { type: 'strike' },
  s: { type: 'strike' },
  strike: { type: 'strike' },
  q: { type: 'quotation' },
  rt: { type: 'ruby' },
  button: { type: 'control' },
};
/** The "[edit]" link after every heading of a MediaWiki site. */
const WIKI_EDIT = 'mw-editsection';
/** Class names that KaTeX and MathJax 2 to 4 put on a formula they have rendered. */
const DRAWN_MATH = /(?:^|\s)(?:katex|MathJax(?:_Display|_SVG|_CHTML|_SVG_Display)?|mjx-chtml|MJXc-display)(?:\s|$)/;
const CODE_EDITOR = /(?:^|\s)(?:cm-content|CodeMirror-code|view-lines|ace_text-layer)(?:\s|$)/;

/** Class names that highlighters give to line numbers. The content must also be a number. */
const LINE_NUMBER = /(?:^|[\s_-])(?:line-?(?:no|nos|numbers?)|ln-num)(?:$|[\s_-])/i;

const BLOCK: ElementRole = { type: 'text', flow: 'block', mark: null };

const BULLETS: ElementRole = { type: 'list', numbering: 'none', start: 1, step: 1 };

/** A list with the numbers that the page shows. If CSS counters number it, the numbers come with the items. */
function orderedList(element: Element, { listStyleType }: CSSStyleDeclaration): ElementRole {
  const item = element.firstElementChild;
  const window = element.ownerDocument.defaultView;
  if (listStyleType === 'none' && item && window?.getComputedStyle(item, '::before').content.includes('counter')) {
    return BULLETS;
  }
  const isReversed = attribute(element, 'reversed') !== null;
  const first = Number.parseInt(attribute(element, 'start') ?? '', 10);
  const start = Number.isNaN(first) ? (isReversed ? getChildren(element).length : 1) : first;
  const numbering = toNumbering(attribute(element, 'type') ?? listStyleType);
  return { type: 'list', numbering, start, step: isReversed ? -1 : 1 };
}

/** Results by class names: most elements are tested, and they share their classes with others. */
const typesByClass = new Map<string, 'drawn-math' | 'code' | null>();

/** Content that scripts draw with many small boxes can only be recognized by class names. */
function typeByClass(classNames: string): 'drawn-math' | 'code' | null {
  if (classNames === '') return null;
  let type = typesByClass.get(classNames);
  if (type === undefined) {
    type = DRAWN_MATH.test(classNames) ? 'drawn-math' : CODE_EDITOR.test(classNames) ? 'code' : null;
    typesByClass.set(classNames, type);
  }
  return type;
}

/** Elements whose content is not text for the user, regardless of their style. */
export function isSkipped(tag: string): boolean {
  return SKIPPED.has(tag);
}

/** Whether the browser draws a box for this element, which is between the words before and after it. */
export function isDrawnBox(tag: string): boolean {
  return /^(?:audio|meter|progress|video)$/.test(tag);
}

/** In code only the lines matter. Line numbers and copy buttons are usually marked `user-select: none`. */
function roleInCode(element: Element, traits: Traits): ElementRole {
  const { tag, style, classNames } = traits;
  if (tag === 'br') return { type: 'break' };
  if (
    tag === 'svg' ||
    tag === 'canvas' ||
    tag === 'button' ||
    isUnselectable(element, style) ||
    (LINE_NUMBER.test(classNames) && /^\s*\d+\s*$/.test(getTextContent(element)))
  )
    return { type: 'skip' };
  return { type: 'text', flow: determineFlow(traits, false), mark: null };
}

/** Whether the element is excluded from selection although its parent is not. */
function isUnselectable(element: Element, style: CSSStyleDeclaration): boolean {
  if (!selectsNothing(style)) return false;
  const parent = getParent(element);
  const outer = parent && element.ownerDocument.defaultView?.getComputedStyle(parent);
  return !outer || !selectsNothing(outer);
}

function selectsNothing({ userSelect, webkitUserSelect }: CSSStyleDeclaration): boolean {
  return userSelect === 'none' || webkitUserSelect === 'none';
}

/** Elements whose padding is the edge of a box around letters, which may be a part of a word. */
const LITERAL = /^(?:code|kbd|samp|tt|mark|su[bp])$/;

/** The role of `element` by its ARIA role, tag and computed style. */
export function elementRole(element: Element, traits: Traits, standing: RoleContext): ElementRole {
  if (traits.classNames === WIKI_EDIT) return { type: 'skip' };
  if (standing.inCode) return roleInCode(element, traits);
  const boxFlow = determineFlow(traits, standing.inRow);
  const isWord = boxFlow === 'line' && traits.display === 'inline' && !LITERAL.test(traits.tag);
  const ownFlow = isWord && isSetApart(element, traits) ? 'spaced' : boxFlow;
  const isJoined =
    ownFlow === 'spaced' && (isLetterOfWord(element) || isSignInNumber(element) || isPartOfNumber(element));
  const flow = isJoined ? 'line' : ownFlow;
  return byAria(element, traits, flow, standing) ?? byTag(element, traits, flow, standing);
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one flat switch, a case for each element
function byTag(element: Element, traits: Traits, flow: Flow, { inTable }: RoleContext): ElementRole {
  const { tag, style, classNames } = traits;
  switch (tag) {
    case 'a':
      return { type: 'link', flow };
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return { type: 'heading', level: Number(tag[1]) };
    case 'ul':
    case 'menu':
    case 'dir':
      return isListOfSections(element) ? BLOCK : BULLETS;
    case 'ol':
      return orderedList(element, style);
    case 'li':
      return isListOfSections(getParent(element)) ? BLOCK : { type: 'item' };
    case 'dt':
      return { type: 'term' };
    case 'dd':
      return { type: 'definition' };
    case 'blockquote':
      return { type: 'quote' };
    case 'pre':
      return find(element, 'table, h1, h2, h3, h4') ? BLOCK : { type: 'code' };
    case 'table':
      return !inTable && isDataTable(element) ? { type: 'table' } : BLOCK;
    case 'iframe':
    case 'frame':
      return { type: 'frame' };
    case 'embed':
    case 'object':
      return { type: embeddedPdf(element) === null ? 'skip' : 'pdf' };
    case 'caption':
      return inTable ? { type: 'caption' } : BLOCK;
    case 'tr':
      return inTable ? { type: 'row' } : BLOCK;
    case 'td':
    case 'th':
      return inTable ? { type: 'cell', header: tag === 'th' } : { type: 'text', flow: 'spaced', mark: null };
    case 'math':
      return { type: 'math' };
    case 'svg':
      return { type: 'drawing' };
    case 'canvas':
      return { type: 'canvas' };
    case 'br':
      return { type: 'break' };
    case 'hr':
      return { type: 'rule' };
    case 'img':
      return { type: 'image' };
    case 'input':
    case 'select':
    case 'textarea':
      return { type: 'field' };
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      if (isPreformattedCode(element, style)) return { type: 'code' };
      return (flow === 'block' && boxOfCode(element, style)) || { type: 'text', flow, mark: { type: 'code' } };
    case 'sup':
      return { type: 'text', flow: 'line', mark: { type: isFootnote(element) ? 'footnote' : 'superscript' } };
    case 'sub':
      return { type: 'text', flow: 'line', mark: { type: 'subscript' } };
  }
  const specialType = tag === 'mjx-container' ? 'drawn-math' : typeByClass(classNames);
  if (specialType === 'code' || (specialType && hasTexSource(element))) return { type: specialType };
  const code = tag === 'div' ? boxOfCode(element, style) : null;
  if (code) return code;
  return {
    type: 'text',
    flow,
    mark: (!isPlainBox(element, traits) && MARKS_BY_TAG[tag]) || raisedMark(element, traits),
  };
}

/** Whether the tag only serves as a box for a number or a sign that looks like the text around it, as in prices. */
function isPlainBox(element: Element, { tag, style }: Traits): boolean {
  const isPlain = tag === 'i' ? style.fontStyle === 'normal' : tag === 'b' && style.fontWeight === '400';
  return isPlain && !/\p{L}/u.test(getTextContent(element));
}

function byAria(element: Element, { tag, role }: Traits, flow: Flow, { inTable }: RoleContext): ElementRole | null {
  switch (role) {
    case 'heading': {
      const level =
        Number.parseInt(attribute(element, 'aria-level') ?? '', 10) || Number(/^h([1-6])$/.exec(tag)?.[1] ?? 2);
      return { type: 'heading', level: Math.min(6, Math.max(1, level)) };
    }
    case 'list':
      return tag === 'ol' ? null : BULLETS;
    case 'listitem':
      return { type: 'item' };
    case 'table':
    case 'grid':
    case 'treegrid':
      return !inTable && isDataTable(element) ? { type: 'table' } : null;
    case 'row':
      return inTable ? { type: 'row' } : null;
    case 'cell':
    case 'gridcell':
      return inTable ? { type: 'cell', header: false } : null;
    case 'columnheader':
    case 'rowheader':
      return inTable ? { type: 'cell', header: true } : null;
    case 'button':
      return tag === 'a' || tag === 'summary' ? null : { type: 'text', flow, mark: { type: 'control' } };
    case 'presentation':
    case 'none':
      // Screen readers announce only the tabs of a tab list. Visually, the tabs are a list.
      if (tag === 'li' && isListOfControls(getParent(element))) return { type: 'item' };
      return tag === 'ul' || tag === 'ol' || tag === 'li' ? { type: 'text', flow, mark: null } : null;
    default:
      return null;
  }
}

/** Whether the entries of this list are sections of a document that each begin with a heading, as in Javadoc. */
function isListOfSections(list: Element | null): boolean {
  const section = list?.firstElementChild?.firstElementChild;
  return section?.localName === 'section' && /^h[1-6]$/.test(section.firstElementChild?.localName ?? '');
}

function isListOfControls(list: Element | null): boolean {
  return list !== null && /^(?:tablist|menu|menubar)$/.test(attribute(list, 'role') ?? '');
}

function isFootnote(element: Element): boolean {
  const link = /^\s*\[?\d{1,3}\]?\s*$/.test(getTextContent(element)) ? find(element, 'a[href]') : null;
  return link !== null && attribute(link, 'href')?.includes('#') === true;
}

/** Containers in which controls are the content. In an article their names would be noise. */
const WIDGETS = new Set('toolbar menubar tablist grid treegrid row listbox tree application'.split(' '));
const MAX_NAME_LENGTH = 80;

export function isWidget(role: string | null): boolean {
  return role !== null && WIDGETS.has(role);
}

/** The name of a control that shows an icon instead of words, as `[button: Archive]`, or ''. */
export function iconName(control: Element): string {
  if (getTextContent(control).trim() !== '' || find(control, 'img[alt]:not([alt=""]), input, select')) return '';
  const name = oneLine(attribute(control, 'aria-label') || (attribute(control, 'title') ?? ''), MAX_NAME_LENGTH);
  return name === '' ? '' : `[button: ${name}]`;
}

export function isControl({ role: ariaRole }: Pick<Traits, 'role'>, role: ContainerRole): boolean {
  return (
    (role.type === 'text' && role.mark?.type === 'control') ||
    (ariaRole !== null && /^(?:link|menuitem|tab|option)$/.test(ariaRole))
  );
}

/** How an element is placed among its neighbours: inline, inline with space around it, or on its own lines. */
type Flow = 'line' | 'spaced' | 'block';

const BLOCK_TAGS = new Set(
  (
    'address article aside body center details dialog div dl fieldset figcaption figure footer form frameset header ' +
    'hgroup html iframe legend main nav optgroup p search section summary table tbody tfoot thead tr'
  ).split(' '),
);

/**
 * Determines the flow from the computed style, or from the tag if there is no style. `inRow`: the parent is a flex row,
 * in which browsers compute every child as a block although they form one line.
 */
function determineFlow({ tag, display, style }: Traits, inRow: boolean): Flow {
  if (display === 'contents') return 'line';
  if (BLOCK_TAGS.has(tag)) return display.startsWith('inline') ? inlineBoxFlow(display, style) : 'block';
  if (inRow) return 'spaced';
  if (display === 'inline') return 'line';
  if (display === '' || /^(?:inline|ruby|none|table-(?:cell|column))/.test(display) || style.cssFloat === 'left') {
    return inlineBoxFlow(display, style);
  }
  return 'block';
}

/** Words separated only by padding or margin, such as badges, must not run together; single letters must. */
function inlineBoxFlow(display: string, style: CSSStyleDeclaration): Flow {
  if (display === 'table-cell') return 'spaced';
  if (!display.startsWith('inline-')) return 'line';
  const around = [style.marginLeft, style.marginRight, style.paddingLeft, style.paddingRight];
  return around.some((length) => Number.parseFloat(length) > 1) ? 'spaced' : 'line';
}

/** Longer links are cards with text of several lines. Characters. */
const MAX_LENGTH = 300;
const STRUCTURE = 'h1, h2, h3, h4, h5, h6, ul, ol, dl, table, pre, blockquote, br, [role=heading]';

/** Whether this link contains only a few words in boxes, such as a date, a label and a title. */
function isShortLink(link: Element): boolean {
  if (property(Element.prototype, link, 'firstElementChild') === null) return false;
  return find(link, STRUCTURE) === null && getTextContent(link).trim().length <= MAX_LENGTH;
}

/** The role of an element in a line that is laid out with boxes: a block is separated by a space, or not at all. */
export function inLine(role: ElementRole, flow: 'spaced' | 'line'): ElementRole {
  if (role.type !== 'text') return role;
  const isApart = role.flow === 'block' || (flow === 'line' && role.flow === 'spaced');
  // Rolling digits use `i` or `b` only for styling.
  const mark = flow === 'line' && /^(?:emphasis|strong)$/.test(role.mark?.type ?? '') ? null : role.mark;
  return isApart || mark !== role.mark ? { ...role, mark, flow: isApart ? flow : role.flow } : role;
}

/** Whether this is a link, or a row, of a few words that are read as one line. */
export function isShortRow(element: Element, role: ContainerRole, inRow: boolean, display: string): boolean {
  if (role.type === 'link') return isShortLink(element);
  return inRow ? hasFewWords(element) : display.endsWith('grid') && isShortGridLine(element);
}
