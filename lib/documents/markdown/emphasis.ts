import { type HooksObject, Tokenizer, type TokenizerObject } from 'marked';
import { isCjk } from './characters.ts';

/** Between two tildes on each side, without a space beside them. */
const DELETION = /^~~(?=[^\s~])((?:\\.|[^\\~\n]|~(?!~)){1,2000}?)(?<![\s~])~~(?!~)/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/**
 * Bold text beside East Asian characters. CommonMark decides by spaces and punctuation where emphasis may begin and end, and
 * writing without spaces has `**注意：**请` and `含**「重点」**内容`. Punctuation around a delimiter that touches an East Asian character
 * counts as a letter, which is what the specification "markdown-cjk-friendly" amounts to.
 */
export const emphasisHooks: HooksObject = {
  emStrongMask(source) {
    if (!isWide(source)) return source;
    const masked = [...source.matchAll(/\*+/g)].flatMap(({ 0: run, index }) => {
      const places = [index - 1, index + run.length];
      return places.some((place) => isCjk(source[place] ?? ''))
        ? places.filter((place) => PUNCTUATION.test(source[place] ?? '') && !/[*_]/.test(source[place] ?? ''))
        : [];
    });
    if (masked.length === 0) return source;
    const letters = source.split('');
    for (const place of masked) letters[place] = 'a';
    return letters.join('');
  },
};

export const emphasisTokenizer: TokenizerObject = {
  emStrong(source, maskedSource, previous = '') {
    const [run = ''] = /^\*+/.exec(source) ?? [];
    const next = source[run.length] ?? '';
    // An empty `previous` means the beginning of the line, where emphasis may always begin.
    const isFree = run !== '' && previous !== '' && previous !== '*' && (isCjk(previous) || isCjk(next));
    if (!isFree || !PUNCTUATION.test(next)) return false;
    return Tokenizer.prototype.emStrong.call(this, source, maskedSource, '');
  },
  // One tilde is a range (`3~5`), two are a deletion.
  del(source, maskedSource, previous = '') {
    if (!source.startsWith('~~')) return undefined;
    const [raw, text] = DELETION.exec(source) ?? [];
    const isBesideCjk =
      raw !== undefined && [raw[2], raw.at(-3), previous, source[raw.length]].some((each) => isCjk(each ?? ''));
    if (!isBesideCjk || raw === undefined || text === undefined) {
      return Tokenizer.prototype.del.call(this, source, maskedSource, previous);
    }
    return { type: 'del', raw, text, tokens: this.lexer.inlineTokens(text) };
  },
};

/** Cheap test for text that may have East Asian characters. */
function isWide(text: string): boolean {
  return /[\u0E00-\u109F\u1100-\u11FF\u1780-\u17FF\u2E80-\uD7FF\uF900-\uFFEF]/.test(text);
}
