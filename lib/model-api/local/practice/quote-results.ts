import { plural, t } from '../../../i18n/index.ts';
import { type Passages, passagesOf, type Sentence } from './passages.ts';
import { escapeMarkdown, shorten } from './plain-text.ts';
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

/** Quotes from tool results as Markdown: the passages that match the question, or the beginning of the page. */
export function answerFromResults(question: string, results: readonly ToolResult[]): string {
  const readings = results.map(readResult);
  const failures = readings.filter((reading) => reading.isError);
  const successes = readings.filter((reading) => !reading.isError);
  return [
    ...(successes.length > 0 ? quotesFrom(question, successes) : [t('practiceIntroduction')]),
    ...failures.map(failureText),
    t('practiceHint'),
  ].join('\n\n');
}

function quotesFrom(question: string, readings: readonly Reading[]): string[] {
  const all = readings.map((reading) => passagesOf(reading.markdown));
  const titles = new Set(readings.map((reading) => reading.title));
  const headings = [...new Set(all.flatMap((passages) => passages.headings))].filter((heading) => !titles.has(heading));
  const sentences = all.flatMap((passages) => passages.sentences);
  const opening = (...said: string[]) => [t('practiceIntroduction'), subject(readings), ...said].join(' ');
  if (sentences.length === 0) return [opening(t('practiceNothingToQuote'))];
  if (readings.every((reading) => reading.toolName === 'list_tabs')) {
    return [opening(), list(sentences.slice(0, linesPerList).map((sentence) => sentence.text))];
  }
  if (sentences.length <= quotesPerAnswer) return [opening(t('practiceItSays')), quote(sentences)];
  if (summarising.test(question) || termsOf(question).length === 0) {
    return [opening(t('practiceCannotSummarise')), ...lead({ headings, sentences })];
  }
  const best = bestSentences(question, sentences, quotesPerAnswer);
  if (best.length > 0) return [opening(t('practiceBestPassages')), quote(best)];
  return [opening(t('practiceNoWords')), ...lead({ headings, sentences })];
}

/** The first sentences of the first paragraphs, and the headings. */
function lead({ headings, sentences }: Passages): string[] {
  const starts = sentences.filter(
    ({ text, startsParagraph }) =>
      startsParagraph && /[.!?…。！？]/u.test(text.slice(-3)) && wordsOf(text).length >= wordsPerLead,
  );
  const quoted = quote((starts.length > 0 ? starts : sentences).slice(0, quotesPerAnswer));
  if (headings.length < 2) return [quoted];
  return [quoted, t('practiceHeadings'), list(headings.slice(0, headingsPerOutline))];
}

function quote(sentences: readonly Sentence[]): string {
  return sentences.map((sentence) => `> ${shown(sentence.text)}`).join('\n\n');
}

function list(texts: readonly string[]): string {
  return texts.map((text) => `- ${shown(text)}`).join('\n');
}

/** Describes in a sentence what was read. */
function subject(readings: readonly Reading[]): string {
  const title = shown(readings.find((reading) => reading.title !== '')?.title ?? '');
  const words = plural('wordCount', Math.max(...readings.map((reading) => wordsOf(reading.markdown).length)));
  const tools = new Set(readings.map((reading) => reading.toolName));
  if (tools.has('list_tabs') && tools.size === 1) return t('practiceTabs');
  if (tools.has('read_selection') && tools.size === 1) return t('practiceSelection', { words });
  if (tools.has('find_in_page') && tools.size === 1) {
    return title === '' ? t('practiceSearchedPage', { words }) : t('practiceSearched', { title, words });
  }
  return title === '' ? t('practiceReadPage', { words }) : t('practiceRead', { title, words });
}

/** The error text of a tool, unchanged. */
export function failureText({ toolName, markdown }: { toolName: string; markdown: string }): string {
  const lines = shorten(markdown, 1_000)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [
    t('practiceToolFailed', { tool: `\`${toolName}\`` }),
    lines.map((line) => `> ${escapeMarkdown(line.trim())}`).join('\n>\n'),
  ].join('\n\n');
}

function shown(text: string): string {
  return escapeMarkdown(shorten(text, charactersPerQuote));
}
