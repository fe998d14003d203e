import { expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/event.ts';
import {
  asked,
  buildThread,
  called,
  gave,
  lastRun,
  runEnd,
  runStart,
  step,
  textDelta,
} from '../../testing/agent/scripted-thread.ts';
import { reduceAll } from './reduce.ts';

const start: ThreadEvent = { type: 'step-start', stepId: 'r:0', toolMode: 'native' };
const waiting: ThreadEvent = { type: 'step-notice', notice: { code: 'waiting', message: 'busy' } };
const decided: ThreadEvent = { type: 'step-decision', decision: 'answer' };
const reset: ThreadEvent = { type: 'step-reset', stepId: 'r:0', reason: 'retry' };
const buildLastStep = (...events: ThreadEvent[]) =>
  lastRun(buildThread(asked('q', 'Why?'), runStart('r'), ...events)).steps.at(-1);

test('a reset removes the notices and the decision of an attempt', () => {
  expect(buildLastStep(start, waiting, decided)).toMatchObject({ notices: [{ code: 'waiting' }], decision: 'answer' });
  expect(buildLastStep(start, waiting, decided, reset)).toMatchObject({
    notices: [{ code: 'waiting' }],
    resets: ['retry'],
  });
  expect(buildLastStep(start, waiting, decided, reset, start)).toMatchObject({
    notices: [],
    decision: null,
    resets: ['retry'],
  });
});

test('a later decision replaces an earlier one', () => {
  expect(buildLastStep(start, decided, { type: 'step-decision', decision: 'tools' })?.decision).toBe('tools');
});

test('a follow-up is a call of the last step, ready to run', () => {
  const followUp: ThreadEvent = {
    type: 'tool-follow-up',
    toolCallId: 'b',
    toolName: 'look',
    input: 1,
    followUpOf: 'a',
  };
  const parts = buildLastStep(...step('r:0', ...called('a', 'open')), gave('a', 'see b'), followUp)?.parts;
  expect(parts).toMatchObject([
    { call: { toolCallId: 'a', followUpOf: null, state: 'output-available' } },
    { call: { toolCallId: 'b', followUpOf: 'a', state: 'input-available', input: 1, approved: false } },
  ]);
});

test('the findings of a running call are added up, restart when the call does, and are replaced by its result', () => {
  const start: ThreadEvent = { type: 'tool-output-start', toolCallId: 'a' };
  const page = (number: number): ThreadEvent => ({
    type: 'tool-output-delta',
    toolCallId: 'a',
    delta: { kind: 'pdf-pages', items: [{ page: number, text: `Text ${number}.` }] },
  });
  const buildCall = (...events: ThreadEvent[]) => {
    const part = buildLastStep(...step('r:0', ...called('a', 'read_pdf')), ...events)?.parts[0];
    return part?.type === 'tool-call' ? part.call : null;
  };
  expect(buildCall(start)).toMatchObject({ state: 'executing', found: null });
  expect(buildCall(start, page(1), page(2))).toMatchObject({
    found: {
      kind: 'pdf-pages',
      items: [
        { page: 1, text: 'Text 1.' },
        { page: 2, text: 'Text 2.' },
      ],
    },
  });
  // After the worker was stopped, the document is read again from the start.
  expect(buildCall(start, page(1), page(2), start, page(1))).toMatchObject({ found: { items: [{ page: 1 }] } });
  expect(buildCall(start, page(1), gave('a', 'All.'))).not.toHaveProperty('found');
  expect(buildCall(start, page(1), gave('a', 'All.'), page(2))).toMatchObject({ state: 'output-available' });
});

test('a retracted call is removed, and later events of its tool are ignored', () => {
  const retract: ThreadEvent = { type: 'tool-input-retract', toolCallId: 'a' };
  expect(buildLastStep(start, ...called('a', 'look'), retract, gave('a', 'late'), textDelta('So.'))?.parts).toEqual([
    { type: 'text', text: 'So.' },
  ]);
});

test('a retracted call does not affect other parts of its step', () => {
  const calls = [...called('a', 'look'), ...called('b', 'look')];
  const parts = buildLastStep(start, textDelta('Hm.'), ...calls, {
    type: 'tool-input-retract',
    toolCallId: 'a',
  })?.parts;
  expect(parts).toMatchObject([
    { type: 'text', text: 'Hm.' },
    { type: 'tool-call', call: { toolCallId: 'b' } },
  ]);
});

test('a call of an attempt that was reset no longer accepts a result', () => {
  expect(buildLastStep(start, ...called('a', 'look'), reset, gave('a', 'late'))?.parts).toMatchObject([
    { call: { toolCallId: 'a', state: 'input-available' } },
  ]);
});

test('a call that the end of its run leaves open keeps what is known about it', () => {
  const available: ThreadEvent = {
    type: 'tool-input-available',
    toolCallId: 'a',
    input: 1,
    repaired: false,
    leftOut: ['why'],
  };
  const begun = buildLastStep(
    start,
    ...called('a', 'look').slice(0, 1),
    available,
    { type: 'tool-output-start', toolCallId: 'a' },
    runEnd(),
  );
  expect(begun?.parts).toMatchObject([
    { call: { state: 'output-error', code: 'stopped', input: 1, leftOut: ['why'] } },
  ]);
  const streaming = buildLastStep(start, ...called('a', 'look').slice(0, 1), runEnd());
  expect(streaming?.parts).toMatchObject([{ call: { state: 'output-error', code: 'not-run', input: null } }]);
});

test.each([null, -1])('a context of the tab %j is the files of the project', (tabId) => {
  const { contexts } = lastRun(
    buildThread(asked('q', 'Why?'), runStart('r'), { type: 'context-start', contextId: 'r:files', tabId }),
  );
  expect(contexts).toEqual([{ contextId: 'r:files', source: { type: 'project-files' }, state: 'reading' }]);
});

test('a continued run and its continuation are separate messages', () => {
  const { messages } = buildThread(asked('q', 'Why?'), runStart('r'), runEnd(), runStart('r2', { continues: 'r' }));
  expect(messages).toMatchObject([{ role: 'user' }, { continues: null }, { continues: 'r', outcome: null }]);
});

test('provider state is kept with its step', () => {
  const end: ThreadEvent = { type: 'step-end', finishReason: 'stop', opaque: { signature: 's' } };
  expect(buildLastStep(start, textDelta('So.'), end)?.opaque).toEqual({ signature: 's' });
});

test('unchanged messages keep their identity, and folding a row twice has no effect', () => {
  const before = buildThread(asked('q', 'Why?'), runStart('r'), start);
  const row = { threadId: 't', seq: before.seq + 1, at: 0, event: textDelta('So.') };
  const after = reduceAll(before, [row]);
  expect(after.messages[0]).toBe(before.messages[0]);
  expect(reduceAll(after, [row])).toBe(after);
});
