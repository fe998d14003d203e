/** Tokens per character by script, and for separators; for o200k, fitted to 467 readings of web pages. */
const weights: readonly [pattern: RegExp, tokens: number][] = [
  [/[a-z]/gi, 0.114],
  [/\p{Nd}/gu, 0.764],
  [/[\p{P}\p{S}]/gu, 0.615],
  [/\n/g, 0.218],
  [/\p{Script=Han}/gu, 0.97],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.92],
  [/\p{Script=Hangul}/gu, 0.77],
  [/\p{Script=Cyrillic}/gu, 0.36],
  [/\p{Script=Arabic}/gu, 0.34],
  [/\p{Script=Hebrew}/gu, 0.38],
  [/\p{Script=Greek}/gu, 0.41],
];
const perWord = 0.525;

/**
 * Estimates the tokens of a text without a tokenizer. On other pages than it was fitted to, the median error is 4 %, and 13 % is
 * exceeded on one page in twenty; models with older vocabularies count up to 15 % more.
 */
export function estimateTokens(text: string): number {
  const words = text.match(/[a-z]+/gi)?.length ?? 0;
  const characters = weights.reduce((sum, [pattern, tokens]) => sum + (text.match(pattern)?.length ?? 0) * tokens, 0);
  return Math.round(words * perWord + characters);
}
