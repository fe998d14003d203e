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

export const introduction = `I am Sidenote's practice model: not an AI, just a demonstration.`;
const hint = 'For real answers, connect a model in **Settings**: any OpenAI-compatible server works, local ones too.';

/** Quotes from what the tools answered: the passages that match the question, or how the page begins. As Markdown. */
export function answerFromResults(question: string, results: readonly ToolResult[]): string {
  const readings = results.map(readResult);
  const failures = readings.filter((reading) => reading.isError);
  const successes = readings.filter((reading) => !reading.isError);
  return [
    ...(successes.length > 0 ? quotesFrom(question, successes) : [introduction]),
    ...failures.map(failureText),
    hint,
  ].join('\n\n');
}

function quotesFrom(question: string, readings: readonly Reading[]): string[] {
  const all = readings.map((reading) => passagesOf(reading.markdown));
  const titles = new Set(readings.map((reading) => reading.title));
  const headings = [...new Set(all.flatMap((passages) => passages.headings))].filter((heading) => !titles.has(heading));
  const sentences = all.flatMap((passages) => passages.sentences);
  const opening = `${introduction} ${subject(readings)}`;
  if (sentences.length === 0) return [`${opening}, but there is no text in it that I could quote.`];
  if (readings.every((reading) => reading.toolName === 'list_tabs')) {
    return [`${opening}:`, list(sentences.slice(0, linesPerList).map((sentence) => sentence.text))];
  }
  if (sentences.length <= quotesPerAnswer) return [`${opening}. It says:`, quote(sentences)];
  if (summarising.test(question) || termsOf(question).length === 0) {
    return [`${opening}. I cannot summarise, but it begins like this:`, ...lead({ headings, sentences })];
  }
  const best = bestSentences(question, sentences, quotesPerAnswer);
  if (best.length > 0) return [`${opening} and these passages match your question best:`, quote(best)];
  return [
    `${opening}, but none of the words of your question are in it. It begins like this:`,
    ...lead({ headings, sentences }),
  ];
}

/** The first sentences of the first paragraphs, and the headings. */
function lead({ headings, sentences }: Passages): string[] {
  const starts = sentences.filter(
    ({ text, startsParagraph }) =>
      startsParagraph && /[.!?…。！？]/u.test(text.slice(-3)) && wordsOf(text).length >= wordsPerLead,
  );
  const quoted = quote((starts.length > 0 ? starts : sentences).slice(0, quotesPerAnswer));
  if (headings.length < 2) return [quoted];
  return [quoted, 'Its headings are:', list(headings.slice(0, headingsPerOutline))];
}

function quote(sentences: readonly Sentence[]): string {
  return sentences.map((sentence) => `> ${shown(sentence.text)}`).join('\n\n');
}

function list(texts: readonly string[]): string {
  return texts.map((text) => `- ${shown(text)}`).join('\n');
}

/** What was read, as the end of "I am …": `I read **Title** (120 words)`. */
function subject(readings: readonly Reading[]): string {
  const title = readings.find((reading) => reading.title !== '')?.title ?? '';
  const page = title === '' ? 'the page' : `**${shown(title)}**`;
  const count = Math.max(...readings.map((reading) => wordsOf(reading.markdown).length));
  const words = `${count} ${count === 1 ? 'word' : 'words'}`;
  const tools = new Set(readings.map((reading) => reading.toolName));
  if (tools.size > 1) return `I read ${page} with ${tools.size} tools (${words})`;
  if (tools.has('list_tabs')) return 'I asked for your tabs and these were listed';
  if (tools.has('find_in_page')) return `I searched ${page} (${words} found)`;
  if (tools.has('read_selection')) return `I read what you selected (${words})`;
  return `I read ${page} (${words})`;
}

/** What a tool said instead of an answer, without making it nicer. */
export function failureText({ toolName, markdown }: { toolName: string; markdown: string }): string {
  const lines = shorten(markdown, 1_000)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [
    `The tool \`${toolName}\` failed. It said:`,
    lines.map((line) => `> ${escapeMarkdown(line.trim())}`).join('\n>\n'),
  ].join('\n\n');
}

function shown(text: string): string {
  return escapeMarkdown(shorten(text, charactersPerQuote));
}
