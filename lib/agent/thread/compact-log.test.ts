import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LoggedEvent, ThreadEvent } from '../../contracts/event.ts';
import { emptyThread } from '../../contracts/thread.ts';
import { askQuestion, fold, runToEnd, scenarioDependencies } from '../../testing/agent/crash-scenario.ts';
import { memoryLog } from '../../testing/agent/memory-log.ts';
import { asked, called, gave, runStart, step } from '../../testing/agent/scripted-thread.ts';
import { compactLog } from './compact-log.ts';
import { reduceAll } from './reduce.ts';

const toolCallId = fc.constantFrom('a', 'b');
const delta = fc.string({ maxLength: 3 });
const stepId = fc.constantFrom('run:0', 'run:1');

/** Events of a run in any order, including orders that no model produces. */
const runEvent: fc.Arbitrary<ThreadEvent> = fc.oneof(
  fc.record({ type: fc.constant('step-start' as const), stepId, toolMode: fc.constant('native' as const) }),
  fc.record({
    type: fc.constant('step-reset' as const),
    stepId,
    reason: fc.constantFrom('interrupted' as const, 'retry' as const, 'context-length' as const),
  }),
  fc.record({
    type: fc.constant('step-notice' as const),
    notice: fc.record({ code: fc.constantFrom('waiting' as const, 'shortened' as const), message: fc.string() }),
  }),
  fc.record({
    type: fc.constant('step-decision' as const),
    decision: fc.constantFrom('answer' as const, 'tools' as const),
  }),
  fc.record({
    type: fc.constant('tool-follow-up' as const),
    toolCallId,
    toolName: fc.constant('look'),
    input: fc.integer(),
    followUpOf: toolCallId,
  }),
  fc.record({ type: fc.constant('tool-input-retract' as const), toolCallId }),
  fc.record({ type: fc.constant('tool-input-error' as const), toolCallId, errorText: fc.string() }),
  fc.record({ type: fc.constant('step-end' as const), finishReason: fc.constant('stop' as const) }),
  fc.record({ type: fc.constantFrom('text-delta' as const, 'reasoning-delta' as const), delta }),
  fc.record({ type: fc.constant('tool-input-start' as const), toolCallId, toolName: fc.constant('look') }),
  fc.record({ type: fc.constant('tool-input-delta' as const), toolCallId, delta }),
  fc.record({
    type: fc.constant('tool-input-available' as const),
    toolCallId,
    input: fc.integer(),
    repaired: fc.boolean(),
  }),
  fc.record({ type: fc.constant('tool-output-start' as const), toolCallId }),
  fc.record({
    type: fc.constant('tool-progress' as const),
    toolCallId,
    progress: fc.record({ progress: fc.integer() }),
  }),
  fc.record({
    type: fc.constant('tool-output-delta' as const),
    toolCallId,
    delta: fc.record({
      kind: fc.constant('pdf-pages' as const),
      items: fc.array(fc.record({ page: fc.integer(), text: fc.string({ maxLength: 3 }) }), { maxLength: 2 }),
    }),
  }),
  fc.record({
    type: fc.constant('tool-output-available' as const),
    toolCallId,
    output: fc.record({ content: fc.string() }),
    ms: fc.constant(1),
  }),
);

const RUN_START: ThreadEvent = {
  type: 'run-start',
  runId: 'run',
  messageId: 'question',
  model: { endpointId: 'e', modelId: 'm' },
  tabId: null,
  page: null,
  maxSteps: 3,
};
const RUN_END: ThreadEvent = {
  type: 'run-end',
  outcome: { type: 'complete' },
  stats: { ms: 0, steps: 0, toolCalls: 0 },
};

test('any compacted run folds to the same messages', () => {
  fc.assert(
    fc.property(fc.array(runEvent, { maxLength: 40 }), (events) => {
      const rows = [RUN_START, ...events, RUN_END].map(
        (event, index): LoggedEvent => ({ threadId: 't', seq: index + 1, at: 0, event }),
      );
      const short = compactLog(rows);
      expect(short.length).toBeLessThanOrEqual(rows.length);
      expect(reduceAll(emptyThread('t'), short).messages).toEqual(reduceAll(emptyThread('t'), rows).messages);
      expect(compactLog(short)).toEqual(short);
    }),
    { numRuns: 2000 },
  );
});

test('a compacted run has one row per part', async () => {
  const rows: LoggedEvent[] = [];
  const log = memoryLog(rows);
  await askQuestion(log);
  await runToEnd(log, scenarioDependencies(log, { sent: [] }, false));
  const short = compactLog(rows);
  expect(fold(short).messages).toEqual(fold(rows).messages);
  expect(short.filter(({ event }) => event.type === 'text-delta')).toHaveLength(2);
  expect(short.some(({ event }) => event.type === 'tool-input-delta' || event.type === 'tool-progress')).toBe(false);
});

test.each([
  ['has its result', gave('a', 'All.')],
  ['was stopped with its run', null],
])('a compacted run keeps no findings of a call that %s', (_case, result) => {
  const events: ThreadEvent[] = [
    asked('q', 'Why?'),
    runStart('r'),
    ...step('r:0', ...called('a', 'read_pdf')),
    { type: 'tool-output-start', toolCallId: 'a' },
    { type: 'tool-output-delta', toolCallId: 'a', delta: { kind: 'pdf-pages', items: [{ page: 1, text: 'First.' }] } },
    ...(result === null ? [] : [result]),
    RUN_END,
  ];
  const rows = events.map((event, index) => ({ threadId: 't', seq: index + 1, at: 0, event }));
  expect(JSON.stringify(compactLog(rows))).not.toContain('First.');
  expect(reduceAll(emptyThread('t'), compactLog(rows)).messages).toEqual(reduceAll(emptyThread('t'), rows).messages);
});

test('the duration of reasoning is kept when its deltas are merged', () => {
  const events: ThreadEvent[] = [
    { type: 'user-message', messageId: 'q', content: 'Why?' },
    {
      type: 'run-start',
      runId: 'r',
      messageId: 'q',
      model: { endpointId: 'e', modelId: 'm' },
      tabId: null,
      page: null,
      maxSteps: 9,
    },
    { type: 'step-start', stepId: 'r:0', toolMode: 'native' },
    { type: 'reasoning-delta', delta: 'First ' },
    { type: 'reasoning-delta', delta: 'this, ' },
    { type: 'reasoning-delta', delta: 'then that.' },
  ];
  const rows = events.map((event, index) => ({ threadId: 't', seq: index + 1, at: index * 1000, event }));
  const reasoning = { type: 'reasoning', text: 'First this, then that.', since: 3000, ms: 2000 };
  for (const each of [rows, compactLog(rows), compactLog(compactLog(rows))]) {
    const [, run] = reduceAll(emptyThread('t'), each).messages;
    expect(run?.role === 'assistant' && run.steps[0]?.parts).toEqual([reasoning]);
  }
});
