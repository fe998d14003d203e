import { describe, expect, test } from 'vitest';
import type { Failure } from '../../contracts/failure.ts';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { STEP_END, scriptedCall } from '../../testing/agent/scripted-model.ts';
import { type CheckStrategy, chooseCheckStrategy, ToolCallChecker } from './step-observers.ts';

const text = (delta: string): ModelEvent => ({ type: 'text-delta', delta });
const thought: ModelEvent = { type: 'reasoning-delta', delta: 'I could call a tool.' };
const [start, ...rest] = scriptedCall('a', 'look', {}) as [ModelEvent, ...ModelEvent[]];
const retract: ModelEvent = { type: 'tool-input-retract', toolCallId: 'a' };
const BUSY: Failure = { code: 'rate-limit', message: 'Too many requests.', retryable: true };
const interrupted: ModelEvent = { type: 'interrupted', detail: '' };

/** The decision after each event. Null if it has not changed. */
function decisions(strategy: CheckStrategy, events: ModelEvent[]) {
  const checker = new ToolCallChecker(strategy);
  return { said: events.map((event) => checker.push(event)), checker };
}

describe.each<[string, ModelEvent[], (string | null)[], (string | null)[]]>([
  // name, events, first-chunk, whole-stream
  ['tools first', [start, ...rest, STEP_END], ['tools', null, null, null], ['tools', null, null, null]],
  ['text first, then tools', [text('Hm.'), start, STEP_END], ['answer', 'tools', null], [null, 'tools', null]],
  ['blank first, then tools', [text('\n\n'), start, STEP_END], [null, 'tools', null], [null, 'tools', null]],
  ['blank first, then text', [text(' \n'), text('So'), STEP_END], [null, 'answer', null], [null, null, 'answer']],
  ['reasoning first, then tools', [thought, start, STEP_END], [null, 'tools', null], [null, 'tools', null]],
  ['reasoning first, then text', [thought, text('So'), STEP_END], [null, 'answer', null], [null, null, 'answer']],
  ['never calls', [text('So'), text(' it is.'), STEP_END], ['answer', null, null], [null, null, 'answer']],
  ['says nothing', [text(' '), STEP_END], [null, 'answer'], [null, 'answer']],
  ['text after tools', [start, text('There.'), STEP_END], ['tools', null, null], ['tools', null, null]],
  [
    'a call that was none',
    [start, retract, text('For example'), STEP_END],
    ['tools', null, 'answer', null],
    ['tools', null, null, 'answer'],
  ],
  ['is cut before it decides', [thought, interrupted], [null, null], [null, null]],
])('%s', (_name, events, early, late) => {
  test('first-chunk', () => {
    expect(decisions('first-chunk', events).said).toEqual(early);
  });
  test('whole-stream', () => {
    expect(decisions('whole-stream', events).said).toEqual(late);
  });
});

test.each<ModelEvent>([
  { type: 'tool-input-error', toolCallId: 'a', errorText: 'unfit' },
  { type: 'observation', observation: { type: 'request-quirk', quirk: 'no-stream-options', evidence: '' } },
  { type: 'step-notice', notice: { code: 'queued' } },
  { type: 'reply-discard', what: 'placeholder' },
  { type: 'text-to-reasoning' },
  { type: 'failure', failure: BUSY },
  { type: 'retry', reason: 'retry', observation: null, afterMs: 0, failure: BUSY },
])('$type decides nothing', (event) => {
  expect(decisions('first-chunk', [event, text('So')]).said).toEqual([null, 'answer']);
});

test('the finish reason does not affect the decision', () => {
  const stop: ModelEvent = { type: 'step-end', finishReason: 'stop' };
  const toolCalls: ModelEvent = { type: 'step-end', finishReason: 'tool-calls' };
  expect(decisions('whole-stream', [start, stop]).checker.decision).toBe('tools');
  expect(decisions('whole-stream', [text('So'), toolCalls]).checker.decision).toBe('answer');
});

test.each<[ModelEvent[], 'tools-first' | 'text-first' | null]>([
  [[start, text('There.'), STEP_END], 'tools-first'],
  [[text(' '), thought, start, STEP_END], 'tools-first'],
  [[text('Hm.'), start, STEP_END], 'text-first'],
  [[text('So.'), STEP_END], null],
  [[start, retract, text('So.'), STEP_END], null],
])('a step with calls shows how the model begins (%#)', (events, timing) => {
  expect(decisions('first-chunk', events).checker.timing).toBe(timing);
});

test('first-chunk needs several steps that began with calls, with few exceptions', () => {
  expect(chooseCheckStrategy({ toolsFirst: 0, textFirst: 0 })).toBe('whole-stream');
  expect(chooseCheckStrategy({ toolsFirst: 2, textFirst: 0 })).toBe('whole-stream');
  expect(chooseCheckStrategy({ toolsFirst: 3, textFirst: 0 })).toBe('first-chunk');
  expect(chooseCheckStrategy({ toolsFirst: 19, textFirst: 1 })).toBe('whole-stream');
  expect(chooseCheckStrategy({ toolsFirst: 20, textFirst: 1 })).toBe('first-chunk');
  expect(chooseCheckStrategy({ toolsFirst: 0, textFirst: 9 })).toBe('whole-stream');
});
