import { memoize } from '../control-flow/index.ts';
import { hasUnspacedText, splitSentences, splitWords } from '../text/index.ts';
import type { ClaimDraft } from './claim.ts';
import type { Lexicon } from './lexicon.ts';
import type { ReadableText } from './readable-text.ts';
import type { Passage, Place, SourceDocument, SourceIndex } from './source-index.ts';
import { foldWord } from './vocabulary.ts';

/** Quotation marks of the languages of the interface, as pairs. */
const QUOTATION =
  /„([^„“”"]{2,}?)[“”"]|“([^“”]{2,}?)”|«([^«»]{2,}?)»|»([^«»]{2,}?)«|「([^「」]{2,}?)」|『([^『』]{2,}?)』|(?<![\p{Lu}\p{Ll}\d])"([^"\n]{2,}?)"(?![a-z])|(?<![\p{L}\d])‘([^‘’]{8,}?)’(?!\p{L})|”([^”“]{2,}?)”/gu;
/** Shorter ones are terms and names, which the answer itself puts in quotation marks. */
const MIN_WORDS = 3;
const MIN_UNSPACED_LETTERS = 6;
/** The minimum share of words that occur in the sources. A quotation with fewer is an example or a translation. */
const MIN_SHARE_OF_KNOWN_WORDS = 0.45;

/** Checks quotations and block quotes for whether these words occur in the sources. */
export function checkQuotes(answer: ReadableText, index: SourceIndex, lexicon: Lexicon): ClaimDraft[] {
  const quotes: ClaimDraft[] = [];
  for (const block of answer.blocks) {
    const text = answer.written.slice(block.start, block.end);
    if (block.kind === 'heading') continue;
    const spans = [...text.matchAll(QUOTATION)].map((match) => {
      const inner = match.slice(1).find((group) => group !== undefined) ?? '';
      return { start: match.index + match[0].indexOf(inner), text: inner, isBlock: false };
    });
    if (block.kind === 'quote' && spans.length === 0) {
      spans.push(
        ...splitSentences(text, lexicon.abbreviations).map(({ start, end }) => ({
          start,
          text: text.slice(start, end),
          isBlock: true,
        })),
      );
    }
    for (const span of spans) {
      const claim = checkQuote(span.text, span.isBlock, index, lexicon, index.languages.has(lexicon.language));
      const start = block.start + span.start;
      if (claim) quotes.push({ ...claim, kind: 'quote', start, end: start + span.text.length });
    }
  }
  return quotes;
}

function checkQuote(
  text: string,
  isBlock: boolean,
  index: SourceIndex,
  lexicon: Lexicon,
  isSameLanguage: boolean,
): Pick<ClaimDraft, 'state' | 'places'> | null {
  if (isBlock && /^[—–-]/.test(text)) return null;
  const parts = text
    .split(/\[[^[\]]*\]|…|\.{3}|⋯/)
    .map(squeezeWords)
    .filter((part) => part !== '');
  const whole = parts.join(' ');
  if (!isLong(whole)) return null;
  const places = findParts(parts, index);
  if (places) return { state: 'found', places };
  const words = splitWords(text);
  const isKnown = (word: string) => lexicon.functionWords.has(word) || index.vocabulary.has(foldWord(word));
  const share = words.filter(isKnown).length / Math.max(1, words.length);
  if (share < (isSameLanguage && !isBlock ? MIN_SHARE_OF_KNOWN_WORDS : 0.7)) return null;
  return { state: 'not-found', places: [] };
}

function isLong(words: string): boolean {
  return hasUnspacedText(words)
    ? words.replaceAll(' ', '').length >= MIN_UNSPACED_LETTERS
    : words.split(' ').length >= MIN_WORDS;
}

/** Returns the words without accents, punctuation and case. Writing without spaces is compared letter by letter. */
function squeezeWords(text: string): string {
  const words = (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).map((word) => word.normalize('NFD').replace(/[\u0300-\u036f\u064b-\u0652]/g, ''));
  return hasUnspacedText(text) ? words.join('') : words.join(' ');
}

const squeezeDocument = memoize(({ readable }: SourceDocument) => ` ${squeezeWords(readable.written)} `);

const squeezePassage = memoize(({ start, end }: Passage, { readable }: SourceDocument) =>
  squeezeWords(readable.written.slice(start, end)),
);

function findParts(parts: readonly string[], index: SourceIndex): Place[] | null {
  const isUnspaced = hasUnspacedText(parts.join(''));
  for (const document of index.documents) {
    const text = squeezeDocument(document);
    const isIn = (part: string) => (isUnspaced ? text.includes(part) : text.includes(` ${part} `));
    if (parts.every(isIn)) return findPassages(parts[0] ?? '', document);
  }
  return null;
}

/** Finds the passages where the quotation begins. */
function findPassages(part: string, document: SourceDocument): Place[] {
  const beginning = hasUnspacedText(part) ? part.slice(0, 6) : part.split(' ').slice(0, 4).join(' ');
  return document.passages
    .filter((passage) => squeezePassage(passage, document).includes(beginning))
    .slice(0, 2)
    .map(({ place }) => place);
}
