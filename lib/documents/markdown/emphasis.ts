import { type HooksObject, Tokenizer, type TokenizerObject } from 'marked';
import { isCjk } from './characters.ts';

/** Text between two tildes on each side, without a space inside them. */
const DELETION = /^~~(?=[^\s~])((?:\\.|[^\\~\n]|~(?!~)){1,2000}?)(?<![\s~])~~(?!~)/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/**
 * Emphasis with underscores that CommonMark rejects: the text ends with a sign or begins with a bracket, as in
 * `__注意：__请`. Between letters, underscores may be a blank to fill in.
 */
const UNDERSCORED = /^(_{1,3})(?=[^\s_])((?:\\.|[^\\_\n]){1,2000}?)(?<!\s)\1(?!_)/;
const PAUSE = /^_*[，。、；：]/;
const STARTS_WITH_BRACKET = /^[(\p{Ps}\p{Pi}"]/u;
const ENDS_WITH_SIGN = /[:：!！?？"\p{Pe}\p{Pf}]$/u;

/**
 * Bold text beside East Asian characters. CommonMark uses spaces and punctuation to decide where emphasis may begin and
 * end, but scripts without spaces have `**注意：**请` and `含**「重点」**内容`. Punctuation around a delimiter counts as a letter
 * if an East Asian character touches the delimiter or is separated from it only by that punctuation. This accepts more
 * than the specification "markdown-cjk-friendly" requires.
 */
export const emphasisHooks: HooksObject = {
  emStrongMask(source) {
    if (!isWide(source)) return source;
    const masked = [...source.matchAll(/\*+/g)].flatMap(({ 0: run, index }) => {
      const places = [index - 1, index + run.length];
      return isBesideCjk(source, index, run.length)
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
    if (source.startsWith('_')) {
      const token = Tokenizer.prototype.emStrong.call(this, source, maskedSource, previous);
      // Text between two blanks to fill in: `姓名：__，电话：__`.
      if (token && PAUSE.test(token.text)) return undefined;
      const raw = token === undefined && isWide(source) ? underscored(source, maskedSource, previous) : null;
      if (raw === null) return token;
      const [run = ''] = /^_+/.exec(raw) ?? [];
      // Three are bold text in italics, as CommonMark reads them.
      const type = run === '__' ? 'strong' : 'em';
      const length = type === 'em' ? 1 : 2;
      const text = raw.slice(length, -length);
      return { type, raw, text, tokens: this.lexer.inlineTokens(text) };
    }
    const [run = ''] = /^\*+/.exec(source) ?? [];
    const next = source[run.length] ?? '';
    // An empty `previous` means the beginning of the line, where emphasis may always begin.
    const isFree =
      run !== '' && previous !== '' && previous !== '*' && isBesideCjk(`${previous}${source}`, 1, run.length);
    if (!isFree || !PUNCTUATION.test(next)) return false;
    return Tokenizer.prototype.emStrong.call(this, source, maskedSource, '');
  },
  // One tilde indicates a range (`3~5`), two a deletion.
  del(source, maskedSource, previous = '') {
    if (!source.startsWith('~~')) return undefined;
    const [raw, text] = DELETION.exec(source) ?? [];
    const hasCjkBeside =
      raw !== undefined && [raw[2], raw.at(-3), previous, source[raw.length]].some((each) => isCjk(each ?? ''));
    if (!hasCjkBeside || raw === undefined || text === undefined) {
      return Tokenizer.prototype.del.call(this, source, maskedSource, previous);
    }
    return { type: 'del', raw, text, tokens: this.lexer.inlineTokens(text) };
  },
};

/** Whether an East Asian character touches the delimiter at `start`, or is separated from it by one sign. */
function isBesideCjk(source: string, start: number, length: number): boolean {
  const end = start + length;
  const before = PUNCTUATION.test(source[start - 1] ?? '') ? start - 2 : start - 1;
  const after = PUNCTUATION.test(source[end] ?? '') ? end + 1 : end;
  return [start - 1, before, end, after].some((place) => isCjk(source[place] ?? ''));
}

/**
 * Emphasized East Asian text with its underscores. Null if the underscores may be something else, such as a part of a
 * name.
 */
function underscored(source: string, maskedSource: string, previous: string): string | null {
  const [raw, marks = '', content = ''] = UNDERSCORED.exec(maskedSource.slice(-source.length)) ?? [];
  if (raw === undefined || /[\w*]/.test(previous)) return null;
  const text = source.slice(marks.length, raw.length - marks.length);
  if (PAUSE.test(text)) return null;
  const isSeparate =
    ENDS_WITH_SIGN.test(text) || (STARTS_WITH_BRACKET.test(text) && !/\w/.test(source[raw.length] ?? ''));
  return content !== '' && isSeparate && [...text].some(isCjk) ? source.slice(0, raw.length) : null;
}

/** A cheap test for text that may contain East Asian characters. */
function isWide(text: string): boolean {
  return /[\u0E00-\u109F\u1100-\u11FF\u1780-\u17FF\u2E80-\uD7FF\uF900-\uFFEF]/.test(text);
}
