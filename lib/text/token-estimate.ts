import {
  AFTER_OTHER_LETTER,
  CONTROL_CHARACTER,
  CYRILLIC_PAIRS,
  DIGIT,
  LATIN_LETTERS,
  LATIN_PAIRS,
  LINE_BREAK,
  SIGN,
  SPACE,
  UPPER_CASE,
  WORD,
} from './letter-costs.ts';
import { COST_BY_BYTES, SCRIPT_COSTS, type ScriptCost, UNKNOWN_WORD } from './script-costs.ts';

/**
 * Estimates the tokens of a text without a tokenizer, in any script: the median of six current tokenizers. Never 0
 * unless the text is empty. The estimate of two concatenated texts is the sum of both, within three tokens, and never
 * less than that of one.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(estimateHundredths(text) / 100);
}

/** No current tokenizer counts less than this share of the estimate, in any language that models have learned well. */
export const MIN_SHARE_OF_ESTIMATE = 0.48;

/** The beginning of a text with about `tokens` tokens. The whole text if it has no more. */
export function textAtStart(text: string, tokens: number): string {
  let remainingCost = tokens * 100;
  for (let start = 0; start < text.length; start += STRIDE) {
    const part = text.slice(start, start + STRIDE);
    const cost = estimateHundredths(part);
    if (cost > remainingCost)
      return text.slice(0, characterStart(text, start + Math.floor((part.length * remainingCost) / cost)));
    remainingCost -= cost;
  }
  return text;
}

/** The end of a text with about `tokens` tokens. The whole text if it has no more. */
export function textAtEnd(text: string, tokens: number): string {
  let remainingCost = tokens * 100;
  for (let end = text.length; end > 0; end -= STRIDE) {
    const part = text.slice(Math.max(0, end - STRIDE), end);
    const cost = estimateHundredths(part);
    if (cost > remainingCost)
      return text.slice(characterStart(text, end - Math.floor((part.length * remainingCost) / cost)));
    remainingCost -= cost;
  }
  return text;
}

/**
 * Number of characters that are estimated together: few enough for a proportional cut, and enough that words cut at
 * both ends make no difference.
 */
const STRIDE = 512;

/** `index`, or the one before it if it is in the middle of a surrogate pair. */
function characterStart(text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}

/**
 * The kind of the previous character, as far as it affects the cost of the next one. From `FIRST_SCRIPT` on: a letter
 * of a script.
 */
const NOTHING = 0;
const LATIN = 1;
const OTHER_LATIN = 2;
const CYRILLIC = 3;
const OTHER_CYRILLIC = 4;
const UNKNOWN_SCRIPT = 5;
const FIRST_SCRIPT = 6;

/** One pass without allocations, since pages have up to two million characters. */
function estimateHundredths(text: string): number {
  tables ??= buildTables();
  const { latinPairs, cyrillicPairs, kinds, kindCosts, kindWords, kindStates } = tables;
  let sum = 0;
  let state = NOTHING;
  let previous = -1;
  for (let index = 0; index < text.length; index++) {
    let code = text.charCodeAt(index);
    if (code < 0x80) {
      const letter = (code | 0x20) - 0x61;
      if (letter >= 0 && letter < 26) {
        if (state === LATIN) {
          sum += latinPairs[((previous | 0x20) - 0x61) * 26 + letter] ?? 0;
          if (code < 0x61) sum += previous < 0x61 ? UPPER_CASE.afterUpper : UPPER_CASE.afterLower;
        } else sum += state === OTHER_LATIN ? AFTER_OTHER_LETTER.latin : WORD.latin;
        state = LATIN;
      } else {
        sum += asciiCost(code, previous);
        state = NOTHING;
      }
    } else if (code >= 0x0410 && code <= 0x044f) {
      if (state === CYRILLIC) {
        sum += cyrillicPairs[(((previous - 0x10) & 31) << 5) + ((code - 0x10) & 31)] ?? 0;
        if (code < 0x0430) sum += UPPER_CASE.afterUpper;
      } else sum += state === OTHER_CYRILLIC ? AFTER_OTHER_LETTER.cyrillic : WORD.cyrillic;
      state = CYRILLIC;
    } else {
      if (code >= 0xd800 && code <= 0xdfff) {
        code = text.codePointAt(index) ?? code;
        if (code > 0xffff) index++;
      }
      const kind = code > 0xffff ? kindBeyondBmp(code) : (kinds[code] ?? 0);
      sum += kindCosts[kind] ?? 0;
      const next = kindStates[kind] ?? NOTHING;
      if (next === KEEPS_STATE) continue;
      if (
        next !== state &&
        !(next === OTHER_LATIN && state === LATIN) &&
        !(next === OTHER_CYRILLIC && state === CYRILLIC)
      )
        sum += kindWords[kind] ?? 0;
      state = next;
    }
    previous = code;
  }
  return sum;
}

/** The cost of signs and blanks: tokenizers combine several of them into one token, especially repetitions. */
function asciiCost(code: number, previous: number): number {
  if (code >= 0x30 && code <= 0x39) return previous === 0x20 ? DIGIT.afterSpace : DIGIT.usual;
  if (code === 0x20 || code === 0x09 || code === 0x0d)
    return code === previous ? SPACE.same : previous === 0x0a ? SPACE.indent : SPACE.first;
  if (code === 0x0a) return code === previous ? LINE_BREAK.same : LINE_BREAK.first;
  if (code < 0x20 || code === 0x7f) return CONTROL_CHARACTER;
  if (code === previous) return SIGN.same;
  return isAsciiSign(previous) ? SIGN.next : SIGN.first;
}

function isAsciiSign(code: number): boolean {
  return (
    (code > 0x20 && code < 0x30) ||
    (code > 0x39 && code < 0x41) ||
    (code > 0x5a && code < 0x61) ||
    (code > 0x7a && code < 0x7f)
  );
}

/** `kinds`: the kind of each character below U+10000, an index into the other tables. */
type CostTables = {
  latinPairs: Uint8Array;
  cyrillicPairs: Uint8Array;
  kinds: Uint8Array;
  kindCosts: readonly number[];
  kindWords: readonly number[];
  kindStates: readonly number[];
};

let tables: CostTables | null = null;

/** For characters that belong to the previous one: combining marks, variation selectors. */
const KEEPS_STATE = -1;
/** Kinds of characters without a row, by their length in UTF-8: two bytes (0), three and four. */
const THREE_BYTES = 1;
const FOUR_BYTES = 2;
const FIRST_ROW = 3;
const FIRST_LATIN_LETTERS = FIRST_ROW + SCRIPT_COSTS.length;

function buildTables(): CostTables {
  const kinds = new Uint8Array(0x10000);
  kinds.fill(THREE_BYTES, 0x800);
  for (const [index, { from, to }] of SCRIPT_COSTS.entries()) {
    if (from <= 0xffff) kinds.fill(FIRST_ROW + index, from, to + 1);
  }
  for (const [index, [letters]] of LATIN_LETTERS.entries()) {
    for (const letter of letters + letters.toUpperCase()) {
      const code = letter.charCodeAt(0);
      if (code >= 0xc0) kinds[code] = FIRST_LATIN_LETTERS + index;
    }
  }
  const latin = LATIN_LETTERS.map(([, character]) => ({ character, word: WORD.latin, state: OTHER_LATIN }));
  const unknown = ([2, 3, 4] as const).map((bytes) => ({
    character: COST_BY_BYTES[bytes],
    word: UNKNOWN_WORD,
    state: UNKNOWN_SCRIPT,
  }));
  const rows = SCRIPT_COSTS.map((row) => ({ ...row, state: stateAfter(row) }));
  const all = [...unknown, ...rows, ...latin];
  return {
    latinPairs: readPairs(LATIN_PAIRS),
    cyrillicPairs: readPairs(CYRILLIC_PAIRS),
    kinds,
    kindCosts: all.map(({ character }) => character),
    kindWords: all.map(({ word }) => word),
    kindStates: all.map(({ state }) => state),
  };
}

function stateAfter({ from, word }: ScriptCost): number {
  if ((from >= 0x0300 && from <= 0x036f) || (from >= 0xfe00 && from <= 0xfe0f)) return KEEPS_STATE;
  if (word === 0) return NOTHING;
  if (from < 0x0300 || (from >= 0x1e00 && from < 0x1f00)) return OTHER_LATIN;
  if (from >= 0x0400 && from < 0x0530) return OTHER_CYRILLIC;
  // Scripts that share 256 code points never occur in the same word.
  return FIRST_SCRIPT + (from >> 8);
}

function readPairs(rows: readonly string[]): Uint8Array {
  return Uint8Array.from(rows.join(''), (digit) => Number.parseInt(digit, 36) * 3);
}

/** There are few rows beyond U+FFFF, so they are searched linearly, from the last one. */
const ROWS_BEYOND_BMP = SCRIPT_COSTS.map((row, index) => ({ ...row, kind: FIRST_ROW + index }))
  .filter(({ from }) => from > 0xffff)
  .reverse();

function kindBeyondBmp(code: number): number {
  for (const { from, to, kind } of ROWS_BEYOND_BMP) if (code >= from && code <= to) return kind;
  return FOUR_BYTES;
}
