import type { FieldValue } from '../../contracts/index.ts';
import { attribute, getTagName } from '../../page-reader/dom/index.ts';
import { type Check, type ControlRefusal, foldOption, matchChoice, refuseOption, toList } from './choices.ts';
import {
  type Choice,
  drawnChoices,
  findPopup,
  isMultiple,
  nameOption,
  nativeTwin,
  readValue,
} from './control-value.ts';
import { type Control, elementsIn } from './controls.ts';
import {
  announceChange,
  dispatchKey,
  focusOn,
  focusToFill,
  pressElement,
  removeFocus,
  waitFor,
  waitForHandlers,
  writeValue,
} from './page-events.ts';

/** How long a list may take to open and to show the choices for the typed text, in milliseconds. */
const OPENS_WITHIN_MS = 700;
const FINDS_WITHIN_MS = 1_500;

/**
 * Opens the list of a control, chooses what the value names, and closes the list. A text field with suggestions keeps
 * any other text.
 */
export async function chooseInCombobox(control: Control, value: FieldValue, check: Check): Promise<ControlRefusal> {
  if (typeof value === 'boolean') return { reason: 'wrong-type', message: '' };
  const { element } = control;
  const texts = toList(value);
  if (isMultiple(control)) {
    const refusal = await removeOthers(control, texts, check);
    if (refusal !== null) return refusal;
  }
  if (texts.length === 0) return clear(control, check);
  for (const text of texts) {
    if (holds(control, text)) continue;
    const refusal = await choose(control, text, check);
    if (refusal !== null) {
      await close(element);
      return refusal;
    }
  }
  await close(element);
  return null;
}

function holds(control: Control, text: string): boolean {
  return toList(readValue(control)).some((own) => foldOption(own) === foldOption(text));
}

async function choose(control: Control, text: string, check: Check): Promise<ControlRefusal> {
  const { element } = control;
  const checkOpen = () => check({ isOpen: true });
  const isTyped = isTextField(element);
  const openList = await open(element);
  let choice = openList === null ? null : (matchChoice(openChoices(openList), text) ?? null);
  if (choice === null && isTyped) {
    const refusal = focusToFill(element, checkOpen);
    if (refusal !== null) return refusal;
    writeValue(element as HTMLInputElement, text);
    const find = () => matchChoice(openChoices(listFor(element)), text) ?? null;
    choice = await waitFor(find, listFor(element) === null ? OPENS_WITHIN_MS : FINDS_WITHIN_MS);
  }
  if (choice === null && openList !== null && !isTyped) {
    const list = openList;
    choice = await waitFor(() => matchChoice(openChoices(list), text) ?? null, OPENS_WITHIN_MS);
  }
  if (choice !== null) {
    if (choice.isDisabled) return { reason: 'disabled', message: choice.label };
    const { element: option, label } = choice;
    const isSameOption = () => nameOption(option) === label;
    return pressElement(option, () => checkOpen() ?? (isSameOption() ? null : refuseOption(control)));
  }
  if (!isTyped || nativeTwin(element) !== null) return refuseOption(control);
  // Free text stays in the field unless the page removes it, which is checked afterwards.
  announceChange(element);
  return null;
}

/** Whether the user can type into a control. Some lists have a field that only takes keys. */
function isTextField(element: HTMLElement): boolean {
  return getTagName(element) === 'input' && !(element as HTMLInputElement).readOnly;
}

function openChoices(list: Element | null): Choice[] {
  return list === null ? [] : drawnChoices(list);
}

/** Opens the list unless it is open. A press opens nearly all lists. The others open with the arrow key. */
async function open(element: HTMLElement): Promise<Element | null> {
  const isOpen = () => {
    const list = listFor(element);
    return list !== null && list.querySelector('[role="option"]') !== null ? list : null;
  };
  const before = isOpen();
  if (before !== null) return before;
  await pressElement(element);
  const listAfterPress = await waitFor(isOpen, isTextField(element) ? OPENS_WITHIN_MS / 7 : OPENS_WITHIN_MS / 2);
  if (listAfterPress !== null) return listAfterPress;
  // The page says that it is opening, and a key would choose something in it.
  if (attribute(element, 'aria-expanded') === 'true' && !isTextField(element)) return waitFor(isOpen, FINDS_WITHIN_MS);
  focusOn(element);
  dispatchKey(element, 'ArrowDown');
  return waitFor(isOpen, OPENS_WITHIN_MS / 2);
}

/** The visible list that belongs to a control: the one that the control names, else the only open one. */
function listFor(element: HTMLElement): Element | null {
  const ownList = findPopup(element);
  if (ownList !== null) return isDrawn(ownList) ? ownList : null;
  if (attribute(element, 'aria-expanded') === 'false') return null;
  const lists = [...elementsIn(element.ownerDocument)].filter(
    (each) => each.matches('[role="listbox"]') && isDrawn(each),
  );
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

function isDrawn(list: Element): boolean {
  return list.checkVisibility?.({ visibilityProperty: true }) !== false;
}

/** Removes the choices that a field of several choices has but should not have. */
async function removeOthers(control: Control, texts: readonly string[], check: Check): Promise<ControlRefusal> {
  const twin = nativeTwin(control.element);
  const wrapper = twin?.parentElement?.closest('div') ?? control.element.parentElement;
  for (const own of toList(readValue(control))) {
    if (texts.some((text) => foldOption(text) === foldOption(own))) continue;
    const chip = [...(wrapper?.querySelectorAll<HTMLElement>('*') ?? [])].find(
      (each) => foldOption(each.textContent ?? '').startsWith(foldOption(own)) && removeButton(each) !== null,
    );
    const button = chip === undefined ? null : removeButton(chip);
    const refusal = button === null ? null : await pressElement(button, check);
    if (refusal !== null) return refusal;
  }
  return null;
}

function removeButton(chip: Element): HTMLElement | null {
  return chip.querySelector<HTMLElement>('.remove, button, [role="button"], [aria-label]');
}

async function clear({ element }: Control, check: Check): Promise<ControlRefusal> {
  if (getTagName(element) !== 'input') return { reason: 'no-such-option', message: '' };
  const refusal = focusToFill(element, check);
  if (refusal !== null) return refusal;
  writeValue(element as HTMLInputElement, '');
  announceChange(element);
  removeFocus(element);
  return null;
}

async function close(element: HTMLElement): Promise<void> {
  await waitForHandlers();
  if (listFor(element) !== null && attribute(element, 'aria-expanded') === 'true') dispatchKey(element, 'Escape');
  await waitForHandlers();
  removeFocus(element);
  await waitForHandlers();
}
