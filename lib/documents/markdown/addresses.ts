import { Tokenizer, type TokenizerObject } from 'marked';
import { CJK_PUNCTUATION, isUnspaced } from './characters.ts';
import { AnswerLexer } from './nesting.ts';

/**
 * A bare address ends before East Asian punctuation, and before a word that is attached to it without a space
 * (`docs에서`), see `isAttachedWord`. Other letters belong to the path, as in `wiki/東京`. In GFM, an address only ends at
 * spaces.
 */
export const addressTokenizer: TokenizerObject = {
  url(source) {
    const [address] = /^(?:https?|ftp):\/\/[^\s<]*|^www\.[^\s<]*/i.exec(source) ?? [];
    if (address === undefined) return false;
    const { lexer } = this;
    const previous = lexer instanceof AnswerLexer ? lexer.characterBefore(source) : '';
    const end = endOfAddress(address, previous);
    // The fallback would read to the next space.
    return end === address.length ? false : Tokenizer.prototype.url.call(this, source.slice(0, end));
  },
};

function endOfAddress(address: string, previous: string): number {
  let end = address.length;
  for (let at = 0; at < address.length; at += 1) {
    const character = address[at] ?? '';
    const isEnd = CJK_PUNCTUATION.test(character) || /[“”„«»]/.test(character);
    if (!isEnd && !(isUnspaced(character) && isAttachedWord(address, at, previous))) continue;
    end = at;
    break;
  }
  // Punctuation of other scripts, such as the Arabic comma and the danda, ends the sentence if it is the last character
  // of the address.
  return address.slice(0, end).replace(/[^\0-\x7F\P{P}]+$/u, '').length;
}

/** The position after the host name, or after the slash that follows it. */
const AFTER_HOST = /^(?:[a-z]+:\/\/|www\.)[^/]+(\/?)$/i;

/**
 * Whether the East Asian letter at `at` begins a word of the sentence: it follows a Latin letter or a digit, or the
 * slash after the host. It belongs to the path if the path continues after the word, or if it follows a single letter
 * as in `wiki/A股`. It also does if it follows the slash and nothing is attached before the address either, as in `见
 * https://example.com/文档。`.
 */
function isAttachedWord(address: string, at: number, previous: string): boolean {
  const before = address.slice(0, at);
  const [, slash] = AFTER_HOST.exec(before) ?? [];
  if (slash === '') return /[a-z\d]$/i.test(before);
  if (/^[^\0-\x7F]+[/?#=&%_-]/.test(beforePunctuation(address.slice(at)))) return false;
  if (slash === '/') return isUnspaced(previous) || isEnding(address[at] ?? '');
  return /[a-z\d]{2}$/i.test(before);
}

/** The part of a text before the first East Asian punctuation. */
function beforePunctuation(text: string): string {
  const end = text.search(CJK_PUNCTUATION);
  return end < 0 ? text : text.slice(0, end);
}

/**
 * Whether this is a letter of an ending or particle, which is attached to an address even in scripts that use spaces.
 */
function isEnding(character: string): boolean {
  return /[\p{Script=Hangul}\p{Script=Hiragana}]/u.test(character);
}
