import { computeAccessibleDescription, computeAccessibleName } from 'dom-accessibility-api';
import { shownParent, textBefore } from '../../page-reader/capture/index.ts';
import { attribute, getTagName, oneLine } from '../../page-reader/dom/index.ts';
import type { Control } from './controls.ts';

const MAX_NAME = 100;
const MAX_HINT = 200;

/** The name of an element by the rules for accessible names, without the marks that forms put after it. '' if it has none. */
export function accessibleName(element: Element): string {
  return cleanLabel(rawName(element));
}

function rawName(element: Element): string {
  try {
    return computeAccessibleName(element);
  } catch {
    // A page can shadow properties that the library reads.
    return attribute(element, 'aria-label') ?? '';
  }
}

export function cleanLabel(text: string): string {
  return oneLine(text, MAX_NAME).replace(/^[\s*]+|[\s:*：＊]+$/g, '');
}

/** The name of a control on the page, and whether a mark after it says that it is required. */
export function nameControl(control: Control): { label: string; isMarked: boolean } {
  const { element, members } = control;
  const isGroup = control.kind === 'radios' || control.kind === 'checkboxes';
  const candidates = isGroup ? groupNames(element, members) : controlNames(control);
  const raw = candidates.find((text) => cleanLabel(text) !== '') ?? '';
  return { label: cleanLabel(raw), isMarked: /[*＊]\s*:?\s*$/.test(oneLine(raw, MAX_NAME)) };
}

function controlNames({ element, kind }: Control): string[] {
  const whole = rawName(element);
  // The text of a closed list of choices is its value, which some pages include in its name.
  const text = kind === 'combobox' ? cleanLabel(element.textContent ?? '') : '';
  const isValue = text !== '' && cleanLabel(whole) === text;
  const own = text === '' || isValue ? whole : whole.replace(text, '');
  const placeholder = readPlaceholder(element);
  const isPlaceholder = placeholder !== '' && cleanLabel(own) === cleanLabel(placeholder);
  const [before = ''] = textBefore(element, { onlyOwn: true });
  // A sentence introduces a form; a few words name its next field.
  const nearby = [columnHeader(element), /[.!?…]\s*$/.test(before) ? '' : before];
  const others = [...twinLabels(element), ...nearby];
  const last = [placeholder, nameToWords(attribute(element, 'name') ?? '')];
  return isValue || isPlaceholder ? [...others, own, ...last] : [own, ...others, ...last];
}

function groupNames(element: HTMLElement, members: readonly HTMLElement[]): string[] {
  const names: string[] = [];
  for (let around = shownParent(element); around !== null; around = shownParent(around)) {
    const isGroup = getTagName(around) === 'fieldset' || /^(?:radiogroup|group)$/.test(attribute(around, 'role') ?? '');
    const name = isGroup ? rawName(around) : '';
    if (cleanLabel(name) !== '') {
      names.push(name);
      break;
    }
    if (!members.every((member) => Node.prototype.contains.call(around, member))) continue;
    names.push(...textBefore(around, { onlyOwn: true }));
    if (getTagName(around) === 'form' || names.length > 0) break;
  }
  return [...names, nameToWords(attribute(element, 'name') ?? '')];
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

/** The header of the column of a table that the control is in. */
function columnHeader(element: Element): string {
  const cell = element.closest('td');
  const table = cell?.closest('table');
  if (!cell || !table) return '';
  const header = table.querySelector('thead tr') ?? table.querySelector('tr:has(th)');
  const title = header?.children[cell.cellIndex];
  return title === undefined || getTagName(title) !== 'th' ? '' : (title.textContent ?? '');
}

function readPlaceholder(element: Element): string {
  return attribute(element, 'placeholder') ?? attribute(element, 'aria-placeholder') ?? '';
}

/** The words of a name in code: `firstName`, `address[zip_code]`. */
export function nameToWords(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** What describes a control besides its name: its accessible description, and the format that its placeholder shows. */
export function describeControl({ element }: Control, label: string): string {
  let description = '';
  try {
    description = computeAccessibleDescription(element);
  } catch {
    description = attribute(element, 'aria-description') ?? '';
  }
  const texts = [description, readPlaceholder(element), attribute(element, 'title') ?? ''].map((text) =>
    oneLine(text, MAX_HINT),
  );
  return [...new Set(texts)].filter((text) => text !== '' && cleanLabel(text) !== label).join('; ');
}

/** The name of a group of controls; '' if it has none. */
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
