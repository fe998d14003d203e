import { expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/event.ts';
import { emptyThread } from '../../contracts/thread.ts';
import { reduceAll } from '../thread/reduce.ts';

const START: ThreadEvent[] = [
  { type: 'user-message', messageId: 'm', content: 'When?' },
  {
    type: 'run-start',
    runId: 'r',
    messageId: 'm',
    model: { endpointId: 'e', modelId: 'x' },
    tabId: null,
    page: null,
    maxSteps: 2,
  },
  { type: 'step-start', stepId: 's', toolMode: 'native' },
];

function partsAfter(events: ThreadEvent[]) {
  const rows = [...START, ...events].map((event, index) => ({ threadId: 't', seq: index + 1, at: 0, event }));
  const last = reduceAll(emptyThread('t'), rows).messages.at(-1);
  return last?.role === 'assistant' ? last.steps[0]?.parts : null;
}

test('text whose closing tag shows that it was reasoning becomes reasoning, and the rest is text', () => {
  const parts = partsAfter([
    { type: 'reasoning-delta', delta: 'One. ' },
    { type: 'text-delta', delta: 'Two.' },
    { type: 'text-to-reasoning' },
    { type: 'text-delta', delta: 'Three.' },
  ]);
  expect(parts).toEqual([
    { type: 'reasoning', text: 'One. Two.', since: 0, ms: 0 },
    { type: 'text', text: 'Three.' },
  ]);
});
