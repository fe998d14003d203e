import type {
  FieldValue,
  FieldValues,
  FormDraft,
  FormProposal,
  ProposedField,
  ThreadState,
  Tool,
  ValueOrigin,
} from '../contracts/index.ts';
import { hasUnspacedText } from '../text/index.ts';
import { parseOrigin } from './addresses.ts';
import { untrustedTexts, userTexts } from './provenance.ts';

/**
 * Adds the origin of each value to a form. Text that the user wrote verbatim counts as the user's own, and so does a
 * date or time that they wrote in another way. Any other value must be ticked, because a page may have influenced the
 * model.
 */
export function withOrigins(draft: FormDraft, state: ThreadState, tools: readonly Tool[]): FormProposal {
  const own = userTexts(state).map(foldText);
  const read = untrustedTexts(state, tools).map(({ source, text }) => ({ source, text: foldText(text) }));
  const page = parseOrigin(draft.url);
  const originFor = ({ field, value, spellings }: FormDraft['fields'][number]): ValueOrigin => {
    if (value === null) return { type: 'user' };
    const ways = [listTextsToFind(value, field.label), ...spellings.map((each) => [foldText(each)])];
    const isIn = (text: string) =>
      ways.some((texts) => texts.length > 0 && texts.every((each) => hasWords(text, each)));
    if (own.some(isIn)) return { type: 'user' };
    const sources = read.filter(({ text }) => isIn(text)).map(({ source }) => source);
    if (sources.some((source) => source === page)) return { type: 'page' };
    const [name] = sources;
    return name === undefined ? { type: 'unknown' } : { type: 'source', name };
  };
  const fields = draft.fields.map((each) => {
    const { spellings: _, ...proposed } = each;
    return { ...proposed, origin: originFor(each) };
  });
  return { ...draft, fields };
}

/** In characters. */
const MIN_LABEL = 4;

/**
 * Returns the texts that must occur in a source for a value to come from there: those of the value or, for a checkbox,
 * its label.
 */
function listTextsToFind(value: FieldValue, label: string): string[] {
  // A word such as "the" does not identify a checkbox.
  if (typeof value === 'boolean') return label.length < MIN_LABEL ? [] : [foldText(label)];
  return [value].flat().map((each) => foldText(String(each)));
}

/** Whether the user has to tick a value before it is filled in. */
export function needsTick({ origin, value }: ProposedField): boolean {
  return value !== null && origin.type !== 'user';
}

/**
 * Returns the values that may be written into a form, or given to a tool of a page. Null if the answer from the card
 * does not match what it showed. A value that the user changed counts as the user's own. The card omits values that had
 * to be ticked but were not.
 */
export function approvedValues(
  { fields, tool }: FormProposal,
  { values, ticked }: { values: FieldValues; ticked: readonly string[] },
): FieldValues | null {
  const entries = Object.entries(values);
  const isApproved = ([key, value]: [string, FieldValue]) => {
    const proposed = fields.find(({ field }) => field.key === key);
    if (proposed?.field.state !== 'open') return false;
    if (JSON.stringify(proposed.value) === JSON.stringify(value)) return !needsTick(proposed) || ticked.includes(key);
    const { options } = proposed.field;
    return options === null || [value].flat().every((each) => each === '' || options.includes(String(each)));
  };
  const isWhole = tool === undefined ? entries.length > 0 : hasRequiredArguments(fields, values);
  return isWhole && entries.every(isApproved) ? values : null;
}

/**
 * Whether a tool of a page gets every argument that it requires: the user may have left one out. It may have no
 * arguments at all.
 */
export function hasRequiredArguments(fields: FormProposal['fields'], values: FieldValues): boolean {
  return fields.every(({ field }) => !field.isRequired || Object.hasOwn(values, field.key));
}

/**
 * Folds a text to lower-case words separated by single spaces, without characters that can be written in several ways.
 */
function foldText(text: string): string {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ` ${folded} `;
}

function hasWords(text: string, words: string): boolean {
  if (words.trim() === '') return false;
  if (text.includes(words)) return true;
  if (hasUnspacedText(words)) return text.replaceAll(' ', '').includes(words.replaceAll(' ', ''));
  // Phone numbers, account numbers and similar numbers are grouped in various ways.
  const digits = words.replaceAll(' ', '');
  return /^\d{6,}$/.test(digits) && text.replace(/(?<=\d) (?=\d)/g, '').includes(digits);
}
