import { type AnswerToken, lexAnswer } from '../../lib/documents/index.ts';

/**
 * A growing Markdown text as blocks. All but the last keep their identity. Only the end is lexed again, so that adding
 * a piece costs the same in a long answer as in a short one.
 */
export type MarkdownBlocks = { text: string; settledLength: number; settled: AnswerToken[]; tail: AnswerToken[] };

export const NO_BLOCKS: MarkdownBlocks = { text: '', settledLength: 0, settled: [], tail: [] };

/** Returns the blocks of `source`, reusing those of `previous` if the text begins with it. */
export function lexMarkdown(previous: MarkdownBlocks, source: string): MarkdownBlocks {
  // The lexer normalizes line ends. Doing it first keeps its lengths equal to those of this text.
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  if (text === previous.text) return previous;
  const base = text.startsWith(previous.text) ? previous : NO_BLOCKS;
  const tokens = lexAnswer(text.slice(base.settledLength));
  const last = tokens.findLastIndex((token) => token.type !== 'space');
  const settling = tokens.slice(0, Math.max(0, last));
  return {
    text,
    settledLength: base.settledLength + settling.reduce((length, token) => length + token.raw.length, 0),
    settled: [...base.settled, ...settling],
    tail: tokens.slice(Math.max(0, last)),
  };
}
