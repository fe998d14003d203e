import { expect, test } from 'vitest';
import type { RunOutcome } from '../../contracts/event.ts';
import type { QueuedMessage } from '../../contracts/thread.ts';
import { asked, buildThread, runEnd, runStart, step, textDelta } from '../../testing/agent/scripted-thread.ts';
import { nextMessage } from './next-action.ts';

const queued = (messageId: string): QueuedMessage => ({
  messageId,
  content: 'And then?',
  model: { endpointId: 'e', modelId: 'm' },
  tabId: 1,
  site: null,
});
const ended = (outcome?: RunOutcome) =>
  buildThread(asked('q', '?'), runStart('r'), ...step('s', textDelta('Yes.')), runEnd(outcome));
const steer = { type: 'run-steer', messageId: 'm', content: 'Shorter.' } as const;

test('the first queued message is sent after a complete answer', () => {
  expect(nextMessage(ended(), [queued('a'), queued('b')])).toMatchObject({ type: 'send', message: { messageId: 'a' } });
  expect(nextMessage(ended({ type: 'incomplete', reason: 'step-limit' }), [queued('a')])).toMatchObject({
    type: 'send',
  });
  expect(nextMessage(ended(), [])).toBeNull();
});

test('nothing is sent after Stop, an error or an incomplete answer', () => {
  const failure = { code: 'network', message: 'gone', retryable: true } as const;
  const outcomes: RunOutcome[] = [
    { type: 'incomplete', reason: 'cancelled' },
    { type: 'incomplete', reason: 'interrupted' },
    { type: 'error', failure },
  ];
  for (const outcome of outcomes) expect(nextMessage(ended(outcome), [queued('a')])).toBeNull();
});

test('nothing is sent while a run is open, or into an empty thread', () => {
  expect(nextMessage(buildThread(asked('q', '?'), runStart('r')), [queued('a')])).toBeNull();
  expect(nextMessage(buildThread(), [queued('a')])).toBeNull();
});

test('a message that was sent already, as a question or steer, is not sent again', () => {
  const thread = buildThread(
    asked('a', '?'),
    runStart('r'),
    { ...steer, messageId: 'b' },
    ...step('s', textDelta('Yes.')),
    runEnd(),
  );
  expect(nextMessage(thread, [queued('a'), queued('b'), queued('c')])).toMatchObject({ message: { messageId: 'c' } });
});

test('a steer that a run ended without seeing is answered first', () => {
  const thread = buildThread(asked('q', '?'), runStart('r'), ...step('s', textDelta('Yes.')), steer, runEnd());
  expect(nextMessage(thread, [queued('a')])).toMatchObject({ type: 'continue', after: { messageId: 'r' } });
});
