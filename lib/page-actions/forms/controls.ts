import type { FieldKind } from '../../contracts/index.ts';
import { findShadowRoot, shownParent, VisibilityCheck } from '../../page-reader/capture/index.ts';
import { attribute, getTagName, property } from '../../page-reader/dom/index.ts';
import { findDrawnBox } from './drawn-box.ts';

/**
 * A control that a user fills in. `members`: the buttons of a group of radio buttons or checkboxes, else only the
 * element.
 */
export type Control = { kind: FieldKind; element: HTMLElement; members: readonly HTMLElement[] };

/** The elements of a document in page order, including those in shadow trees, excluding those in frames. */
export function* elementsIn(
  root: Document | ShadowRoot | Element,
  onShadowRoot: (shadow: ShadowRoot) => void = () => undefined,
): Generator<Element> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node as Element;
    yield element;
    const isEmpty = property(Node.prototype, element, 'firstChild') === null;
    const shadow = findShadowRoot(element, getTagName(element), isEmpty);
    if (shadow === null) continue;
    onShadowRoot(shadow);
    yield* elementsIn(shadow, onShadowRoot);
  }
}

/** The shadow roots of a document, open and closed. */
export function listShadowRoots(document: Document): ShadowRoot[] {
  const roots: ShadowRoot[] = [];
  Array.from(elementsIn(document, (root) => roots.push(root)));
  return roots;
}

const INPUT_KINDS: Readonly<Record<string, FieldKind | null>> = {
  hidden: null,
  submit: null,
  button: null,
  reset: null,
  image: null,
  number: 'number',
  range: 'slider',
  date: 'date',
  time: 'time',
  'datetime-local': 'datetime',
  month: 'month',
  week: 'week',
  color: 'color',
  checkbox: 'checkbox',
  radio: 'radios',
  file: 'file',
};

const ROLE_KINDS: Readonly<Record<string, FieldKind>> = {
  checkbox: 'checkbox',
  switch: 'checkbox',
  menuitemcheckbox: 'checkbox',
  radio: 'radios',
  combobox: 'combobox',
  listbox: 'listbox',
  slider: 'slider',
  spinbutton: 'spinbutton',
};

/** The kind of control that the element itself is. Null if it is not a control. */
export function classifyElement(element: Element): FieldKind | null {
  const tag = getTagName(element);
  const role = (attribute(element, 'role') ?? '').trim().toLowerCase();
  switch (tag) {
    case 'input': {
      // The property contains the type that the browser uses: unknown types are text.
      const kind = INPUT_KINDS[(element as HTMLInputElement).type];
      if (kind !== undefined) return kind;
      if (opensCalendar(element as HTMLInputElement)) return 'calendar';
      return opensList(element, role) ? 'combobox' : role === 'spinbutton' ? 'spinbutton' : 'text';
    }
    case 'textarea':
      return 'text';
    case 'select':
      return 'select';
    // The fields of a form can shadow any property that would be read.
    case 'form':
      return null;
    default:
      return kindByRole(element, tag, role);
  }
}

function kindByRole(element: Element, tag: string, role: string): FieldKind | null {
  // In older ARIA, this role is on a wrapper around the text field. The text field is what the user operates.
  if (role === 'combobox' && element.querySelector('input:not([type="hidden"])') !== null) return null;
  if (role === 'listbox' && belongsToCombobox(element)) return null;
  if (role === 'slider' && element.querySelector('input[type="range"]') !== null) return null;
  const byRole = ROLE_KINDS[role];
  if (byRole !== undefined) return byRole;
  if (tag === 'button' && attribute(element, 'aria-haspopup') === 'listbox') return 'combobox';
  return isEditingHost(element) ? 'editable' : null;
}

/**
 * Whether a field can only be filled with the calendar that it opens. The calendar's name in the code is English in any
 * language.
 */
function opensCalendar(input: HTMLInputElement): boolean {
  if (!input.readOnly) return false;
  const names = [input, input.parentElement].map((each) => (each === null ? '' : (attribute(each, 'class') ?? '')));
  return names.some((name) => /flatpickr|date-?(?:time-?)?picker|calendar/i.test(name));
}

function opensList(element: Element, role: string): boolean {
  // Fields with a calendar accept typed text.
  if (/^(?:dialog|grid)$/.test(attribute(element, 'aria-haspopup') ?? '')) return false;
  if (role === 'combobox') return true;
  return /^(?:list|both)$/.test(attribute(element, 'aria-autocomplete') ?? '');
}

/** Whether a list of choices is the popup of another control, which is the one to operate. */
function belongsToCombobox(list: Element): boolean {
  const root = list.getRootNode() as Document | ShadowRoot;
  if (list.id !== '') {
    const id = CSS.escape(list.id);
    const owner = root.querySelector(`[aria-controls~="${id}"], [aria-owns~="${id}"]`);
    if (owner !== null && owner !== list) return true;
  }
  return list.closest('[role="combobox"], [popover], [data-radix-popper-content-wrapper]') !== null;
}

function isEditingHost(element: Element): boolean {
  const editable = attribute(element, 'contenteditable');
  if (editable === null || !/^(?:|true|plaintext-only)$/i.test(editable)) return false;
  const parent = shownParent(element);
  return !(parent instanceof HTMLElement && parent.isContentEditable);
}

/**
 * The controls of a document that the user can see, in page order. Excludes hidden native controls that are replaced by
 * drawn ones, and controls inside others.
 */
export function findControls(document: Document): Control[] {
  const check = new VisibilityCheck(document);
  const controls: Control[] = [];
  const groups = new Map<string, { kind: FieldKind; members: HTMLElement[] }>();
  const groupIds = new Map<Element, number>();
  for (const element of elementsIn(document)) {
    const kind = classifyElement(element);
    if (kind === null || !(element instanceof HTMLElement) || isPartOfControl(element)) continue;
    if (!isSeen(element, kind, check)) continue;
    const key = groupKey(element, kind, groupIds);
    const group = key === null ? undefined : groups.get(key);
    if (group !== undefined) {
      group.members.push(element);
      continue;
    }
    const members = [element];
    controls.push({ kind, element, members });
    if (key !== null) groups.set(key, { kind, members });
  }
  // A single checkbox of a name is a checkbox. Several are one question.
  return controls.map((control) =>
    control.kind === 'checkbox' && control.members.length > 1 ? { ...control, kind: 'checkboxes' } : control,
  );
}

/**
 * Whether the element is inside another control, such as the field of a spin button or the checkbox in a list of
 * choices.
 */
function isPartOfControl(element: Element): boolean {
  for (let around = shownParent(element); around !== null; around = shownParent(around)) {
    if (around instanceof HTMLElement && around.isContentEditable) return true;
    const role = attribute(around, 'role');
    if (role === 'listbox' || role === 'option' || role === 'spinbutton' || role === 'menu') return true;
    if (role === 'combobox' && getTagName(element) !== 'input') return true;
  }
  return false;
}

/**
 * Radio buttons of a group have one answer. Checkboxes with the same name, or in a group that is marked as one, have
 * one list.
 */
function groupKey(element: HTMLElement, kind: FieldKind, ids: Map<Element, number>): string | null {
  if (kind !== 'radios' && kind !== 'checkbox') return null;
  const name = getTagName(element) === 'input' ? (attribute(element, 'name') ?? '') : '';
  const form = (element as HTMLInputElement).form ?? null;
  const within = form ?? (element.getRootNode() as Document | ShadowRoot).firstElementChild ?? element;
  if (kind === 'checkbox') {
    const isNamed = getTagName(element) === 'input' && name !== '' && attribute(element, 'role') !== 'switch';
    return isNamed ? `boxes ${numberFor(within, ids)} ${name}` : null;
  }
  if (name !== '') return `radios ${numberFor(within, ids)} ${name}`;
  const group = element.closest('[role="radiogroup"], fieldset, [role="group"]') ?? element.parentElement ?? element;
  return `radios ${numberFor(group, ids)}`;
}

function numberFor(element: Element, ids: Map<Element, number>): number {
  const id = ids.get(element) ?? ids.size;
  ids.set(element, id);
  return id;
}

/**
 * Checkboxes, radio buttons and file inputs are often drawn by their label or wrapper, with an invisible native control
 * above or below it.
 */
export function isSeen(element: HTMLElement, kind: FieldKind, check: VisibilityCheck): boolean {
  if (attribute(element, 'aria-hidden') === 'true' && !isDrawnOver(element, check)) return false;
  if (check.isVisible(element)) return true;
  if (kind === 'select') return findDrawnBox(element, check) !== null;
  const isDrawnByOthers =
    kind === 'checkbox' ||
    kind === 'checkboxes' ||
    kind === 'radios' ||
    kind === 'file' ||
    (kind === 'slider' && getTagName(element) === 'input') ||
    // Some lists draw the chosen value above a field that is only for the keyboard.
    (kind === 'combobox' && attribute(element, 'aria-haspopup') === 'listbox');
  return isDrawnByOthers && (isDrawnOver(element, check) || hasVisibleLabel(element, check));
}

/** Whether a click on a control, or on the label that draws it, would hit it. */
export function isReachable(element: HTMLElement, check: VisibilityCheck): boolean {
  if (check.isReachable(element)) return true;
  // A hidden native control can be anywhere.
  return !check.isVisible(element) && drawingElements(element, check).some((each) => check.isReachable(each));
}

/** What a user sees of a hidden native control: its labels, or the box that draws its list. */
function drawingElements(element: HTMLElement, check: VisibilityCheck): HTMLElement[] {
  const box = findDrawnBox(element, check);
  return box === null ? [...((element as HTMLInputElement).labels ?? [])] : [box];
}

/** What a user sees of a control: the element itself, or what draws it. */
export function shownElements(element: HTMLElement, check: VisibilityCheck): HTMLElement[] {
  const drawing = check.isVisible(element)
    ? []
    : drawingElements(element, check).filter((each) => check.isVisible(each));
  return drawing.length === 0 ? [element] : drawing;
}

function hasVisibleLabel(element: HTMLElement, check: VisibilityCheck): boolean {
  if (attribute(element, 'aria-hidden') === 'true') return false;
  return [...((element as HTMLInputElement).labels ?? [])].some((label) => check.isVisible(label));
}

/** Whether an invisible control is inside a visible box of about the same size, which draws it. */
function isDrawnOver(element: HTMLElement, check: VisibilityCheck): boolean {
  if (attribute(element, 'aria-hidden') === 'true') return false;
  const own = element.getBoundingClientRect();
  if (own.width < MIN_DRAWN_PX || own.height < MIN_DRAWN_PX) return false;
  const parent = shownParent(element);
  if (!(parent instanceof HTMLElement) || getComputedStyle(element).visibility !== 'visible') return false;
  const box = parent.getBoundingClientRect();
  return check.isVisible(parent) && box.width <= own.width * MAX_WRAPPER && box.height <= own.height * MAX_WRAPPER;
}

/** Minimum size of a control that can be clicked, in CSS pixels, and how much larger the box that draws it may be. */
const MIN_DRAWN_PX = 8;
const MAX_WRAPPER = 4;
