import type { CarriedContext, ContextReading, PageBlock, PageContext, PageSnapshot } from '../../contracts/index.ts';
import { passageSource, type SentPassages } from './select-passages.ts';

/** A text that is not on a page. `lead` is placed above the blocks that are selected. */
type TextSource = {
  kind: Extract<PageContext['kind'], 'files' | 'document'>;
  source: Omit<PageContext['source'], 'snapshot'>;
  lead: string;
  blocks: readonly PageBlock[];
};

/**
 * Prepares a text for a question, in the same way as a page. `before`: what earlier questions sent of it, oldest first.
 */
export function textContext(
  { kind, source, lead, blocks }: TextSource,
  question: string,
  before: readonly CarriedContext[],
): ContextReading {
  const reading = { ...NO_PAGE, title: source.title, blocks: [...blocks] };
  const passages = passageSource(reading, question, sentBefore(before), lead);
  const sameContexts = before.filter(({ context }) => context.source.snapshot === passages.snapshot);
  return {
    wantedTokens: passages.wantedTokens,
    select(maxTokens) {
      const { rest: _, ...selected } = passages.select(maxTokens);
      return {
        ...selected,
        source: { ...source, snapshot: passages.snapshot },
        kind,
        cursor: null,
        hasChanged: before.length > 0 && passages.isNew,
        earlier: sameContexts.map(({ contextId }) => contextId),
      };
    },
  };
}

const NO_PAGE: PageSnapshot = {
  url: '',
  title: '',
  language: '',
  layout: 'page',
  blocks: [],
  around: [],
  selection: '',
  truncated: false,
  frameKey: null,
  snapshot: '',
  unreadFrames: [],
  pdfPages: null,
};

/** Everything that was sent since the text last changed. */
export function sentBefore(before: readonly CarriedContext[]): SentPassages | null {
  const snapshot = before.at(-1)?.context.source.snapshot;
  if (snapshot === undefined) return null;
  const same = before.flatMap(({ context }) => (context.source.snapshot === snapshot ? [context] : []));
  return { snapshot, ranges: same.flatMap(({ ranges }) => ranges), texts: same.map(({ text }) => text) };
}
