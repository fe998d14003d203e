import type { AnswerDifferences, FactCheckRequest, WordDifferences } from '../contracts/index.ts';
import { checkFacts, compareFacts, compareWords, SourceReader } from '../evidence/index.ts';

/**
 * A request to the worker. `texts`: the sources by index in `sources`, without texts that were sent before. Without
 * `parts`, the sources are only read, so that they are indexed before the answer ends.
 */
export type FactWorkerRequest = {
  id: number;
  chat: string;
  sources: readonly number[];
  texts: readonly (readonly [number, FactCheckRequest['sources'][number]])[];
  check: Pick<FactCheckRequest, 'parts' | 'question' | 'given'> | null;
};

/** Two answers to compare: their Markdown for facts, or their displayed text for words. */
export type ComparisonRequest = { id: number; compare: 'facts' | 'words'; first: string; second: string };
export type ComparisonResult = AnswerDifferences | WordDifferences | null;

const texts = new Map<number, FactCheckRequest['sources'][number]>();
let reader = new SourceReader();
let chat = '';

self.onmessage = ({ data }: MessageEvent<FactWorkerRequest | ComparisonRequest>) => {
  if ('compare' in data) {
    const compare = data.compare === 'facts' ? compareFacts : compareWords;
    self.postMessage({ id: data.id, result: compare(data.first, data.second) });
    return;
  }
  if (data.chat !== chat) {
    chat = data.chat;
    reader = new SourceReader();
    texts.clear();
  }
  for (const [key, text] of data.texts) texts.set(key, text);
  const sources = data.sources.flatMap((key) => texts.get(key) ?? []);
  if (data.check === null) prepare(sources);
  else self.postMessage({ id: data.id, result: checkFacts({ ...data.check, sources }, reader) });
};

/** Number of characters of each source that are checked in advance. */
const WARM_UP_LENGTH = 600;

/** Indexes sources and checks a part of them, which also builds what only checks need and compiles the code. */
function prepare(sources: FactCheckRequest['sources']): void {
  const parts = sources.map(({ text }) => text.slice(0, WARM_UP_LENGTH));
  checkFacts({ parts, sources, question: '', given: '' }, reader);
}
