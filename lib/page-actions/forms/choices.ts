import type { FieldRefusal, FieldValue } from '../../contracts/index.ts';
import { type Choice, readChoices } from './control-value.ts';
import type { Control } from './controls.ts';

/**
 * Why a control did not accept a value, with the available options. Null if the value was set. Whether the control
 * keeps the value is checked later.
 */
export type ControlRefusal = { reason: FieldRefusal; message: string } | null;

/**
 * Returns why a control may no longer be filled, or null. Called after the focus events and before the value changes.
 * `isOpen`: its list or calendar is open, which may cover the control or make the rest of the page inert.
 */
export type Check = (options?: { isOpen?: boolean }) => ControlRefusal;

export function refuse(reason: FieldRefusal, message = ''): ControlRefusal {
  return { reason, message };
}

/**
 * The choices that a value names, in its order. Compares the text, then the text without case and spaces, then the
 * page's own value.
 */
export function matchChoices(control: Control, value: FieldValue): Choice[] {
  const choices = readChoices(control) ?? [];
  return toList(value).flatMap((text) => matchChoice(choices, text) ?? []);
}

export function matchChoice(choices: readonly Choice[], text: string): Choice | undefined {
  return (
    choices.find(({ label }) => label === text) ??
    choices.find(({ label }) => foldOption(label) === foldOption(text)) ??
    choices.find((choice) => choice.value !== '' && choice.value === text)
  );
}

export function foldOption(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

export function toList(value: FieldValue): string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === '' ? [] : [String(value)];
}

const MAX_LISTED = 20;

export function refuseOption(control: Control): ControlRefusal {
  const labels = (readChoices(control) ?? []).map(({ label }) => label).filter((label) => label !== '');
  return refuse('no-such-option', labels.slice(0, MAX_LISTED).join(' | '));
}
