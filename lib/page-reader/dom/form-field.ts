import { namesSecret } from '../../language/index.ts';
import { oneLine } from '../../text/index.ts';
import { attribute, findAll, getParent, getTagName, getTextContent, hidesTyping, isRendered, matches } from './dom.ts';

const VISIBLE_TYPES = new Set([
  '',
  'text',
  'search',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'time',
  'datetime-local',
  'month',
  'week',
  'range',
  'color',
]);
const SECRET_AUTOCOMPLETE = /(?:^|\s)(?:cc-|one-time-code|current-password|new-password)/i;
/** Components of lists have this on a field in which nobody can type, so that browsers suggest nothing (Ant Design). */
const LIST_ONLY = '[role="combobox"][readonly][autocomplete="new-password"]';

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Whether the value of this field, or of an element used as one, is sensitive: a password, a code, a payment card or a
 * hidden value.
 */
export function isSecret(field: Element): boolean {
  if (getTagName(field) === 'input') {
    const type = readType(field);
    if (type === 'hidden' || type === 'file') return true;
  }
  if (hasSecretType(field)) return true;
  // A password shown by its "eye" button is in a text field, so only the field's name reveals it.
  const labels = [...((field as HTMLInputElement).labels ?? [])].map(getTextContent);
  if ([...namesOfField(field), ...labels].some(namesSecret)) return true;
  return hidesTyping(field) || looksLikePassword(field);
}

/** Whether the type or `autocomplete` of a field marks it as one for a password, a code or payment data. */
export function hasSecretType(field: Element): boolean {
  if (getTagName(field) === 'input' && readType(field) === 'password') return true;
  return SECRET_AUTOCOMPLETE.test(attribute(field, 'autocomplete') ?? '') && !matches(field, LIST_ONLY);
}

/** Attributes that name a field for the user, the page's server, frameworks or payment services. */
const NAMES = [
  'name',
  'id',
  'placeholder',
  'aria-label',
  'title',
  'aria-placeholder',
  'data-placeholder',
  'formcontrolname',
  'ng-model',
  'data-testid',
  'data-stripe',
  'data-braintree-name',
  'data-encrypted-name',
  'data-checkout',
  'data-recurly',
  'data-openpay-card',
  'data-conekta',
];

/** The names of a field in its own attributes. */
export function namesOfField(field: Element): string[] {
  return NAMES.map((name) => attribute(field, name) ?? '');
}

/** Hints and values that consist of the dots of a hidden password. */
const DOTS = /^\s*[•●⬤∙]{3,}\s*$/;
/** Short names of password fields in code. They mean other things as well. */
const SHORT_NAME = /(?:^|[^a-z])(?:pw|psw|pswd|pass)\d*$/i;
const ACCOUNT_NAME = /(?:^|[^a-z])(?:user(?:.?(?:name|id))?|login|e?-?mail|account|uid)(?![a-z])/i;
const TYPED_TEXT =
  'input:not([type]), input:is([type="text" i], [type="email" i], [type="tel" i], [type="password" i])';
/** Signing in takes an account, a password, and at most one more field. */
const MAX_SIGN_IN_FIELDS = 3;

/**
 * Whether a text field is for a password although neither its type nor its name says so: it shows dots as its hint or its
 * value, a button drawn in it shows and hides a password, or it has a short name beside an account's in a form to sign in.
 */
export function looksLikePassword(field: Element): boolean {
  if (!matches(field, TYPED_TEXT)) return false;
  if (DOTS.test(attribute(field, 'placeholder') ?? '') || DOTS.test((field as HTMLInputElement).value)) return true;
  return hasRevealButton(field) || isNamedBesideAccount(field);
}

/** Whether the only field of a wrapper has a button without text there that is named after a secret. */
function hasRevealButton(field: Element): boolean {
  let around = getParent(field);
  for (let depth = 0; around !== null && depth < 2; depth += 1, around = getParent(around)) {
    if (findAll(around, 'input:not([type="hidden" i])').length > 1) return false;
    const buttons = [...findAll(around, 'button, [role="button"]')].filter(
      (each) => getTextContent(each).trim() === '',
    );
    if (buttons.some((each) => namesSecret(attribute(each, 'aria-label') ?? attribute(each, 'title') ?? '')))
      return true;
  }
  return false;
}

function isNamedBesideAccount(field: Element): boolean {
  if (!namesOfField(field).some((name) => SHORT_NAME.test(separateWords(name)))) return false;
  const { form } = field as HTMLInputElement;
  const fields = form === null ? [] : [...findAll(form, TYPED_TEXT)];
  if (fields.length > MAX_SIGN_IN_FIELDS) return false;
  return fields.some((each) => {
    if (each === field) return false;
    const names = [...namesOfField(each), attribute(each, 'autocomplete') ?? '', attribute(each, 'type') ?? ''];
    return names.some((name) => ACCOUNT_NAME.test(separateWords(name)));
  });
}

/** `userPass` as `user Pass`. */
function separateWords(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2');
}

/** Formats a form field as displayed: `[label: value]`, `[x]` for a checked box, '' if it is empty or secret. */
export function fieldMarkdown(field: Field): string {
  if (isSecret(field)) return '';
  switch (field.localName) {
    case 'select': {
      const optionTexts = [...(field as HTMLSelectElement).selectedOptions].map((option) => oneLine(option.text, 100));
      return labelled(field, optionTexts.filter((text) => text !== '').join(', '));
    }
    case 'textarea':
      return labelled(field, oneLine(field.value, 10_000));
    default:
      return inputMarkdown(field as HTMLInputElement);
  }
}

function inputMarkdown(input: HTMLInputElement): string {
  const type = readType(input);
  if (type === 'checkbox') return `${input.checked ? '[x]' : '[ ]'}${nameOfSwatch(input)}`;
  if (type === 'radio') return `${input.checked ? '(x)' : '( )'}${nameOfSwatch(input)}`;
  if (type === 'submit' || type === 'button' || type === 'reset') return oneLine(input.value, 100);
  return VISIBLE_TYPES.has(type) ? labelled(input, oneLine(input.value, 1000)) : '';
}

/**
 * The name of a box to tick whose label shows a colour or a picture instead of words, with a space before it, or ''.
 */
function nameOfSwatch(input: HTMLInputElement): string {
  const label = input.labels?.[0];
  if (!label?.contains(input) || getTextContent(label).trim() !== '') return '';
  const name = attribute(input, 'aria-label') || attribute(label, 'aria-label') || attribute(label, 'title') || '';
  return name === '' ? '' : ` ${oneLine(name, 80)}`;
}

function readType(field: Element): string {
  return (attribute(field, 'type') ?? '').toLowerCase();
}

function labelled(field: Field, value: string): string {
  if (value === '') return '';
  const label = readVisibleLabel(field);
  return label === '' ? `[${value}]` : `[${label}: ${value}]`;
}

/** Only visible labels: an `aria-label` is not displayed. */
function readVisibleLabel(field: Field): string {
  const label = field.labels?.[0];
  if (!label || !isRendered(label)) return '';
  const own = [...label.childNodes].filter(
    (node) => node !== field && node.nodeName !== 'SELECT' && node.nodeName !== 'TEXTAREA',
  );
  return oneLine(own.map((node) => node.textContent ?? '').join(' '), 80).replace(/[:*\s]+$/, '');
}
