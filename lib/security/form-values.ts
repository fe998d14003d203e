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
import { parseOrigin } from './addresses.ts';
import { untrustedTexts, userTexts } from './provenance.ts';

/**
 * A form with where each of its values was found. What the user wrote as it stands is the user's own; all else has to be ticked, since
 * a page may have brought the model to it.
 */
export function withOrigins(draft: FormDraft, state: ThreadState, tools: readonly Tool[]): FormProposal {
  const own = userTexts(state).map(foldText);
  const read = untrustedTexts(state, tools).map(({ source, text }) => ({ source, text: foldText(text) }));
  const page = parseOrigin(draft.url);
  const originFor = ({ field, value }: Omit<ProposedField, 'origin'>): ValueOrigin => {
    if (value === null) return { type: 'user' };
    const texts = listTextsToFind(value, field.label);
    const isIn = (text: string) => texts.length > 0 && texts.every((each) => hasWords(text, each));
    if (own.some(isIn)) return { type: 'user' };
    const sources = read.filter(({ text }) => isIn(text)).map(({ source }) => source);
    if (sources.some((source) => source === page)) return { type: 'page' };
    const [name] = sources;
    return name === undefined ? { type: 'unknown' } : { type: 'source', name };
  };
  return { ...draft, fields: draft.fields.map((each) => ({ ...each, origin: originFor(each) })) };
}

/** In characters. */
const MIN_LABEL = 4;

/** What has to be written somewhere for a value to be from there: the words of it; for a box, those of its label. */
function listTextsToFind(value: FieldValue, label: string): string[] {
  // A word such as "the" says nothing about a box.
  if (typeof value === 'boolean') return label.length < MIN_LABEL ? [] : [foldText(label)];
  if (Array.isArray(value)) return value.map((each) => foldText(each));
  return [foldText(String(value))];
}

/** Whether the user has to tick a value before it is filled in. */
export function needsTick({ origin, value }: ProposedField): boolean {
  return value !== null && origin.type !== 'user';
}

/**
 * The values that may be written into a form; null if the answer of a card does not fit what it showed. A value that the user has
 * changed is the user's own. One that had to be ticked and was not is left out by the card.
 */
export function approvedValues(
  { fields }: FormProposal,
  { values, ticked }: { values: FieldValues; ticked: readonly string[] },
): FieldValues | null {
  const entries = Object.entries(values);
  const isApproved = ([key, value]: [string, FieldValue]) => {
    const proposed = fields.find(({ field }) => field.key === key);
    if (proposed?.field.state !== 'open') return false;
    if (isEqual(proposed.value, value)) return !needsTick(proposed) || ticked.includes(key);
    const { options } = proposed.field;
    return options === null || [value].flat().every((each) => each === '' || options.includes(String(each)));
  };
  return entries.length > 0 && entries.every(isApproved) ? values : null;
}

function isEqual(one: FieldValue | null, other: FieldValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Words in lower case, with one space between them and none of the signs that are written in several ways. */
function foldText(text: string): string {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ` ${folded} `;
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function hasWords(text: string, words: string): boolean {
  if (words.trim() === '') return false;
  if (text.includes(words)) return true;
  if (UNSPACED.test(words)) return text.replaceAll(' ', '').includes(words.replaceAll(' ', ''));
  // Numbers of telephones, accounts and the like are grouped in many ways.
  const digits = words.replaceAll(' ', '');
  return /^\d{6,}$/.test(digits) && text.replace(/(?<=\d) (?=\d)/g, '').includes(digits);
}
