import { computeAccessibleDescription, computeAccessibleName } from 'dom-accessibility-api';
import { shownParent, textBefore } from '../../page-reader/capture/index.ts';
import {
  attribute,
  findAll,
  getTagName,
  getTextContent,
  isRendered,
  matches,
  oneLine,
} from '../../page-reader/dom/index.ts';
import type { Control } from './controls.ts';

const MAX_NAME = 100;
const MAX_HINT = 200;

/** The accessible name of an element, without the marks that forms append. '' if it has none. */
export function accessibleName(element: Element): string {
  return cleanLabel(rawName(element));
}

function rawName(element: Element): string {
  try {
    return computeAccessibleName(element) || (isRendered(element) ? '' : nameHidden(element));
  } catch {
    // A page can shadow properties that the library reads.
    return attribute(element, 'aria-label') ?? '';
  }
}

/** The name of a control that something else draws: it has no accessible name itself, because it is hidden. */
function nameHidden(element: Element): string {
  const labels = [...((element as HTMLInputElement).labels ?? [])].map(
    (label) => label.innerText ?? label.textContent ?? '',
  );
  return attribute(element, 'aria-label') ?? labels.join(' ');
}

export function cleanLabel(text: string): string {
  return oneLine(text, MAX_NAME).replace(/^[\s*]+|[\s:*：＊]+$/g, '');
}

/** The name of a control on the page, and whether a mark after the name says that the control is required. */
export function nameControl(control: Control): { label: string; isMarked: boolean } {
  const { element, members } = control;
  const isGroup = control.kind === 'radios' || control.kind === 'checkboxes';
  const candidates = isGroup ? groupNames(element, members) : controlNames(control);
  const texts = candidates.filter((text) => cleanLabel(text) !== '');
  // A mark, such as a currency before a field, is no name if there are words.
  const raw = texts.find(hasWords) ?? texts[0] ?? '';
  return { label: cleanLabel(raw), isMarked: /[*＊]\s*:?\s*$/.test(oneLine(raw, MAX_NAME)) };
}

function controlNames({ element, kind }: Control): string[] {
  const whole = rawName(element);
  // The text of a closed list is its value, which some pages include in its name.
  const text = kind === 'combobox' ? cleanLabel(element.textContent ?? '') : '';
  const isValue = text !== '' && cleanLabel(whole) === text;
  const own = text === '' || isValue ? whole : whole.replace(text, '');
  const placeholder = readPlaceholder(element);
  const isPlaceholder = placeholder !== '' && cleanLabel(own) === cleanLabel(placeholder);
  const isNamed = !isValue && !isPlaceholder && hasWords(own);
  const [before = ''] = textBefore(element, { onlyOwn: true, headings: false });
  const [heading = ''] = textBefore(element, { onlyOwn: true });
  // A sentence introduces a form. A few words are the name of the next field.
  const others = [
    ...namesBeside(element),
    ...(isNamed ? [] : labelsAround(element)),
    /[.!?…]\s*$/.test(before) ? '' : before,
    labelAfter(element),
  ];
  const last = [placeholder, nameToWords(attribute(element, 'name') ?? ''), heading];
  return isValue || isPlaceholder ? [...others, own, ...last] : [own, ...others, ...last];
}

function groupNames(element: HTMLElement, members: readonly HTMLElement[]): string[] {
  const names: string[] = [];
  let inner: Element = element;
  for (let around = shownParent(element); around !== null; inner = around, around = shownParent(around)) {
    const isGroup = getTagName(around) === 'fieldset' || /^(?:radiogroup|group)$/.test(attribute(around, 'role') ?? '');
    const name = isGroup ? rawName(around) : '';
    if (cleanLabel(name) !== '') {
      names.push(name);
      break;
    }
    if (!members.every((member) => Node.prototype.contains.call(around, member))) continue;
    const row = getTagName(around) === 'tr' ? nameRow(around, { withCells: true }) : '';
    names.push(...(row === '' ? textBefore(inner, { onlyOwn: true }) : [row]));
    if (getTagName(around) === 'form' || names.length > 0) break;
  }
  return [...names, nameToWords(attribute(element, 'name') ?? '')];
}

/**
 * The names that a field without a label has from its place in a line or a table, or from what it replaces. Also read
 * to find out whether a field is for a secret.
 */
export function namesBeside(element: Element): string[] {
  return [...twinLabels(element), columnHeader(element), textAfterEach(element), nameBeforeMark(element)];
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

const FIELDS = 'input:not([type="hidden"]), select, textarea';
/** Fields whose name may be a text beside them. */
const TYPED = 'input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="submit"], [type="button"]), select';
const MAX_UNIT = 30;

/**
 * The text after a field, if it is in a line of fields that each have one, such as their unit. Text before the first
 * field must end with a colon. Otherwise it names the first field, and the next texts name the others.
 */
function textAfterEach(element: Element): string {
  const line: (Element | string)[] = [];
  for (const node of element.parentElement?.childNodes ?? []) {
    const text = oneLine(node.textContent ?? '', MAX_NAME);
    if (node.nodeType === 1 && (node as Element).matches(FIELDS)) {
      const { labels } = node as HTMLInputElement;
      if (!(node as Element).matches(TYPED) || labels?.length !== 0 || hasOwnName(node as Element)) return '';
      line.push(node as Element);
    } else if (node.nodeType === 3 || (node.nodeType === 1 && !(node as Element).matches('legend, br'))) {
      if (node.nodeType === 1 && (node as Element).matches(`label, button, :has(${FIELDS}, button)`)) return '';
      if (text !== '') line.push(text);
    }
  }
  if (typeof line[0] === 'string' && /[:：]$/.test(line[0])) line.shift();
  const isInTurns = line.every((part, index) =>
    index % 2 === 0 ? typeof part !== 'string' : typeof part === 'string' && isUnit(part),
  );
  const text = line[line.indexOf(element) + 1];
  return isInTurns && line.length >= 4 && line.length % 2 === 0 && typeof text === 'string' ? text : '';
}

function isUnit(text: string): boolean {
  return hasWords(text) && text.length <= MAX_UNIT && !/[:：]$/.test(text);
}

function hasOwnName(element: Element): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some((name) => attribute(element, name) !== null);
}

/** Maximum number of elements before a field that a value in several parts may have. */
const MAX_PARTS = 12;

/**
 * The name of a field after a mark, such as the second part of a number with a dash in the middle: that of the first
 * part, or the text before all of it.
 */
function nameBeforeMark(element: Element): string {
  const [mark = ''] = textBefore(element, { onlyOwn: true, headings: false });
  if (mark === '' || hasWords(mark)) return '';
  let first = element;
  let sibling = element.previousElementSibling;
  for (let step = 0; sibling !== null && step < MAX_PARTS; step += 1, sibling = sibling.previousElementSibling) {
    if (sibling.matches(TYPED)) first = sibling;
    else if (hasWords(sibling.textContent ?? '') || sibling.matches(`br, :has(${FIELDS})`)) break;
  }
  const [before = ''] = textBefore(first, { onlyOwn: true, headings: false });
  if (hasWords(before)) return before;
  const whole = first === element ? '' : rawName(first);
  const [around = ''] =
    first.parentElement === null ? [] : textBefore(first.parentElement, { onlyOwn: true, headings: false });
  return whole || around;
}

/**
 * The text of a label after a field that does not refer to it, as floating labels are written. It may be further away
 * than a label that makes a field sensitive (sensitive-fields.ts), since the user sees the name in the card before
 * anything is filled in.
 */
function labelAfter(element: Element): string {
  let next = element.nextElementSibling;
  for (let steps = 0; next !== null && steps < MAX_STEPS_AFTER; steps += 1, next = next.nextElementSibling) {
    const isFree = attribute(next, 'for') === null && next.querySelector('input, select, textarea') === null;
    if (getTagName(next) === 'label') return isFree ? (next.textContent ?? '') : '';
    if (/^(?:input|select|textarea|br)$/.test(getTagName(next))) return '';
  }
  return '';
}

const MAX_STEPS_AFTER = 2;

/** The name of a table row: its header, or with `withCells` its first cell. '' if that cell contains a control. */
export function nameRow(row: Element, { withCells = false } = {}): string {
  const header =
    row.querySelector('th[scope="row"]') ?? row.querySelector('th') ?? (withCells ? row.querySelector('td') : null);
  if (header === null || header.querySelector('input, select, textarea, button') !== null) return '';
  return cleanLabel(header.textContent ?? '');
}

/**
 * The names of buttons without labels: the headers of their columns, or the texts after them if each button has one.
 */
export function nameButtons(members: readonly HTMLElement[]): string[] {
  const headers = members.map((member) => cleanLabel(columnHeader(member)));
  if (headers.every((header) => header !== '')) return headers;
  const texts = members.map(({ nextSibling }) =>
    cleanLabel(nextSibling?.nodeType === 3 ? (nextSibling as Text).data : ''),
  );
  return texts.every((text) => text !== '') ? texts : members.map(() => '');
}

/** The labels of a hidden native control beside a drawn one. */
function twinLabels(element: Element): string[] {
  for (let place: Element | null = element, depth = 0; place !== null && depth < MAX_WRAPPERS; depth += 1) {
    for (const sibling of [place.previousElementSibling, place.nextElementSibling]) {
      if (sibling === null || !/^(?:select|input)$/.test(getTagName(sibling))) continue;
      const labels = [...((sibling as HTMLSelectElement).labels ?? [])];
      if (labels.length > 0) return labels.map((label) => label.textContent ?? '');
    }
    place = shownParent(place);
  }
  return [];
}

const MAX_WRAPPERS = 4;

/** The labels of an element around the control that has no label itself, such as the box of a drawn slider. */
function labelsAround(element: Element): string[] {
  const document = element.ownerDocument;
  let around = shownParent(element);
  for (let depth = 0; around !== null && depth < MAX_WRAPPERS; depth += 1, around = shownParent(around)) {
    if (matches(around, 'form, fieldset') || findAll(around, CONTROLS_WITHIN).length > 1) break;
    const id = attribute(around, 'id') ?? '';
    const labels = id === '' ? [] : [...findAll(document, `label[for="${CSS.escape(id)}"]`)];
    if (labels.length > 0) return labels.map(getTextContent);
  }
  return [];
}

const CONTROLS_WITHIN = `${FIELDS}, [role="slider"], [role="spinbutton"], [role="combobox"], [role="switch"]`;

/** The header of the table column that contains the control, or the text above it in a row of texts. */
function columnHeader(element: Element): string {
  const cell = element.closest('td');
  const table = cell?.closest('table');
  if (!cell || !table) return '';
  const header = table.querySelector('thead tr') ?? table.querySelector('tr:has(th)');
  const title = header?.children[cell.cellIndex];
  if (title !== undefined) return getTagName(title) === 'th' ? (title.textContent ?? '') : '';
  return header === null ? textInRowAbove(cell) : '';
}

/** The text above a cell, if the row consists of fields without texts, and the row above of texts without fields. */
function textInRowAbove(cell: HTMLTableCellElement): string {
  const row = cell.parentElement;
  const above = row?.previousElementSibling ?? null;
  if (row === null || above === null || above.children.length !== row.children.length) return '';
  if ((row.textContent ?? '').trim() !== '' || above.querySelector(`${FIELDS}, button`) !== null) return '';
  return above.children[cell.cellIndex]?.textContent ?? '';
}

function readPlaceholder(element: Element): string {
  return attribute(element, 'placeholder') ?? attribute(element, 'aria-placeholder') ?? '';
}

/** Splits a name from code into words: `firstName`, `address[zip_code]`. */
export function nameToWords(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/**
 * The description of a control, in addition to its name: its accessible description, and the format shown by its
 * placeholder.
 */
export function describeControl({ element }: Control, label: string): string {
  let description = '';
  try {
    description = computeAccessibleDescription(element);
  } catch {
    description = attribute(element, 'aria-description') ?? '';
  }
  const attributes = ['title', 'toolparamdescription'].map((name) => attribute(element, name) ?? '');
  const texts = [description, readPlaceholder(element), ...attributes].map((text) => oneLine(text, MAX_HINT));
  return [...new Set(texts)].filter((text) => text !== '' && cleanLabel(text) !== label).join('; ');
}

/** The name of a group of controls, or '' if it has none. */
export function nameGroup(element: Element): string {
  if (getTagName(element) === 'fieldset') {
    const legend = [...element.children].find((child) => getTagName(child) === 'legend');
    if (legend) return cleanLabel(legend.textContent ?? '');
  }
  const root = Node.prototype.getRootNode.call(element) as Document | ShadowRoot;
  const ids = (attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
  const texts = ids.map((id) => root.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '');
  return cleanLabel(texts.join(' ')) || cleanLabel(attribute(element, 'aria-label') ?? '');
}
