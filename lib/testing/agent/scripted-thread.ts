import { reduceAll } from '../../agent/thread/reduce.ts';
import type { EventOf, ThreadEvent } from '../../contracts/event.ts';
import type { PageContext } from '../../contracts/page-context.ts';
import { type AssistantMessage, emptyThread, type ThreadState } from '../../contracts/thread.ts';
import type { ToolOutput } from '../../contracts/tool-output.ts';

/** A thread that consists of these events. */
export function buildThread(...events: ThreadEvent[]): ThreadState {
  const rows = events.map((event, index) => ({ threadId: 't', seq: index + 1, at: 0, event }));
  return reduceAll(emptyThread('t'), rows);
}

/** The last message of a thread, which must be a run. */
export function lastRun({ messages }: ThreadState): AssistantMessage {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') throw new Error('The thread does not end with a run.');
  return last;
}

export function asked(messageId: string, content: string): ThreadEvent {
  return { type: 'user-message', messageId, content };
}

export function runStart(runId: string, change: Partial<EventOf<'run-start'>> = {}): ThreadEvent {
  const model = { endpointId: 'e', modelId: 'm' };
  return { type: 'run-start', runId, messageId: 'q', model, tabId: 1, page: null, maxSteps: 9, ...change };
}

export function runEnd(outcome: EventOf<'run-end'>['outcome'] = { type: 'complete' }): ThreadEvent {
  return { type: 'run-end', outcome, stats: { ms: 0, steps: 0, toolCalls: 0 } };
}

/** One complete step with these events. */
export function step(stepId: string, ...events: ThreadEvent[]): ThreadEvent[] {
  return [{ type: 'step-start', stepId, toolMode: 'native' }, ...events, { type: 'step-end', finishReason: 'stop' }];
}

export function textDelta(delta: string): ThreadEvent {
  return { type: 'text-delta', delta };
}

export function called(toolCallId: string, toolName: string, input: unknown = {}): ThreadEvent[] {
  return [
    { type: 'tool-input-start', toolCallId, toolName },
    { type: 'tool-input-available', toolCallId, input, repaired: false },
  ];
}

export function gave(toolCallId: string, output: string | ToolOutput): ThreadEvent {
  const whole = typeof output === 'string' ? { content: output } : output;
  return { type: 'tool-output-available', toolCallId, output: whole, ms: 1 };
}

/** The whole text of a page in tab 1, as sent with a question. */
export function pageContext(change: Partial<PageContext> = {}): PageContext {
  return {
    source: { tabId: 1, url: 'https://harbor.test/', title: 'Harbor', snapshot: 's' },
    kind: 'page',
    selection: 'all',
    ranges: [{ from: 0, to: 1 }],
    passageCount: 1,
    cursor: null,
    tokens: 10,
    totalTokens: 10,
    hasChanged: false,
    earlier: [],
    text: 'The lock closes at 21:40.',
    ...change,
  };
}
