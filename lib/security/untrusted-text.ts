import { markLookAlikes, markLookAlikeWords } from './look-alikes.ts';

const CONSONANTS = 'bcdfghjklmnprstvwxyz';
const VOWELS = 'aeiou';
const SYLLABLES = 6;

/** The source of a regular expression for a delimiter, without groups. */
export const DELIMITER_PATTERN = `[${CONSONANTS}][${VOWELS}]`.repeat(SYLLABLES);

/** The source of a regular expression for the line before or after an untrusted text. */
export const DELIMITER_LINE = `\\[(?:data|end) ${DELIMITER_PATTERN}\\]`;

/**
 * Returns a delimiter that pages cannot guess: one of 10^12, derived from a run's random id. It is constant for all
 * requests of a run, so that prompt caching works. Syllables take 12 tokens around a text, compared with up to 68 for
 * 32 hexadecimal digits, in every request and for every text in it.
 */
export function delimiterFor(runId: string): string {
  return Array.from({ length: SYLLABLES }, (_, index) => {
    const bits = hash(`${index}:${runId}`);
    return `${CONSONANTS[bits % CONSONANTS.length]}${VOWELS[(bits >>> 16) % VOWELS.length]}`;
  }).join('');
}

/**
 * Wraps a text in two delimiter lines. If the text itself contains the delimiter, that is replaced with a mark, because
 * removing it could join the surrounding text to another delimiter.
 */
export function wrapUntrustedText(text: string, delimiter: string): string {
  return `[data ${delimiter}]\n${text.replaceAll(delimiter, '…')}\n[end ${delimiter}]`;
}

/** FNV-1a with a final mix. It does not need to be secret, because its input is random. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/**
 * Control characters, marks that reorder text, are invisible or overlay letters, private-use and unassigned characters,
 * and unusual spaces.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: Each mark is meant by itself.
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u2800\u0334-\u0338\u0488\u0489\u20D2-\u20E4]/gu;

/**
 * Marks of one letter beyond the four that scripts need. When stacked, they are drawn over the lines above and below.
 */
const STACKED_MARK = /(?<=\p{M}{4})\p{M}/gu;

/**
 * Makes every character of a text visible: invisible and reordering ones, those of a stack of marks, and letters of
 * other scripts within a Latin word, are written as `\u{202e}`.
 */
export function visibleText(text: string): string {
  return markLookAlikes(withoutUnseen(text), escapeCharacter);
}

/**
 * Like `visibleText`, also for words that consist of letters of another script which look like Latin ones, unless
 * `context`, the text around it, has other letters of that script.
 */
export function visibleLatin(text: string, context: string = text): string {
  return markLookAlikeWords(withoutUnseen(text), context, escapeCharacter);
}

function withoutUnseen(text: string): string {
  return text.replace(STACKED_MARK, escapeCharacter).replace(UNSEEN, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** Maximum length of a title in a prompt, in characters. */
const MAX_TITLE = 200;

/** Returns the title of a page in the form used in prompts: on one line, in quotation marks. */
export function quotedTitle(title: string): string {
  return JSON.stringify(title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE));
}
