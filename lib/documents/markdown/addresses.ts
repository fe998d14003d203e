import { Tokenizer, type TokenizerObject } from 'marked';
import { CJK_PUNCTUATION, isUnspaced } from './characters.ts';

/**
 * A bare address ends before East Asian punctuation, and before a word that is attached to it without a space (`docs에서`): where
 * such a letter follows a Latin letter, a digit or the slash after the host. After other signs it belongs to the path, as in
 * `wiki/東京`. GFM ends it at spaces only.
 */
export const addressTokenizer: TokenizerObject = {
  url(source) {
    const [address] = /^(?:https?|ftp):\/\/[^\s<]*|^www\.[^\s<]*/i.exec(source) ?? [];
    if (address === undefined) return false;
    const end = endOfAddress(address);
    // The fallback would read to the next space.
    return end === address.length ? false : Tokenizer.prototype.url.call(this, source.slice(0, end));
  },
};

function endOfAddress(address: string): number {
  let end = address.length;
  for (let at = 0; at < address.length; at += 1) {
    const character = address[at] ?? '';
    const before = address.slice(0, at);
    const isWord = isUnspaced(character) && (/[a-z\d]$/i.test(before) || /^[a-z]+:\/\/[^/]+\/$/i.test(before));
    if (!isWord && !CJK_PUNCTUATION.test(character) && !/[“”„«»]/.test(character)) continue;
    end = at;
    break;
  }
  // Punctuation of other scripts, such as the Arabic comma and the danda, ends a sentence where it ends the address.
  return address.slice(0, end).replace(/[^\0-\x7F\P{P}]+$/u, '').length;
}
