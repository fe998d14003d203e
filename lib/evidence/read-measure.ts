import { memoize } from '../control-flow/index.ts';
import { HALF_AFTER_UNIT, HALF_BEFORE_NUMBER, HALF_BEFORE_UNIT, TENTHS, UNIT_LINK } from '../language/index.ts';
import { findCurrency } from './currencies.ts';
import type { Lexicon } from './lexicon.ts';
import { findUnit, type Measure } from './units.ts';

const GAP = /^[ -]?/;

export function readMagnitude(text: string, at: number, lexicon: Lexicon): { value: number; end: number } | null {
  const gap = GAP.exec(text.slice(at, at + 1))?.[0].length ?? 0;
  const match = lexicon.magnitudes.match(text, at + gap, { unspaced: lexicon.isUnspaced });
  if (match) {
    // "тыс." and "Mio."
    const end =
      text[match.end] === '.' && /^\.\s?[\p{L}€$£]/u.test(text.slice(match.end, match.end + 3)) && match.end - at < 6
        ? match.end + 1
        : match.end;
    return { value: match.value, end };
  }
  // In Scandinavian languages, "Mkr" is a million crowns.
  const crowns = /^(t|M|m|md|Md)(?=kr(?!\p{L}))/u.exec(text.slice(at + gap, at + gap + 5))?.[1];
  if (crowns) return { value: { t: 1e3, m: 1e6, md: 1e9 }[crowns.toLowerCase()] ?? 1, end: at + gap + crowns.length };
  // Signs in upper case directly after the digits, or before a currency: "$5M", "3.2B", "10K", "4,5 M€".
  const sign = /^([KMB])(?![\p{L}\d])/u.exec(text.slice(at + gap, at + gap + 2))?.[1];
  if (sign && (gap === 0 || /^[€$£]/.test(text.slice(at + gap + 1))))
    return { value: { K: 1e3, M: 1e6, B: 1e9 }[sign] ?? 1, end: at + gap + 1 };
  return null;
}

/** Reads a magnitude directly after the digits of an amount: "£402m", "NOK 20bn". */
export function readShortMagnitude(text: string, at: number): { value: number; end: number } | null {
  const sign = /^(?:k|mn?|bn?|tn)(?![\p{L}\d])/u.exec(text.slice(at, at + 3))?.[0];
  return sign ? { value: { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }[sign[0] ?? ''] ?? 1, end: at + sign.length } : null;
}

export const STEP_OF_FRACTION = 0.01;

/** A unit with what words around it add to its number. */
type Quantity = { measure: { measure: Measure; end: number } | null; at: number; fraction: number; factor: number };

/**
 * Reads the unit behind a number, and the fraction in words before or behind it: "two and a half hours", "deux heures
 * et demie". Tenths are a percentage: 三成 is 30 %.
 */
export function readQuantity(
  text: string,
  { start, end, hasMagnitude }: { start: number; end: number; hasMagnitude: boolean },
  lexicon: Lexicon,
): Quantity {
  const { language } = lexicon;
  const tenths = TENTHS[language]?.exec(text.slice(end, end + 2));
  if (tenths) {
    const stop = end + tenths[0].length;
    return { measure: { measure: { type: 'percent' }, end: stop }, at: stop, fraction: 0, factor: 10 };
  }
  const before = readFraction(text.slice(Math.max(0, start - 8), start), HALF_BEFORE_NUMBER[language]);
  const inside = readFraction(text.slice(end, end + 20), HALF_BEFORE_UNIT[language]);
  const at = end + inside.length;
  const measure = readMeasure(text, at, lexicon);
  const after = readFraction(text.slice(measure?.end ?? at, (measure?.end ?? at) + 20), HALF_AFTER_UNIT[language]);
  const isAfter = measure !== null || hasMagnitude;
  const fraction = before.value + inside.value + (isAfter ? after.value : 0);
  return {
    measure: measure && { ...measure, end: measure.end + after.length },
    at: measure === null && isAfter ? at + after.length : at,
    fraction,
    factor: 1,
  };
}

export function readFraction(
  text: string,
  words: readonly (readonly [RegExp, number])[] = [],
): { value: number; length: number } {
  for (const [pattern, value] of words) {
    const match = pattern.exec(text);
    if (match) return { value, length: match[0].length };
  }
  return { value: 0, length: 0 };
}

/** A unit that is not in any list is recognized by a capital letter inside: "kVA". */
const UNKNOWN_UNIT = /^ ?([a-zµ]{1,2}[A-Z][A-Za-z]{0,2})(?![\p{L}\d])/u;

export function readMeasure(text: string, at: number, lexicon: Lexicon): { measure: Measure; end: number } | null {
  const gap = UNIT_LINK.exec(text.slice(at, at + 5))?.[0].length ?? 0;
  for (const from of new Set([at + gap, at])) {
    const symbol = lexicon.symbols.match(text, from, { exactCase: true });
    const name = lexicon.measures.match(text, from, { unspaced: lexicon.isUnspaced });
    const best = symbol && (!name || symbol.end >= name.end) ? symbol : name;
    if (!best || isOtherSense(text, at, from, best.end, best.value)) continue;
    // In "every further one £55", the sign belongs to the next figure.
    if (best === symbol && best.value.type === 'currency' && from > at && /^\d/.test(text.slice(best.end))) continue;
    return { measure: best.value, end: best.end };
  }
  const degrees = /^([CF])(?![\p{L}\d])/u.exec(text.slice(at, at + 2))?.[1];
  if (degrees && /\d\d$/.test(text.slice(at - 2, at)))
    return { measure: findUnit(degrees === 'C' ? 'celsius' : 'fahrenheit'), end: at + 1 };
  const unknown = UNKNOWN_UNIT.exec(text.slice(at, at + 8));
  return unknown ? { measure: findUnit(unknown[1] ?? ''), end: at + unknown[0].length } : null;
}

/**
 * Whether one letter after a space is not a unit, as in "5 in the morning" and "3 A matches". In running text, a
 * capital letter is a unit only directly after the digits.
 */
function isOtherSense(text: string, at: number, from: number, end: number, measure: Measure): boolean {
  const word = text.slice(from, end);
  if (/^[A-Z]$/.test(word) && from > at && measure.type === 'unit' && !/^[\s,.;:)|]|^$/.test(text.slice(end, end + 1)))
    return true;
  // "1901 l'ingénieur"
  if (word.length === 1 && /^'\p{L}/u.test(text.slice(end, end + 2))) return true;
  if (word === 'in' && /^[)\]]/.test(text.slice(end, end + 1))) return false;
  return /^(?:in|a|an|c)$/.test(word);
}

const percentPatterns = memoize(({ percentBefore }: Lexicon): readonly RegExp[] =>
  percentBefore.map((word) => new RegExp(`(?<!\\p{L})${word}\\s?$`, 'iu')),
);

export function readMeasureBefore(
  text: string,
  start: number,
  lexicon: Lexicon,
): { measure: Measure; start: number } | null {
  const head = text.slice(Math.max(0, start - 16), start);
  for (const pattern of percentPatterns(lexicon)) {
    const match = pattern.exec(head);
    if (match) return { measure: { type: 'percent' }, start: start - match[0].length };
  }
  const percent = /%\s?$/.exec(head);
  if (percent && lexicon.language === 'tr') return { measure: { type: 'percent' }, start: start - percent[0].length };
  const sign = /(?<![\p{L}\d])((?:[A-Z]{1,3})?[$€£¥₹₩₽₺₴₪₫฿₱₦]|[A-Z]{3}|Rs\.?|kr\.?|CHF|Fr\.|RMB|TL)\s?[-+]?$/u.exec(
    head,
  );
  const name = sign?.[1];
  if (!sign || !name) return null;
  const measure = lexicon.symbols.get(name) ?? (/^[A-Z]{3}$/.test(name) ? undefined : findCurrency(name));
  return measure?.type === 'currency' ? { measure, start: start - sign[0].length } : null;
}

const perPattern = memoize(({ facts }: Lexicon): RegExp => {
  const words = facts.per.filter((per) => !per.endsWith('~')).map((per) => per.replaceAll('’', "'"));
  return new RegExp(`^\\s(?:${words.join('|') || '(?!)'})[ ']?`, 'iu');
});

export function readPer(text: string, at: number, lexicon: Lexicon): string | null {
  const rest = text.slice(at, at + 24);
  const word = /^\s?\/\s?/.exec(rest) ?? perPattern(lexicon).exec(rest);
  if (!word) return null;
  const from = at + word[0].length;
  const unit =
    lexicon.measures.match(text, from, { unspaced: lexicon.isUnspaced }) ??
    lexicon.symbols.match(text, from, { exactCase: true });
  return unit?.value.type === 'unit' ? `${unit.value.dimension}:${unit.value.factor}` : null;
}
