import { MEMORY_LIMITS, type MemoryError } from '../contracts/index.ts';
import { readMemoryRequest, readSplitMemoryRequest } from '../language/index.ts';
import { oneLine, splitSentences } from '../text/index.ts';
import { maskSecrets } from './mask-secrets.ts';
import { typedText } from './provenance.ts';

/**
 * Returns what the user asks to remember in a question. Only text that the user typed can ask for this, not filled-in
 * texts or quoted lines. Requests are searched for in the first and the last line, because text between them is usually
 * pasted. If a line has only the words of the request, the sentence or list below it is what to remember.
 */
export function findMemoryRequests(question: {
  content: string;
  filled?: readonly string[] | undefined;
}): readonly string[] {
  const lines = typedText(question)
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const texts = [...readFromLine(lines, 0), ...readAtEnd(lines)].map((text) => oneLine(text));
  return [...new Set(texts)].slice(0, MEMORY_LIMITS.proposals);
}

/** Before an item of a list. */
const ITEM = /^(?:[-*•–]|\d{1,2}[.)])\s+/;

/** What a line asks for, with what is below it. */
function readFromLine(lines: readonly string[], index: number): string[] {
  const sentences = listSentences(lines[index] ?? '');
  const below = readBelow(sentences.at(-1) ?? '', lines.slice(index + 1));
  const own = below.length > 0 ? sentences.slice(0, -1) : sentences;
  return [...own.flatMap(readMemoryRequest), ...below];
}

/** What the last line asks for, or the last sentence or list with the line above it. */
function readAtEnd(lines: readonly string[]): string[] {
  const last = lines.length - 1;
  const isList = ITEM.test(lines[last] ?? '');
  const opening = lines.findLastIndex((line, index) => index < last && !(isList && ITEM.test(line)));
  const below = readBelow(listSentences(lines[opening] ?? '').at(-1) ?? '', lines.slice(opening + 1));
  return below.length > 0 ? below : readFromLine(lines, last);
}

/** What the lines below the words of a request ask to remember: each item of a list, or else the first sentence. */
function readBelow(request: string, lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => !ITEM.test(line));
  const items = lines.slice(0, Math.min(end < 0 ? lines.length : end, MEMORY_LIMITS.proposals));
  const texts =
    items.length > 0 ? items.map((item) => item.replace(ITEM, '')) : listSentences(lines[0] ?? '').slice(0, 1);
  return texts.flatMap((text) => readSplitMemoryRequest(request, text));
}

function listSentences(line: string): string[] {
  return splitSentences(line).map(({ start, end }) => line.slice(start, end));
}

/**
 * Returns why a sentence cannot be kept, or null. Whatever is kept passes this check, so that it is exactly what the
 * user saw.
 */
export function checkMemoryText(text: string): Extract<MemoryError, 'empty' | 'too-long' | 'hidden' | 'secret'> | null {
  if (text.trim() === '') return 'empty';
  if (text !== oneLine(text)) return 'hidden';
  if (text.length > MEMORY_LIMITS.text) return 'too-long';
  return maskSecrets(text).masked.length > 0 ? 'secret' : null;
}
