import type { FieldValue } from '../../contracts/index.ts';
import { VisibilityCheck } from '../../page-reader/capture/index.ts';
import { getTagName } from '../../page-reader/dom/index.ts';
import { insertText } from '../field-requests.ts';
import { readFieldSelection } from '../field-selection.ts';
import { chooseDay } from './calendar.ts';
import { type Check, type ControlRefusal, matchChoices, refuse, refuseOption, toList } from './choices.ts';
import { chooseInCombobox } from './combobox.ts';
import { type Choice, isChecked, isMultiple, readChoices } from './control-value.ts';
import { type Control, isSeen } from './controls.ts';
import { findDrawnBox } from './drawn-box.ts';
import { chooseInDrawnSelect } from './drawn-select.ts';
import { chooseNative } from './native-select.ts';
import {
  announceChange,
  dispatchKey,
  focusToFill,
  pressElement,
  removeFocus,
  waitFor,
  waitForHandlers,
  writeValue,
} from './page-events.ts';

/** Sets the value of a control, once, in the way a user would, and then removes the focus. */
export async function setValue(control: Control, value: FieldValue, check: Check): Promise<ControlRefusal> {
  switch (control.kind) {
    case 'checkbox':
      return setChecked(control, value, check);
    case 'radios':
      return chooseButton(control, value, check);
    case 'checkboxes':
      return tickButtons(control, value, check);
    case 'select': {
      const box = findDrawnBox(control.element, new VisibilityCheck(control.element.ownerDocument));
      return box === null ? chooseNative(control, value, check) : chooseInDrawnSelect(control, box, value, check);
    }
    case 'listbox':
      return chooseDrawn(control, value, check);
    case 'combobox':
      return chooseInCombobox(control, value, check);
    case 'slider':
    case 'spinbutton':
      if (getTagName(control.element) !== 'input') return stepTo(control.element, value, check);
      return setText(control.element as HTMLInputElement, value, check);
    case 'calendar':
      return chooseDay(control.element, value, check);
    case 'editable':
      return setEditable(control.element, value, check);
    case 'file':
      return refuse('file');
    default:
      return setText(control.element as HTMLInputElement, value, check);
  }
}

async function setText(
  element: HTMLInputElement | HTMLTextAreaElement,
  value: FieldValue,
  check: Check,
): Promise<ControlRefusal> {
  if (typeof value === 'boolean' || Array.isArray(value)) return refuse('wrong-type');
  const text = String(value);
  // A browser would truncate the text that a user types.
  if (element.maxLength >= 0 && text.length > element.maxLength)
    return refuse('invalid', `maxlength ${element.maxLength}`);
  // A calendar that opens at the focus may move across its field.
  let refusal = focusToFill(element, check);
  if (refusal?.reason === 'not-seen') {
    await waitFor(() => check()?.reason !== 'not-seen' || null, OPENED_WITHIN_MS);
    refusal = check();
  }
  if (refusal !== null) return refusal;
  writeValue(element, text);
  // Components that still have their old state when the field loses the focus would show the old value again.
  await waitForHandlers();
  announceChange(element);
  removeFocus(element);
  return null;
}

async function setEditable(element: HTMLElement, value: FieldValue, check: Check): Promise<ControlRefusal> {
  if (typeof value !== 'string') return refuse('wrong-type');
  const refusal = focusToFill(element, check);
  if (refusal !== null) return refusal;
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  const selection = element.ownerDocument.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  let lateRefusal: ControlRefusal = null;
  const canStillInsert = () => {
    lateRefusal = check();
    return lateRefusal === null;
  };
  const result = await insertText(readFieldSelection({ type: 'editable', element }), value, canStillInsert);
  removeFocus(element);
  if (lateRefusal !== null) return lateRefusal as ControlRefusal;
  return typeof result === 'string' ? refuse('not-taken', result) : null;
}

async function setChecked(control: Control, value: FieldValue, check: Check): Promise<ControlRefusal> {
  if (typeof value !== 'boolean') return refuse('wrong-type');
  return isChecked(control.element) === value ? null : activate(control.element, check);
}

/** Clicks a control. A click operates native buttons as for a user; drawn ones also listen for pointer events. */
async function activate(element: HTMLElement, check: Check): Promise<ControlRefusal> {
  if (getTagName(element) !== 'input') return pressElement(element, check);
  const refusal = focusToFill(element, check);
  if (refusal !== null) return refusal;
  element.click();
  await waitForHandlers();
  removeFocus(element);
  return null;
}

async function chooseButton(control: Control, value: FieldValue, check: Check): Promise<ControlRefusal> {
  const [wanted] = matchChoices(control, value);
  if (wanted === undefined) return refuseOption(control);
  if (wanted.isDisabled) return refuse('disabled');
  if (wanted.isChosen) return null;
  return activate(wanted.element, () => check() ?? checkChoice(control, wanted));
}

async function tickButtons(control: Control, value: FieldValue, check: Check): Promise<ControlRefusal> {
  const choices = matchChoices(control, value);
  if (choices.length !== toList(value).length) return refuseOption(control);
  const elements = new Set(choices.map(({ element }) => element));
  for (const choice of readChoices(control) ?? []) {
    const { element, isChosen, isDisabled } = choice;
    const isDone = isChosen === elements.has(element) || isDisabled;
    const refusal = isDone ? null : await activate(element, () => check() ?? checkChoice(control, choice));
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Why a choice may no longer be made: while others are filled in, pages can hide it or give it another name. */
function checkChoice(control: Control, { element, label }: Choice): ControlRefusal {
  const now = readChoices(control)?.find((choice) => choice.element === element);
  if (now?.label !== label) return refuseOption(control);
  return isSeen(element, control.kind, new VisibilityCheck(element.ownerDocument)) ? null : refuse('not-seen');
}

async function chooseDrawn(control: Control, value: FieldValue, check: Check): Promise<ControlRefusal> {
  const choices = matchChoices(control, value);
  if (choices.length !== toList(value).length || choices.length === 0) return refuseOption(control);
  const elements = new Set(choices.map(({ element }) => element));
  for (const { element, isChosen, label } of readChoices(control) ?? []) {
    const isRequested = elements.has(element);
    if (isRequested === isChosen || !(isRequested || isMultiple(control))) continue;
    const isSameOption = () => nameDrawnChoice(control, element) === label;
    const refusal = await pressElement(element, () => check() ?? (isSameOption() ? null : refuseOption(control)));
    if (refusal !== null) return refusal;
  }
  return null;
}

function nameDrawnChoice(control: Control, element: HTMLElement): string | undefined {
  return readChoices(control)?.find((choice) => choice.element === element)?.label;
}

/** Maximum time for what opens at the focus to leave its field, in milliseconds. */
const OPENED_WITHIN_MS = 500;

/** Maximum number of key presses to set a slider to its value. */
const MAX_STEPS = 400;

/**
 * Operates drawn sliders and spin buttons with keys. Steps can be of any size, so the value is checked after each one.
 */
async function stepTo(element: HTMLElement, value: FieldValue, check: Check): Promise<ControlRefusal> {
  const target = typeof value === 'number' ? value : Number.NaN;
  if (!Number.isFinite(target)) return refuse('wrong-type');
  const now = () => Number(element.getAttribute('aria-valuenow'));
  const [min, max] = ['aria-valuemin', 'aria-valuemax'].map((name) => Number(element.getAttribute(name) ?? Number.NaN));
  if (target < (min ?? target) || target > (max ?? target)) return refuse('invalid', `${min} – ${max}`);
  const isSpin = element.getAttribute('role') === 'spinbutton';
  const [more, less] = isSpin ? ['ArrowUp', 'ArrowDown'] : ['ArrowRight', 'ArrowLeft'];
  const refusal = focusToFill(element, check);
  if (refusal !== null) return refusal;
  for (let step = 0; step < MAX_STEPS && now() !== target; step += 1) {
    const stepRefusal = step === 0 ? null : check();
    if (stepRefusal !== null) return stepRefusal;
    const before = now();
    dispatchKey(element, before < target ? (more as string) : (less as string));
    await waitForHandlers();
    // Stops at the end of the range, or when the value is past the target because steps are larger.
    if (now() === before || before < target !== now() < target) break;
  }
  removeFocus(element);
  return null;
}
