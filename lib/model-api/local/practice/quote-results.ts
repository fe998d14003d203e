import { type ParsedToolResult, readResult, type ToolResult } from './chat-request.ts';
import type { PracticeWords } from './conversation.ts';
import { escapeMarkdown, extractTerms, segmentWords, shorten, stripMarkdown } from './words.ts';

const QUOTES_PER_ANSWER = 3;
const LINES_PER_LIST = 20;
const HEADINGS_PER_OUTLINE = 8;
const CHARACTERS_PER_QUOTE = 400;
const WORDS_PER_LEAD = 6;

const SUMMARISING =
  /\b(?:summar\w+|tl;?dr|overview|gist|key points|main (?:points?|ideas?)|outline|what is (?:this|it|the (?:page|article|text)) about)|要約|概要|总结|總結|摘要|概括|요약|zusammenfass|r[ée]sum|riassum/iu;

/** Quotes from tool results as Markdown: the passages that match the question, or the beginning of the page. */
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

function quotesFrom(question: string, readings: readonly ParsedToolResult[], words: PracticeWords): string[] {
  const all = readings.map((reading) => extractPassages(reading.markdown));
  const titles = new Set(readings.map((reading) => reading.title));
  const headings = [...new Set(all.flatMap((passages) => passages.headings))].filter((heading) => !titles.has(heading));
  const sentences = all.flatMap((passages) => passages.sentences);
  const opening = (...sentences: string[]) => [words.introduction, subject(readings, words), ...sentences].join(' ');
  if (sentences.length === 0) return [opening(words.nothingToQuote)];
  if (readings.every((reading) => reading.toolName === 'list_tabs')) {
    return [opening(), list(sentences.slice(0, LINES_PER_LIST).map((sentence) => sentence.text))];
  }
  if (sentences.length <= QUOTES_PER_ANSWER) return [opening(words.itSays), quote(sentences)];
  if (SUMMARISING.test(question) || extractTerms(question).length === 0) {
    return [opening(words.cannotSummarise), ...lead({ headings, sentences }, words)];
  }
  const best = bestSentences(question, sentences, QUOTES_PER_ANSWER);
  if (best.length > 0) return [opening(words.bestPassages), quote(best)];
  return [opening(words.noMatch), ...lead({ headings, sentences }, words)];
}

/** The first sentences of the first paragraphs, and the headings. */
function lead({ headings, sentences }: Passages, words: PracticeWords): string[] {
  const starts = sentences.filter(
    ({ text, startsParagraph }) =>
      startsParagraph && /[.!?…。！？]/u.test(text.slice(-3)) && segmentWords(text).length >= WORDS_PER_LEAD,
  );
  const quotation = quote((starts.length > 0 ? starts : sentences).slice(0, QUOTES_PER_ANSWER));
  if (headings.length < 2) return [quotation];
  return [quotation, words.headings, list(headings.slice(0, HEADINGS_PER_OUTLINE))];
}

function quote(sentences: readonly Sentence[]): string {
  return sentences.map((sentence) => `> ${shown(sentence.text)}`).join('\n\n');
}

function list(texts: readonly string[]): string {
  return texts.map((text) => `- ${shown(text)}`).join('\n');
}

/** Describes in a sentence what was read. */
function subject(readings: readonly ParsedToolResult[], words: PracticeWords): string {
  const title = shown(readings.find((reading) => reading.title !== '')?.title ?? '');
  const tools = new Set(readings.map((reading) => reading.toolName));
  if (tools.has('list_tabs') && tools.size === 1) return words.tabs;
  if (tools.has('read_selection') && tools.size === 1) return words.selection;
  return tools.has('find_in_page') && tools.size === 1 ? words.searched(title) : words.read(title);
}

/** The error text of a tool, unchanged. */
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
  return escapeMarkdown(shorten(text, CHARACTERS_PER_QUOTE));
}

/** Maximum number of terms. The beginning of a longer question says what it is about. */
const MAX_TERMS = 64;
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.4;
const HEADING_WEIGHT = 0.4;

/**
 * The sentences that match the question best (BM25 over content words, with a small weight for the heading), at most
 * `limit`, in the order of the page. Empty if no word of the question occurs.
 */
function bestSentences(question: string, sentences: readonly Sentence[], limit: number): Sentence[] {
  const terms = [...new Set(extractTerms(question))].slice(0, MAX_TERMS);
  const documents = sentences.map((sentence) => ({
    sentence,
    body: extractTerms(sentence.text),
    heading: new Set(extractTerms(sentence.heading)),
  }));
  const averageLength = documents.reduce((sum, { body }) => sum + body.length, 0) / Math.max(documents.length, 1) || 1;
  const weights = terms.map((term) => {
    const holders = documents.filter(({ body, heading }) => body.includes(term) || heading.has(term)).length;
    return { term, weight: Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5)) };
  });
  const scored = documents.map(({ sentence, body, heading }, position) => {
    const penalty = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * body.length) / averageLength);
    const score = weights.reduce((sum, { term, weight }) => {
      const frequency = body.filter((word) => word === term).length;
      return (
        sum +
        weight * ((frequency * (SATURATION + 1)) / (frequency + penalty) + (heading.has(term) ? HEADING_WEIGHT : 0))
      );
    }, 0);
    return { sentence, position, score };
  });
  return distinct(scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.position - b.position))
    .slice(0, limit)
    .sort((a, b) => a.position - b.position)
    .map(({ sentence }) => sentence);
}

/** Two tools may have read the same sentence. */
function distinct<T extends { sentence: Sentence }>(items: T[]): T[] {
  const earlierTexts = new Set<string>();
  return items.filter(({ sentence }) => !earlierTexts.has(sentence.text) && earlierTexts.add(sentence.text));
}

/** A sentence, a list item or a table row, as plain text, with the heading above it. */
type Sentence = { text: string; heading: string; startsParagraph: boolean };

type Passages = { headings: string[]; sentences: Sentence[] };

/** Maximum number of characters read. */
const MAX_CHARACTERS = 200_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const TABLE_RULE = /^[\s|:-]+$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** Splits Markdown into what can be quoted. Code blocks and wrapping tags are left out. */
function extractPassages(markdown: string): Passages {
  const headings: string[] = [];
  const sentences: Sentence[] = [];
  let heading = '';
  for (const block of splitBlocks(markdown.slice(0, MAX_CHARACTERS))) {
    const title = /^#{1,6}\s+(.*)$/.exec(block)?.[1];
    if (title !== undefined) {
      heading = stripMarkdown(title.replace(/\s#+$/, ''));
      if (heading !== '') headings.push(heading);
      continue;
    }
    for (const [index, text] of sentencesIn(block).entries()) {
      sentences.push({
        text,
        heading,
        startsParagraph: index === 0 && !LIST_ITEM.test(block) && !block.startsWith('|'),
      });
    }
  }
  return { headings, sentences };
}

/** Headings, list items and table rows are separate blocks; the lines of a paragraph are joined. */
function splitBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  let inCode = false;
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) blocks.push(paragraph.join(' '));
    paragraph = [];
  };
  for (const raw of markdown.split('\n')) {
    const line = raw.replace(/^(?:\s*>)+\s?/, '').trimEnd();
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) inCode = !inCode;
    if (isFence || inCode || line.trim() === '' || /^\s*<[^>]*>\s*$/.test(line)) {
      flush();
    } else if (/^#{1,6}\s|^\s*\|/.test(line)) {
      flush();
      if (!TABLE_RULE.test(line)) blocks.push(line.trim());
    } else {
      if (LIST_ITEM.test(line)) flush();
      paragraph.push(line);
    }
  }
  flush();
  return blocks;
}

function sentencesIn(block: string): string[] {
  if (block.startsWith('|')) {
    const cells = block.replace(/^\||\|$/g, '').split(/(?<!\\)\|/);
    return [
      cells
        .map(stripMarkdown)
        .filter((cell) => cell !== '')
        .join(' · '),
    ].filter((row) => row !== '');
  }
  const text = stripMarkdown(block.replace(LIST_ITEM, ''));
  return [...segmenter.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
