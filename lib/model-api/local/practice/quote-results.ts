import { type Passages, passagesOf, type Sentence } from './passages.ts';
import { escapeMarkdown, shorten } from './plain-text.ts';
import type { PracticeWords } from './practice-words.ts';
import { bestSentences } from './rank.ts';
import { type Reading, readResult, type ToolResult } from './tool-result.ts';
import { termsOf, wordsOf } from './words.ts';

const quotesPerAnswer = 3;
const linesPerList = 20;
const headingsPerOutline = 8;
const charactersPerQuote = 400;
const wordsPerLead = 6;

const summarising =
  /\b(?:summar\w+|tl;?dr|overview|gist|key points|main (?:points?|ideas?)|outline|what is (?:this|it|the (?:page|article|text)) about)|要約|概要|总结|總結|摘要|概括|요약|zusammenfass|r[ée]sum|riassum/iu;

/** Quotes from what the tools answered: the passages that match the question, or how the page begins. As Markdown. */
export function answerFromResults(question: string, results: readonly ToolResult[], words: PracticeWords): string {
  const readings = results.map(readResult);
  const failures = readings.filter((reading) => reading.isError);
  const successes = readings.filter((reading) => !reading.isError);
  return [
    ...(successes.length > 0 ? quotesFrom(question, successes, words) : [words.introduction]),
    ...failures.map((failure) => failureText(failure, words)),
    words.hint,
  ].join('\n\n');
}

function quotesFrom(question: string, readings: readonly Reading[], words: PracticeWords): string[] {
  const all = readings.map((reading) => passagesOf(reading.markdown));
  const titles = new Set(readings.map((reading) => reading.title));
  const headings = [...new Set(all.flatMap((passages) => passages.headings))].filter((heading) => !titles.has(heading));
  const sentences = all.flatMap((passages) => passages.sentences);
  const opening = (...said: string[]) => [words.introduction, subject(readings, words), ...said].join(' ');
  if (sentences.length === 0) return [opening(words.nothingToQuote)];
  if (readings.every((reading) => reading.toolName === 'list_tabs')) {
    return [opening(), list(sentences.slice(0, linesPerList).map((sentence) => sentence.text))];
  }
  if (sentences.length <= quotesPerAnswer) return [opening(words.itSays), quote(sentences)];
  if (summarising.test(question) || termsOf(question).length === 0) {
    return [opening(words.cannotSummarise), ...lead({ headings, sentences }, words)];
  }
  const best = bestSentences(question, sentences, quotesPerAnswer);
  if (best.length > 0) return [opening(words.bestPassages), quote(best)];
  return [opening(words.noMatch), ...lead({ headings, sentences }, words)];
}

/** The first sentences of the first paragraphs, and the headings. */
function lead({ headings, sentences }: Passages, words: PracticeWords): string[] {
  const starts = sentences.filter(
    ({ text, startsParagraph }) =>
      startsParagraph && /[.!?…。！？]/u.test(text.slice(-3)) && wordsOf(text).length >= wordsPerLead,
  );
  const quoted = quote((starts.length > 0 ? starts : sentences).slice(0, quotesPerAnswer));
  if (headings.length < 2) return [quoted];
  return [quoted, words.headings, list(headings.slice(0, headingsPerOutline))];
}

function quote(sentences: readonly Sentence[]): string {
  return sentences.map((sentence) => `> ${shown(sentence.text)}`).join('\n\n');
}

function list(texts: readonly string[]): string {
  return texts.map((text) => `- ${shown(text)}`).join('\n');
}

/** What was read, in a sentence. */
function subject(readings: readonly Reading[], words: PracticeWords): string {
  const title = shown(readings.find((reading) => reading.title !== '')?.title ?? '');
  const count = Math.max(...readings.map((reading) => wordsOf(reading.markdown).length));
  const tools = new Set(readings.map((reading) => reading.toolName));
  if (tools.has('list_tabs') && tools.size === 1) return words.tabs;
  if (tools.has('read_selection') && tools.size === 1) return words.selection(count);
  return tools.has('find_in_page') && tools.size === 1 ? words.searched(title, count) : words.read(title, count);
}

/** What a tool said instead of an answer, without making it nicer. */
export function failureText(
  { toolName, markdown }: { toolName: string; markdown: string },
  words: PracticeWords,
): string {
  const lines = shorten(markdown, 1_000)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [
    words.toolFailed(`\`${toolName}\``),
    lines.map((line) => `> ${escapeMarkdown(line.trim())}`).join('\n>\n'),
  ].join('\n\n');
}

function shown(text: string): string {
  return escapeMarkdown(shorten(text, charactersPerQuote));
}
