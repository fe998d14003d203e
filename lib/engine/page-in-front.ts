import type { PageContext } from '../protocol/page-context.ts';
import type { AssistantMessage, ThreadState } from '../protocol/thread.ts';

/** How much of a tab's page the model has before it: all of its main content, a part, or nothing. */
export type InFront = 'all' | 'part' | 'none';

/** What a conversation carries of pages, oldest first; without the run `before` and what follows it. */
export function contextsOf({ messages }: ThreadState, before?: AssistantMessage): PageContext[] {
  const end = before === undefined ? messages.length : messages.indexOf(before);
  return messages
    .slice(0, end < 0 ? messages.length : end)
    .flatMap((message) =>
      message.role === 'assistant'
        ? message.contexts.flatMap((part) => (part.state === 'available' ? [part.context] : []))
        : [],
    );
}

/** How much of this tab's page stands before the model in the run that is given, counted over the whole conversation. */
export function pageInFront(state: ThreadState, run: AssistantMessage, tabId: number | null): InFront {
  const part = run.contexts.find((each) => each.tabId === tabId);
  if (part?.state !== 'available') return 'none';
  const { source, kind, passageCount } = part.context;
  const sent = new Set(
    contextsOf(state)
      .filter(
        (each) => each.source.url === source.url && each.source.snapshot === source.snapshot && each.kind === kind,
      )
      .flatMap((each) => each.ranges)
      .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  );
  return sent.size >= passageCount ? 'all' : 'part';
}
