import type { FieldValue } from '../../contracts/index.ts';
import { type Check, type ControlRefusal, matchChoices, refuse, refuseOption, toList } from './choices.ts';
import { type Choice, readChoices } from './control-value.ts';
import type { Control } from './controls.ts';
import { announceChange, announceInput, focusToFill, removeFocus } from './page-events.ts';

/** Chooses options of a native list. */
export function chooseNative(control: Control, value: FieldValue, check: Check): ControlRefusal {
  const select = control.element as HTMLSelectElement;
  const choices = namedChoices(control, value);
  if (choices.length !== Math.max(1, toList(value).length) && !(select.multiple && toList(value).length === 0))
    return refuseOption(control);
  if (choices.some(({ isDisabled }) => isDisabled)) return refuse('disabled');
  const elements = new Set<HTMLElement>(choices.map(({ element }) => element));
  const labels = choices.map(({ label }) => label);
  const refusal = focusToFill(select, check);
  if (refusal !== null) return refusal;
  const chosen = (readChoices(control) ?? []).filter(({ element }) => elements.has(element));
  if (chosen.some(({ label }) => !labels.includes(label))) return refuseOption(control);
  selectOptions(select, elements);
  removeFocus(select);
  return null;
}

/** The options that a value names; an empty value names the option that says that none was chosen. */
export function namedChoices(control: Control, value: FieldValue): Choice[] {
  const isEmpty = value === '' && !(control.element as HTMLSelectElement).multiple;
  return isEmpty ? emptyChoice(control) : matchChoices(control, value);
}

function emptyChoice(control: Control): Choice[] {
  return (readChoices(control) ?? []).filter((choice) => choice.value === '').slice(0, 1);
}

/** Selects these options and no others, and notifies the page as a user's choice does. */
export function selectOptions(select: HTMLSelectElement, elements: ReadonlySet<HTMLElement>): void {
  for (const option of select.options) {
    if (option.selected !== elements.has(option)) option.selected = elements.has(option);
  }
  announceInput(select, '');
  announceChange(select);
}
