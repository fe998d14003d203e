import type { FieldSchema, FieldValue } from '../../contracts/index.ts';
import { attribute, getTagName } from '../../page-reader/dom/index.ts';
import { isMultiple, listOptions } from './control-value.ts';
import type { Control } from './controls.ts';
import { isoDate } from './dates.ts';

const PATTERNS: Readonly<Record<string, string>> = {
  time: '^\\d{2}:\\d{2}$',
  datetime: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$',
  month: '^\\d{4}-\\d{2}$',
  week: '^\\d{4}-W\\d{2}$',
  color: '^#[0-9a-fA-F]{6}$',
};
const FORMATS: Readonly<Record<string, string>> = { email: 'email', url: 'uri' };
const MAX_PATTERN = 200;

/** The JSON Schema of the values that a control can have. `value`: its current value. */
export function fieldSchema(control: Control, description: string, value: FieldValue): FieldSchema {
  const { kind, element } = control;
  const preset = isEmpty(value) ? {} : { default: value };
  switch (kind) {
    case 'checkbox':
      return { type: 'boolean', description, default: value };
    case 'number':
    case 'slider':
    case 'spinbutton':
      return { ...numberSchema(element, description), ...preset };
    case 'select':
    case 'listbox':
    case 'radios':
    case 'checkboxes':
    case 'combobox': {
      const options = listOptions(control);
      const choice = options === null || options.length === 0 ? {} : { enum: options };
      if (isMultiple(control)) return { type: 'array', description, items: { type: 'string', ...choice }, ...preset };
      return { type: 'string', description, ...choice, ...preset };
    }
    case 'date':
    case 'calendar':
      return { type: 'string', description, format: 'date', ...(isoDate(String(value)) === null ? {} : preset) };
    case 'time':
    case 'datetime':
    case 'month':
    case 'week':
    case 'color':
      return { type: 'string', description, pattern: PATTERNS[kind] ?? '', ...preset };
    default:
      return { ...textSchema(element, description), ...preset };
  }
}

function isEmpty(value: FieldValue): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function numberSchema(element: HTMLElement, description: string): FieldSchema {
  const isInput = getTagName(element) === 'input';
  const read = (name: string) => {
    // Some spin buttons are text fields with these attributes.
    const raw = (isInput ? attribute(element, name) : null) ?? attribute(element, `aria-value${name}`) ?? '';
    return raw === '' || !Number.isFinite(Number(raw)) ? null : Number(raw);
  };
  const minimum = read('min');
  const maximum = read('max');
  const step = isInput ? attribute(element, 'step') : 'any';
  const stepSize = step === null || step === '' ? 1 : Number(step);
  const hasWholeSteps = isInput && Number.isInteger(stepSize) && Number.isInteger(minimum ?? 0);
  return {
    type: hasWholeSteps ? 'integer' : 'number',
    description,
    ...(minimum === null ? {} : { minimum }),
    ...(maximum === null ? {} : { maximum }),
    ...(Number.isFinite(stepSize) && stepSize > 1 && (minimum ?? 0) % stepSize === 0 ? { multipleOf: stepSize } : {}),
  };
}

function textSchema(element: HTMLElement, description: string): FieldSchema {
  const { type = '', minLength = -1, maxLength = -1 } = element as HTMLInputElement;
  const format = FORMATS[type];
  const pattern = attribute(element, 'pattern') ?? '';
  const hasPattern = pattern !== '' && pattern.length <= MAX_PATTERN;
  return {
    type: 'string',
    description,
    ...(format === undefined ? {} : { format }),
    ...(hasPattern ? { pattern: `^(?:${pattern})$` } : {}),
    ...(minLength > 0 ? { minLength } : {}),
    ...(maxLength >= 0 ? { maxLength } : {}),
  };
}
