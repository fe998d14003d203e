import { memoize } from '../control-flow/index.ts';
import { BEFORE_UNSPACED_NAME, BEHIND_UNSPACED_NAME } from '../language/index.ts';
import { splitWords } from '../text/index.ts';
import { type ClaimDraft, createMissingName } from './claim.ts';
import type { FactChecker } from './fact-checker.ts';
import type { SourceIndex } from './source-index.ts';

const LIMITS = {
  /** Signs of a name that the sources lack. */
  maxSigns: 10,
  /** How many signs on each side are compared. */
  maxContext: 6,
  /** How many signs on both sides have to be the same, and how many of a compound behind one replaced sign. */
  minShared: 3,
  minTail: 2,
  minTailOfSign: 3,
  /** A word of the sources before the name can be followed by this many other signs. */
  maxGap: 4,
};

/** The end of a sentence or clause is one sign. */
const MARK = '。';
const LETTER = /[\u4e00-\u9fff\u30a1-\u30fa\u30fc々]/u;
const IDEOGRAPH = /[\u4e00-\u9fff々]/u;

/**
 * Finds names in Japanese and Chinese without a title: signs that the sources lack, between signs that the sources have
 * in the same order around other signs, which the answer lacks. 基地在柳桥 for 基地设在马桥, 信源科技 for 通源科技.
 */
export function checkReplacedSigns({ answer, index, lexicon }: FactChecker): ClaimDraft[] {
  const text = normalize(answer.text);
  const sources = collectSigns(index);
  const claims: ClaimDraft[] = [];
  for (const { start, end } of listUnknown(text, sources, lexicon.functionWords)) {
    const place = { text, start, end };
    if (sources.texts.some((source) => isReplaced(place, source, lexicon.language)))
      claims.push(createMissingName(...widen(place)));
  }
  return claims;
}

type Signs = { texts: readonly string[]; pairs: ReadonlySet<string> };

const collectSigns = memoize(({ documents }: SourceIndex): Signs => {
  const texts = documents.map(({ readable }) => normalize(readable.text));
  return { texts, pairs: new Set(texts.flatMap((text) => [...text].map((_, at) => text.slice(at, at + 2)))) };
});

/** Marks are one sign, so that they can be compared. The length stays the same. */
function normalize(text: string): string {
  return text.replace(/[\s.,;:!?，、；：！？()（）「」『』“”"《》]/g, MARK);
}

type Place = { text: string; start: number; end: number };

/** Lists the runs of signs that are in no pair of signs of the sources, and the words in katakana that they lack. */
function listUnknown(
  text: string,
  { texts, pairs }: Signs,
  functionWords: ReadonlySet<string>,
): { start: number; end: number }[] {
  const isPair = (at: number) => !text.slice(at, at + 2).includes(MARK) && pairs.has(text.slice(at, at + 2));
  const isKnown = (at: number) => {
    const sign = text[at] ?? MARK;
    return !IDEOGRAPH.test(sign) || functionWords.has(sign) || isPair(at - 1) || isPair(at);
  };
  const runs = [...text.matchAll(KATAKANA_WORD)].flatMap(({ 0: word, index }) =>
    texts.some((source) => source.includes(word)) ? [] : [{ start: index, end: index + word.length }],
  );
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const known = isKnown(at);
    if (!known && start < 0) start = at;
    if (!known || start < 0) continue;
    if (at - start <= LIMITS.maxSigns) runs.push({ start, end: at });
    start = -1;
  }
  return runs;
}

const KATAKANA_WORD = /[\u30a1-\u30fa\u30fc]{3,10}/gu;

/** Whether a source has other signs between the same signs. */
function isReplaced(place: Place, source: string, language: string): boolean {
  const { text, start, end } = place;
  const length = end - start;
  const after = text.slice(end, end + LIMITS.maxContext);
  const isTail = IDEOGRAPH.test(text[end - 1] ?? '') && IDEOGRAPH.test(after[0] ?? '');
  if (!isTail && !isSlot(place, language)) return false;
  const key = isTail ? after.slice(0, LIMITS.minTail) : text.slice(start - 1, start);
  for (let at = source.indexOf(key); at >= 0; at = source.indexOf(key, at + 1)) {
    const found = isTail ? at - length : at + key.length;
    if (found < 1) continue;
    const other = isTail ? source.slice(found, at) : readName(source, found);
    if (other.length === 0 || !LETTER.test(other) || text.includes(other) || (other.length === 1 && !isTail)) continue;
    if (isTail ? hasTail(place, source, found, at) : hasFrame(place, source, found, found + other.length)) return true;
  }
  return false;
}

/** Whether a name can be at a place: between what is written before names and behind them. */
function isSlot({ text, start, end }: Place, language: string): boolean {
  return (
    end - start >= 2 &&
    BEFORE_UNSPACED_NAME[language]?.test(text.slice(Math.max(0, start - 2), start)) === true &&
    BEHIND_UNSPACED_NAME[language]?.test(text.slice(end, end + 3)) === true
  );
}

/** Returns the name of a source that begins at a place. */
function readName(source: string, at: number): string {
  return (
    /^(?:[\u30a1-\u30fa\u30fc]{2,10}|[\u4e00-\u9fff々]{2,4})/u.exec(source.slice(at, at + LIMITS.maxSigns))?.[0] ?? ''
  );
}

/** 信源科技: the rest of a compound is the same, and its beginning is not a word. */
function hasTail({ text, start, end }: Place, source: string, from: number, to: number): boolean {
  const tail = countShared(text.slice(end), source.slice(to), LETTER);
  const head = countShared(reverse(text.slice(0, start)), reverse(source.slice(0, from)), LETTER);
  if (end - start === 1) return tail >= LIMITS.minTailOfSign || (tail >= LIMITS.minTail && head >= 1);
  return tail >= LIMITS.minTailOfSign && !splitWords(text.slice(start, end + tail)).includes(text.slice(start, end));
}

/** Whether the signs around a name are the same, or a word close before it. */
function hasFrame({ text, start, end }: Place, source: string, from: number, to: number): boolean {
  const before = countShared(reverse(text.slice(0, start)), reverse(source.slice(0, from)));
  const behind = countShared(text.slice(end), source.slice(to));
  const word = text.slice(start - before - 2, start - before);
  const window = source.slice(Math.max(0, from - before - LIMITS.maxGap), from - before);
  const isNamed = before >= 1 && word.length === 2 && LETTER.test(word) && window.includes(word);
  return before + behind + (isNamed ? 2 : 0) >= LIMITS.minShared && (before >= 2 || isNamed);
}

function countShared(a: string, b: string, sign = /./su): number {
  let shared = 0;
  while (shared < LIMITS.maxContext && a[shared] !== undefined && a[shared] === b[shared] && sign.test(a[shared] ?? ''))
    shared += 1;
  return shared;
}

function reverse(text: string): string {
  return [...text.slice(-LIMITS.maxContext)].reverse().join('');
}

/** Includes the rest of the compound. */
function widen({ text, start, end }: Place): [start: number, end: number] {
  let to = end;
  while (to - end < LIMITS.maxGap && IDEOGRAPH.test(text[to] ?? '')) to += 1;
  return [start, LETTER.test(text[end] ?? '') ? to : end];
}
