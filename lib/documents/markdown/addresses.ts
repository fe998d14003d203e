import { Tokenizer, type TokenizerObject, type Tokens } from 'marked';
import { CJK_PUNCTUATION, isUnspaced } from './characters.ts';
import { AnswerLexer } from './nesting.ts';

/**
 * A bare address ends before East Asian punctuation, and before a word that is attached to it without a space
 * (`docs에서`), see `isAttachedWord`. Other letters belong to the path, as in `wiki/東京`. In GFM, an address only ends at
 * spaces, and its host only has ASCII letters. Here the host can have letters of any script. It is shown in ASCII,
 * because letters of two scripts can look the same.
 */
export const addressTokenizer: TokenizerObject = {
  url(source) {
    const [address] = /^(?:https?|ftp):\/\/[^\s<]*|^www\.[^\s<]*/i.exec(source) ?? [];
    if (address === undefined) return false;
    const { lexer } = this;
    const previous = lexer instanceof AnswerLexer ? lexer.characterBefore(source) : '';
    const written = address.slice(0, endOfAddress(address, previous));
    const ascii = withAsciiHost(written);
    // The fallback would read to the next space.
    if (written === address && ascii === written) return false;
    const token = Tokenizer.prototype.url.call(this, ascii);
    if (token === undefined) return undefined;
    // The tokenizer only leaves out punctuation at the end.
    const omitted = ascii.length - token.raw.length;
    return withText(token, written.slice(0, written.length - omitted), token.text);
  },
  autolink(source) {
    const token = Tokenizer.prototype.autolink.call(this, source);
    return token === undefined
      ? undefined
      : { ...withText(token, token.text, withAsciiHost(token.text)), raw: token.raw };
  },
};

/** The scheme, and the host: labels of letters and digits of any script, of which there are at least two. */
const HOST =
  /^((?:https?|ftp):\/\/(?:[^\s/?#]*@)?|www\.)((?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])/iu;

/** An address with its host as it is sent; unchanged if that is ASCII already, or is not a host. */
function withAsciiHost(address: string): string {
  const [start = '', scheme = '', host = ''] = HOST.exec(address) ?? [];
  if (/^[\0-\x7F]*$/.test(host)) return address;
  const ascii = URL.parse(`https://${host}`)?.hostname;
  return ascii === undefined ? address : `${scheme}${ascii}${address.slice(start.length)}`;
}

/** A link that is written as `raw` and shown as `text`. */
function withText(token: Tokens.Link, raw: string, text: string): Tokens.Link {
  return { ...token, raw, text, tokens: [{ type: 'text', raw, text, escaped: false }] };
}

/** Longer addresses are not searched for their end, in characters. */
const MAX_SEARCHED = 400;

function endOfAddress(address: string, previous: string): number {
  let end = address.length;
  const parts = findParts(address);
  for (let at = 0; at < Math.min(address.length, MAX_SEARCHED); at += 1) {
    const character = address[at] ?? '';
    const isEnd = CJK_PUNCTUATION.test(character) || /[“”„«»]/.test(character);
    if (!isEnd && !(isUnspaced(character) && isAttachedWord(address, at, parts, previous))) continue;
    end = at;
    break;
  }
  // Punctuation of other scripts, such as the Arabic comma and the danda, ends the sentence if it is the last character
  // of the address.
  return address.slice(0, end).replace(/(?<![^\0-\x7F\P{P}])[^\0-\x7F\P{P}]+$/u, '').length;
}

/** Where the host of an address begins, where its first label ends, and where the host ends. */
type AddressParts = { host: number; label: number; path: number };

function findParts(address: string): AddressParts {
  const [scheme = ''] = /^(?:[a-z]+:\/\/|www\.)/i.exec(address) ?? [];
  const find = (pattern: RegExp) => {
    const at = address.slice(scheme.length).search(pattern);
    return at < 0 ? address.length : scheme.length + at;
  };
  return { host: scheme.length, label: find(/[./]/), path: find(/\//) };
}

/** The rest of a label that another one follows, as in `abc例.com`. */
const LABEL = /^[\p{L}\p{M}\p{N}-]{1,63}\.[\p{L}\p{N}]/u;
/** A word of a path or a query that the address continues after. */
const CONTINUED_WORD = /^[^\0-\x7F]{1,200}[/?#=&%_-]/;
const MAX_WORD = 201;

/**
 * Whether the East Asian letter at `at` begins a word of the sentence: it follows a Latin letter or a digit, or the
 * slash after the host. It belongs to the path if the path continues after the word, or if it follows a single letter
 * as in `wiki/A股`. It also does if it follows the slash and nothing is attached before the address either, as in `见
 * https://example.com/文档。`.
 */
function isAttachedWord(address: string, at: number, { host, label, path }: AddressParts, previous: string): boolean {
  const isAfterLetter = /[a-z\d]/i.test(address[at - 1] ?? '');
  if (at > host && at <= path) return isAfterLetter && !(at <= label && LABEL.test(address.slice(at)));
  if (CONTINUED_WORD.test(beforePunctuation(address.slice(at, at + MAX_WORD)))) return false;
  if (at === path + 1 && path > host) return isUnspaced(previous) || isEnding(address[at] ?? '');
  return isAfterLetter && /[a-z\d]/i.test(address[at - 2] ?? '');
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
