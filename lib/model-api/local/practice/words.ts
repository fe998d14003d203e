/** Words that do not indicate the subject of a question. */
const STOP_WORDS = new Set(
  `a about above after again all also am an and any are article as at be because been before being below between both
  but by can could did do does doing down during each explain few for from further give had has have having he her here
  hers him his how i if in into is it its itself just kindly let like list many may me might more most much must my no
  nor not now of off on once one only or other our out over own page passage passages please quote say says section sentence
  shall she should show site so some such tell text than that the their them then there these they this those through
  to too under until up us very want was way we were what when where which while who whom whose why will with would you
  your find search locate mention mentions mentioned
  der die das ein eine und oder ist sind was wie warum wann wer wo von zu mit auf im den dem des nicht auch
  le la les un une et ou est sont que quoi qui comment pourquoi quand où de du des dans sur pour avec
  el los las uno una y o es son qué quién cómo cuándo dónde por para con en del
  的 了 是 在 有 和 与 也 就 都 这 那 这个 那个 什么 怎么 怎样 为什么 哪 哪里 哪个 谁 吗 呢 吧 多少 我 你 他 它 们 请 本文 文章 页面
  何 なに なぜ どう どこ いつ 誰 です ます でし まし ました した して する こと これ それ あれ この その から まで ください ページ 記事
  무엇 어디 언제 누구 왜 어떻게 이 그 저 것`.split(/\s+/),
);

type Word = { text: string; start: number; end: number };

/** Creating a segmenter is slow. Its language makes little difference. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text by Unicode segmentation, which also works for languages without spaces. */
export function segmentWords(text: string): Word[] {
  const words: Word[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) words.push({ text: segment, start: index, end: index + segment.length });
  }
  return words;
}

/** Whether a word indicates the subject. Single letters and single kana do not; single Han characters do. */
export function isContentWord(word: string): boolean {
  const folded = word.normalize('NFKC').toLowerCase();
  return (
    !STOP_WORDS.has(folded) && !/^(?:\p{Script=Hiragana}{1,2}|\p{Script=Katakana}|\p{Script=Latin})$/u.test(folded)
  );
}

/** The content words of a text, normalized so that `Tides` and `tide` are one term. */
export function extractTerms(text: string): string[] {
  return segmentWords(text)
    .filter((word) => isContentWord(word.text))
    .map((word) => foldWord(word.text));
}

function foldWord(word: string): string {
  const folded = word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]s$/, '');
  if (!/^[a-z]{4,}$/.test(folded)) return folded;
  return folded.replace(/ies$/, 'y').replace(/(?<![su])s$/, '');
}

/** Patterns must not take quadratic time, since pages are untrusted. */
const LABEL = String.raw`(?<!\\)\[((?:\\.|[^[\]\\])*)\]`;
const TARGET = String.raw`\([^()]*(?:\([^()]*\)[^()]*)?\)`;
const IMAGE = new RegExp(`!${LABEL}${TARGET}`, 'g');
const LINK = new RegExp(LABEL + TARGET, 'g');

/** The visible text of Markdown: no images, link targets or marks. */
export function stripMarkdown(markdown: string): string {
  return markdown
    .replace(IMAGE, '')
    .replace(LINK, '$1')
    .replace(/<br ?\/?>/gi, ' ')
    .replace(/(?<!\\)(?:\*+|`+|~~)/g, '')
    .replace(/(?<![\\\p{L}\p{N}])_+|(?<!\\)_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Escapes text of a page to Markdown that shows exactly this text, so that a quotation is never a link, an element or
 * (in tag mode) a tool call. A bracket that could open a tag is replaced by another character, because a backslash
 * would leave the tag in the text.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/<([\p{L}/!?|][^<>]*)>/gu, '‹$1›')
    .replace(/<(?=[\p{L}/!?|])/gu, '‹')
    .replace(/[\\`*_[\]>|~]/g, '\\$&')
    .replace(/</g, '\\<')
    .replace(/^(?=[#+=-])/, '\\')
    .replace(/^(\d+)(?=[.)])/, '$1\\');
}

/** Shortens a text to at most `limit` characters, between words if possible. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const prefix = text.slice(0, limit);
  const space = prefix.lastIndexOf(' ');
  return `${(space > limit / 2 ? prefix.slice(0, space) : prefix).replace(/[\uD800-\uDBFF]$/, '').trimEnd()} …`;
}
