import type { FieldState, FieldValue } from '../../contracts/index.ts';
import {
  isDigitOfCode,
  isSecretControl,
  isSecretName,
  shownParent,
  takesDigits,
} from '../../page-reader/capture/index.ts';
import { attribute, getTagName, oneLine } from '../../page-reader/dom/index.ts';
import { accessibleName, cleanLabel, nameButtons, nameGroup, namesBeside } from './control-name.ts';
import type { Control } from './controls.ts';

const MAX_OPTION = 100;
const MAX_VALUE = 10_000;

/** A choice of a field: its label, and the element to click, or the option of a native list. */
export type Choice = { label: string; element: HTMLElement; isChosen: boolean; isDisabled: boolean; value: string };

/** The choices that a field shows. Null if it has none, or if they are not in the page until it is opened. */
export function readChoices(control: Control): Choice[] | null {
  const { element, kind, members } = control;
  switch (kind) {
    case 'select':
      return distinguishChoices(nativeChoices(element as HTMLSelectElement));
    case 'radios':
    case 'checkboxes':
      return distinguishChoices(buttonChoices(members));
    case 'listbox':
      return distinguishChoices(drawnChoices(element));
    case 'combobox': {
      const popup = findPopup(element);
      const popupChoices = popup === null ? [] : drawnChoices(popup);
      if (popupChoices.length > 0) return popupChoices;
      const twin = nativeTwin(element);
      return twin === null ? null : nativeChoices(twin);
    }
    default:
      return null;
  }
}

/** Distinguishes choices with equal labels by the name of their group, or else by a number. */
function distinguishChoices(choices: Choice[]): Choice[] {
  const labels = new Map<string, number>();
  for (const { label } of choices) labels.set(label, (labels.get(label) ?? 0) + 1);
  if (labels.size === choices.length) return choices;
  const numbers = new Map<string, number>();
  return choices.map((choice) => {
    if (choice.label === '' || labels.get(choice.label) === 1) return choice;
    const group = nameOptionGroup(choice.element);
    const label = group === '' ? choice.label : `${group} > ${choice.label}`;
    const number = (numbers.get(label) ?? 0) + 1;
    numbers.set(label, number);
    return { ...choice, label: number === 1 ? label : `${label} (${number})` };
  });
}

function nameOptionGroup(option: Element): string {
  const group = option.closest('optgroup, [role="group"]');
  if (group === null) return '';
  return oneLine(attribute(group, 'label') ?? accessibleName(group), MAX_OPTION);
}

function nativeChoices(select: HTMLSelectElement): Choice[] {
  return [...select.options].map((option) => ({
    label: oneLine(option.label || option.text, MAX_OPTION),
    element: option,
    isChosen: option.selected,
    isDisabled: option.disabled || (option.parentElement as HTMLOptGroupElement | null)?.disabled === true,
    value: option.value,
  }));
}

function buttonChoices(members: readonly HTMLElement[]): Choice[] {
  const labels = members.map((member) => accessibleName(member));
  const others = labels.includes('') ? nameButtons(members) : [];
  return members.map((member, index) => {
    const { value = '' } = member as HTMLInputElement;
    return {
      label: labels[index] || others[index] || oneLine(value, MAX_OPTION),
      element: member,
      isChosen: isChecked(member),
      isDisabled: isDisabled(member),
      value,
    };
  });
}

/** The choices of a list that the page draws. */
export function drawnChoices(list: Element): Choice[] {
  const options = [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  return (isForReadersOnly(list) ? seenOptions(list) : options).map((option) => ({
    label: nameOption(option),
    element: option,
    isChosen: attribute(option, 'aria-selected') === 'true' || attribute(option, 'aria-checked') === 'true',
    isDisabled: attribute(option, 'aria-disabled') === 'true',
    value: attribute(option, 'data-value') ?? '',
  }));
}

export function nameOption(option: Element): string {
  return accessibleName(option) || cleanLabel(option.textContent ?? '');
}

/**
 * Whether a list exists only for screen readers, in a popup that draws another list without roles. Its style decides,
 * since a popup that is just opening has no size either.
 */
function isForReadersOnly(list: Element): boolean {
  if (list.checkVisibility?.() === false) return false;
  const { width, height } = getComputedStyle(list);
  return [width, height].some((size) => Number.parseFloat(size) < MIN_LIST_PX);
}

const MIN_LIST_PX = 4;

/** The choices that a popup draws: its elements with text whose class names contain "option" or "item". */
function seenOptions(list: Element): HTMLElement[] {
  const candidates = list.parentElement?.querySelectorAll<HTMLElement>('[class*="option" i], [class*="item" i]') ?? [];
  return [...candidates].filter((each) => !list.contains(each) && (each.textContent ?? '').trim() !== '');
}

/** The list that a control opens, if it is in the page. */
export function findPopup(element: Element): Element | null {
  const ids = `${attribute(element, 'aria-controls') ?? ''} ${attribute(element, 'aria-owns') ?? ''}`.split(/\s+/);
  for (const id of ids.filter((each) => each !== '')) {
    const selector = `#${CSS.escape(id)}`;
    const root = element.getRootNode() as Document | ShadowRoot;
    const popup = root.querySelector(selector) ?? document.querySelector(selector);
    const list = popup?.matches('[role="listbox"]') ? popup : popup?.querySelector('[role="listbox"]');
    if (list) return list;
  }
  return null;
}

/** The hidden native list that a drawn one replaces. */
export function nativeTwin(element: Element): HTMLSelectElement | null {
  for (let place: Element | null = element, depth = 0; place !== null && depth < MAX_WRAPPERS; depth += 1) {
    for (const sibling of [place.previousElementSibling, place.nextElementSibling]) {
      const isHidden = sibling !== null && attribute(sibling, 'aria-hidden') === 'true';
      const select = isHidden && getTagName(sibling) !== 'select' ? sibling.querySelector('select') : sibling;
      if (select !== null && getTagName(select) === 'select' && isTakenOver(select)) return select as HTMLSelectElement;
    }
    place = shownParent(place);
  }
  return null;
}

const MAX_WRAPPERS = 6;

/** Whether a native list is neither visible nor reachable with the Tab key. */
function isTakenOver(select: Element): boolean {
  if (select.closest('[aria-hidden="true"]') !== null || (select as HTMLElement).tabIndex < 0) return true;
  return getComputedStyle(select).display === 'none';
}

/** Whether a choice only says that nothing is chosen. */
export function isNoChoice({ value, label }: Choice, { kind, element }: Control): boolean {
  const isNative = kind === 'select' || (kind === 'combobox' && nativeTwin(element) !== null);
  return label === '' || (isNative && value === '');
}

/** Whether a field also accepts text that is not one of its choices: a text field with suggestions. */
function takesOtherWords({ kind, element }: Control): boolean {
  return kind === 'combobox' && getTagName(element) === 'input' && nativeTwin(element) === null;
}

/**
 * The available choices for the schema and the user. Null if there are none, or if they change while the user types.
 */
export function listOptions(control: Control): string[] | null {
  if (takesOtherWords(control)) return null;
  const choices = readChoices(control);
  if (choices === null) return null;
  const open = choices.filter((choice) => !choice.isDisabled && !isNoChoice(choice, control));
  return [...new Set(open.map(({ label }) => label))];
}

export function isMultiple(control: Control): boolean {
  const { kind, element } = control;
  if (kind === 'checkboxes') return true;
  if (kind === 'select') return (element as HTMLSelectElement).multiple;
  if (kind === 'listbox') return attribute(element, 'aria-multiselectable') === 'true';
  if (kind !== 'combobox') return false;
  const popup = findPopup(element);
  return attribute(popup ?? element, 'aria-multiselectable') === 'true' || nativeTwin(element)?.multiple === true;
}

export function isChecked(element: Element): boolean {
  if (getTagName(element) === 'input') return (element as HTMLInputElement).checked;
  return attribute(element, 'aria-checked') === 'true';
}

/** The current value of a control. Not for secret controls. */
export function readValue(control: Control): FieldValue {
  const { kind, element } = control;
  switch (kind) {
    case 'checkbox':
      return isChecked(element);
    case 'number':
    case 'slider':
    case 'spinbutton':
      return numberIn(element);
    case 'editable':
      return (element.innerText ?? element.textContent ?? '')
        .replace(/\u00a0/g, ' ')
        .trim()
        .slice(0, MAX_VALUE);
    case 'combobox':
      return comboboxValue(control);
    case 'select':
    case 'listbox':
    case 'radios':
    case 'checkboxes': {
      const selectedChoices = (readChoices(control) ?? []).filter(
        (choice) => choice.isChosen && !isNoChoice(choice, control),
      );
      const labels = selectedChoices.map(({ label }) => label);
      return isMultiple(control) ? labels : (labels[0] ?? '');
    }
    case 'file':
      return '';
    default:
      return (element as HTMLInputElement).value.slice(0, MAX_VALUE);
  }
}

function numberIn(element: HTMLElement): FieldValue {
  const text = getTagName(element) === 'input' ? (element as HTMLInputElement).value : '';
  const raw = text || (attribute(element, 'aria-valuenow') ?? '');
  if (raw === '') return '';
  return Number.isFinite(Number(raw)) ? Number(raw) : raw;
}

function comboboxValue(control: Control): FieldValue {
  const { element } = control;
  const twin = nativeTwin(element);
  if (twin !== null) {
    const labels = nativeChoices(twin)
      .filter((choice) => choice.isChosen && choice.value !== '')
      .map(({ label }) => label);
    return twin.multiple ? labels : (labels[0] ?? '');
  }
  if (getTagName(element) === 'input') return (element as HTMLInputElement).value || textBeside(element);
  const isPlaceholder =
    attribute(element, 'data-placeholder') !== null || element.querySelector('[data-placeholder]') !== null;
  return isPlaceholder
    ? ''
    : oneLine(element.innerText ?? element.textContent ?? '', MAX_OPTION).replace(/^\u200b$/, '');
}

/**
 * The text drawn beside the empty text field of a list, which some libraries use only as a filter. It is the chosen
 * value.
 */
function textBeside(element: HTMLElement): string {
  let around = element.parentElement;
  for (let depth = 0; around !== null && depth < MAX_BESIDE; depth += 1) {
    if (
      around.querySelector('label, legend, p') !== null ||
      around.querySelectorAll('input:not([type="hidden"])').length > 1
    )
      break;
    const textElements = [...around.querySelectorAll<HTMLElement>('*')].filter(
      (each) =>
        each.children.length === 0 &&
        !each.matches('[class*="placeholder" i], [aria-live], [role="listbox"] *, button *'),
    );
    const text = oneLine(textElements.map((each) => each.textContent ?? '').join(' '), MAX_OPTION);
    if (text !== '') return text;
    // Text directly beside the field may also be its label, unless it is the title of the box as well.
    const ownText = oneLine(around.textContent ?? '', MAX_OPTION);
    if (ownText !== '' && attribute(around, 'title') === ownText) return ownText;
    around = around.parentElement;
  }
  return '';
}

const MAX_BESIDE = 4;

export function isDisabled(element: Element): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"], [inert]') !== null;
}

export function readState(control: Control): FieldState {
  const { element, kind, members } = control;
  if (kind === 'file') return 'file';
  if (members.some((member) => isSecretControl(member) || isPartOfCode(member))) return 'secret';
  if (namesBeside(element).some(isSecretName)) return 'secret';
  if (members.every(isDisabled)) return 'disabled';
  const isReadOnly = (element as HTMLInputElement).readOnly === true || attribute(element, 'aria-readonly') === 'true';
  return isReadOnly && kind !== 'combobox' && kind !== 'calendar' && kind !== 'checkbox' && kind !== 'radios'
    ? 'read-only'
    : 'open';
}

/**
 * Whether a field is one of the boxes for the characters of a one-time code. Boxes for letters in a group with a name,
 * such as a booking reference, are not.
 */
function isPartOfCode(element: Element): boolean {
  if (!isDigitOfCode(element)) return false;
  const group = element.closest('fieldset, [role="group"]');
  return takesDigits(element) || group === null || nameGroup(group) === '';
}

export function isRequired({ element, members }: Control): boolean {
  const group = element.closest('[role="radiogroup"]');
  return (
    members.some((member) => (member as HTMLInputElement).required === true) ||
    attribute(element, 'aria-required') === 'true' ||
    (group !== null && attribute(group, 'aria-required') === 'true')
  );
}

/** The page's error for the value of a control, or '' if the page accepts the value. */
export function readError({ element }: Control): string {
  if (attribute(element, 'aria-invalid') === 'true') {
    const root = element.getRootNode() as Document | ShadowRoot;
    const ids = attribute(element, 'aria-errormessage') ?? attribute(element, 'aria-describedby') ?? '';
    const texts = ids
      .split(/\s+/)
      .map((id) => (id === '' ? '' : (root.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '')));
    return oneLine(texts.join(' '), 200) || 'invalid';
  }
  const { validity, validationMessage } = element as HTMLInputElement;
  return validity?.valid === false ? oneLine(validationMessage, 200) || 'invalid' : '';
}
