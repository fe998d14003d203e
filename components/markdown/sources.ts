import { createContext } from 'react';
import type { WebSource } from '../../lib/contracts/index.ts';
import { hasUnspacedText, splitWords } from '../../lib/text/index.ts';
import { dropMarkdownMarks } from './spoken-text.ts';

/** The web pages that a chat has read, which answers cite by number. */
export const Sources = createContext<readonly WebSource[]>([]);

/** A page and the words of each of its sentences. It is read once for all sentences of an answer. */
export type MatchableSource = { source: WebSource; sentences: readonly ReadonlySet<string>[] };

/**
 * The pages from which an answer without citations was written. Sentences that clearly match one of them are marked.
 */
export const UncitedSources = createContext<readonly MatchableSource[]>([]);

/** A sentence with fewer words is too short to be matched. */
const MIN_WORDS = 4;
const MIN_SHARE = 0.6;
/**
 * The number of words of a passage in a link: enough to find it, and few enough to occur on the page in the same form.
 */
const FRAGMENT_WORDS = 7;
/** A sentence does not rely on a passage that shares fewer words with it. */
const MIN_SHARED = 2;

/** Returns the address of a source at a passage of it (URL Fragment Text Directives), or unchanged without one. */
export function passageAddress(url: string, passage: string | null): string {
  if (passage === null) return url;
  const words = passage.split(/\s+/).slice(0, FRAGMENT_WORDS).join(' ');
  return `${url}#:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`;
}

/**
 * Returns the sentence of a page that shares most words and figures with a sentence of an answer. Null if the match is
 * not clear.
 */
export function fittingPassage(sentence: string, texts: readonly string[]): string | null {
  const sentenceWords = new Set(splitSignificantWords(sentence));
  let best: { passage: string; shared: number } | null = null;
  for (const passage of texts.flatMap(splitPlainSentences)) {
    const shared = new Set(splitSignificantWords(passage).filter((word) => sentenceWords.has(word))).size;
    if (shared >= MIN_SHARED && (best === null || shared > best.shared)) best = { passage, shared };
  }
  return best?.passage ?? null;
}

export function matchable(source: WebSource): MatchableSource {
  return {
    source,
    sentences: source.texts.flatMap(splitPlainSentences).map((sentence) => new Set(splitSignificantWords(sentence))),
  };
}

/**
 * Returns the page that clearly supports a sentence of an answer: one of its sentences contains most of the words, and
 * every figure. Null if no page does, or two do so equally well.
 */
export function matchingSource(sentence: string, sources: readonly MatchableSource[]): WebSource | null {
  const sentenceWords = new Set(splitSignificantWords(sentence));
  if (sentenceWords.size < MIN_WORDS) return null;
  const shares = sources.map(({ sentences }) => Math.max(0, ...sentences.map((words) => share(sentenceWords, words))));
  const best = Math.max(0, ...shares);
  if (best < MIN_SHARE || shares.indexOf(best) !== shares.lastIndexOf(best)) return null;
  return sources[shares.indexOf(best)]?.source ?? null;
}

/** Returns the share of the words that a sentence contains, from 0 to 1. 0 if it lacks a figure. */
function share(sentenceWords: ReadonlySet<string>, has: ReadonlySet<string>): number {
  const missing = [...sentenceWords].filter((word) => !has.has(word));
  return missing.some((word) => /\d/.test(word)) ? 0 : 1 - missing.length / sentenceWords.size;
}

function splitPlainSentences(text: string): string[] {
  return dropMarkdownMarks(text)
    .split(/\n+|(?<=[.!?])\s+|(?<=[。！？])\s*/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !/^(?:Title|URL): |left out/.test(sentence));
}

const FIGURE = /\d+(?:[.,:]\d+)*/g;

/** Figures count regardless of length, because an answer takes them from a page. */
function splitSignificantWords(text: string): string[] {
  const words = splitWords(text.replace(FIGURE, ' '));
  return [
    ...(text.match(FIGURE) ?? []),
    ...words.filter((word) => word.length > (hasUnspacedText(word) ? 1 : 3) || /\d/.test(word)),
  ];
}
