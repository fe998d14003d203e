import { expect, test } from 'vitest';
import type { ResetReason, ThreadEvent } from '../../contracts/event.ts';
import { emptyThread } from '../../contracts/thread.ts';
import { scriptedTool } from '../../testing/agent/scripted-run.ts';
import { reduceAll } from '../thread/reduce.ts';
import { nextAction } from './next-action.ts';

const question: ThreadEvent = { type: 'user-message', messageId: 'q', content: 'Why?' };
const runStart = (maxSteps = 2): ThreadEvent => ({
  type: 'run-start',
  runId: 'r',
  messageId: 'q',
  model: { endpointId: 'e', modelId: 'm' },
  tabId: 1,
  page: null,
  maxSteps,
});
const stepStart = (index: number): ThreadEvent => ({ type: 'step-start', stepId: `r:${index}`, toolMode: 'native' });
const stepEnd: ThreadEvent = { type: 'step-end', finishReason: 'tool-calls' };
const call = (toolCallId: string, input = {}): ThreadEvent[] => [
  { type: 'tool-input-start', toolCallId, toolName: 'look' },
  { type: 'tool-input-available', toolCallId, input, repaired: false },
];
const result = (toolCallId: string): ThreadEvent => ({
  type: 'tool-output-available',
  toolCallId,
  output: { content: 'seen' },
  ms: 1,
});
const ask = (toolCallId: string): ThreadEvent => ({
  type: 'tool-approval-request',
  toolCallId,
  request: { type: 'effect', reason: 'sends' },
});
const TOOLS = [
  scriptedTool('look', async () => 'seen'),
  scriptedTool('touch', async () => 'done', { withEffects: true }),
];
const after = (...events: ThreadEvent[]) =>
  nextAction(
    reduceAll(
      emptyThread('t'),
      events.map((event, index) => ({ threadId: 't', seq: index + 1, at: 0, event })),
    ),
    TOOLS,
  );

test('an empty thread, a question without a run and an ended run have no next action', () => {
  expect(after()).toEqual({ type: 'idle' });
  expect(after(question)).toEqual({ type: 'idle' });
  const stats = { ms: 0, steps: 0, toolCalls: 0 };
  expect(after(question, runStart(), { type: 'run-end', outcome: { type: 'complete' }, stats })).toEqual({
    type: 'idle',
  });
});

test('a fresh run calls the model', () => {
  expect(after(question, runStart())).toEqual({ type: 'call-model', stepId: 'r:0', final: false });
});

test('an open step was cut off and is reset', () => {
  expect(after(question, runStart(), stepStart(0))).toEqual({
    type: 'reset-step',
    stepId: 'r:0',
    reason: 'interrupted',
  });
});

test('a step interrupted during a wait for a busy server is repeated, and the refusal counts', () => {
  const notice: ThreadEvent = { type: 'step-notice', notice: { code: 'waiting', message: 'busy' } };
  expect(after(question, runStart(), stepStart(0), notice)).toEqual({
    type: 'reset-step',
    stepId: 'r:0',
    reason: 'retry',
  });
});

test('a step interrupted while queued for a connection is requested as if for the first time', () => {
  const notice: ThreadEvent = { type: 'step-notice', notice: { code: 'queued' } };
  expect(after(question, runStart(), stepStart(0), notice)).toEqual({
    type: 'call-model',
    stepId: 'r:0',
    final: false,
  });
});

test('refused and interrupted requests of a step both count towards its limit', () => {
  const reset = (reason: ResetReason): ThreadEvent => ({ type: 'step-reset', stepId: 'r:0', reason });
  const cutAfter = (...reasons: ResetReason[]) =>
    after(question, runStart(), ...reasons.flatMap((reason) => [stepStart(0), reset(reason)]), stepStart(0));
  expect(cutAfter('retry')).toMatchObject({ type: 'reset-step' });
  expect(cutAfter('retry', 'interrupted')).toEqual({
    type: 'end-run',
    outcome: { type: 'incomplete', reason: 'interrupted' },
  });
});

test('a reset step is repeated under the same id', () => {
  const reset: ThreadEvent = { type: 'step-reset', stepId: 'r:0', reason: 'interrupted' };
  expect(after(question, runStart(), stepStart(0), reset)).toEqual({
    type: 'call-model',
    stepId: 'r:0',
    final: false,
  });
});

test('the third interruption of a run ends it as interrupted', () => {
  const cut: ThreadEvent[] = [stepStart(0), { type: 'step-reset', stepId: 'r:0', reason: 'interrupted' }];
  expect(after(question, runStart(), ...cut, ...cut, stepStart(0))).toEqual({
    type: 'end-run',
    outcome: { type: 'incomplete', reason: 'interrupted' },
  });
});

test('a reset for missing tool support does not count as an interruption', () => {
  const fallback: ThreadEvent[] = [stepStart(0), { type: 'step-reset', stepId: 'r:0', reason: 'tools-unsupported' }];
  const cut: ThreadEvent[] = [stepStart(0), { type: 'step-reset', stepId: 'r:0', reason: 'interrupted' }];
  const ended = [stepStart(0), ...call('a'), stepEnd, result('a')];
  expect(after(question, runStart(), ...fallback, ...cut, ...ended, stepStart(1))).toEqual({
    type: 'reset-step',
    stepId: 'r:1',
    reason: 'interrupted',
  });
});

test('open calls are run, even if the finish reason is stop', () => {
  const stop: ThreadEvent = { type: 'step-end', finishReason: 'stop' };
  expect(after(question, runStart(), stepStart(0), ...call('a'), stop)).toEqual({ type: 'run-tools' });
});

test('a finish reason of tool-calls without a call does not loop', () => {
  const text: ThreadEvent = { type: 'text-delta', delta: 'Done.' };
  expect(after(question, runStart(), stepStart(0), text, stepEnd)).toEqual({
    type: 'end-run',
    outcome: { type: 'complete' },
  });
});

test('the model is called again when every call has a result', () => {
  expect(after(question, runStart(), stepStart(0), ...call('a'), stepEnd, result('a'))).toEqual({
    type: 'call-model',
    stepId: 'r:1',
    final: false,
  });
});

test('a run waits for an approval after its other calls are done', () => {
  const both = [question, runStart(), stepStart(0), ...call('a'), ...call('b', { word: 'b' }), stepEnd, ask('a')];
  expect(after(...both)).toEqual({ type: 'run-tools' });
  expect(after(...both, result('b'))).toEqual({ type: 'wait' });
});

test('an identical call waits for the approval and result of the first', () => {
  const both = [question, runStart(), stepStart(0), ...call('a'), ...call('b'), stepEnd, ask('a')];
  expect(after(...both)).toEqual({ type: 'wait' });
  expect(after(...both, { type: 'tool-approval-response', toolCallId: 'a', approved: false })).toEqual({
    type: 'run-tools',
  });
});

test('a response continues the run: an approved call runs, a denied one is a result', () => {
  const asked = [question, runStart(), stepStart(0), ...call('a'), stepEnd, ask('a')];
  const respond = (approved: boolean): ThreadEvent => ({
    type: 'tool-approval-response',
    toolCallId: 'a',
    approved,
  });
  expect(after(...asked, respond(true))).toEqual({ type: 'run-tools' });
  expect(after(...asked, respond(false))).toMatchObject({ type: 'call-model', stepId: 'r:1' });
});

test('at the step limit a last step must answer, and then the run ends', () => {
  const first = [question, runStart(1), stepStart(0), ...call('a'), stepEnd, result('a')];
  expect(after(...first)).toEqual({ type: 'call-model', stepId: 'r:1', final: true });
  expect(after(...first, stepStart(1), { type: 'text-delta', delta: 'So:' }, stepEnd)).toEqual({
    type: 'end-run',
    outcome: { type: 'incomplete', reason: 'step-limit' },
  });
});

test('a last step with calls ends the run without running them', () => {
  const first = [question, runStart(1), stepStart(0), ...call('a'), stepEnd, result('a')];
  expect(after(...first, stepStart(1), ...call('b'), stepEnd)).toEqual({
    type: 'end-run',
    outcome: { type: 'incomplete', reason: 'step-limit' },
  });
});

test('an empty answer is an error with advice', () => {
  expect(after(question, runStart(), stepStart(0), { type: 'step-end', finishReason: 'stop' })).toMatchObject({
    type: 'end-run',
    outcome: { type: 'error', failure: { code: 'bad-response' } },
  });
});

test('an answer cut off by the token limit or a filter is incomplete', () => {
  const text: ThreadEvent = { type: 'text-delta', delta: 'So' };
  for (const reason of ['length', 'content-filter'] as const) {
    expect(after(question, runStart(), stepStart(0), text, { type: 'step-end', finishReason: reason })).toEqual({
      type: 'end-run',
      outcome: { type: 'incomplete', reason },
    });
  }
});

const cutEnd = (finishReason: 'length' | 'content-filter'): ThreadEvent => ({ type: 'step-end', finishReason });

test('calls of a response that was cut off are refused with an error for the model', () => {
  const cut = [question, runStart(), stepStart(0), ...call('a'), cutEnd('length')];
  expect(after(...cut)).toMatchObject({ type: 'refuse-calls', errorText: expect.stringContaining('cut off') });
  const refused: ThreadEvent = { type: 'tool-output-error', toolCallId: 'a', errorText: 'Not run', ms: 0 };
  expect(after(...cut, refused)).toMatchObject({ type: 'call-model', stepId: 'r:1' });
});

test('a call that started before the response was cut off continues', () => {
  const started: ThreadEvent = { type: 'tool-output-start', toolCallId: 'a' };
  expect(after(question, runStart(), stepStart(0), ...call('a'), started, cutEnd('length'))).toEqual({
    type: 'run-tools',
  });
});

test('a content filter ends the run once its calls have results', () => {
  const events = [question, runStart(), stepStart(0), ...call('a'), cutEnd('content-filter')];
  expect(after(...events)).toMatchObject({ type: 'refuse-calls' });
  expect(after(...events, result('a'))).toEqual({
    type: 'end-run',
    outcome: { type: 'incomplete', reason: 'content-filter' },
  });
});

const naming = (toolCallId: string, toolName: string, input: unknown): ThreadEvent => ({
  type: 'tool-output-available',
  toolCallId,
  output: { content: 'seen', followUp: { toolName, input } },
  ms: 1,
});

test('a result that names a read-only call is followed', () => {
  expect(
    after(question, runStart(), stepStart(0), ...call('a'), stepEnd, naming('a', 'look', { word: 'x' })),
  ).toMatchObject({
    type: 'follow-up',
    calls: [{ type: 'tool-follow-up', toolName: 'look', input: { word: 'x' }, followUpOf: 'a' }],
  });
});

test('but not while another call of the step still runs', () => {
  const events = [question, runStart(), stepStart(0), ...call('a'), ...call('b'), stepEnd];
  expect(after(...events, naming('a', 'look', { word: 'x' }))).toEqual({ type: 'run-tools' });
});

test('a direct answer becomes the last step', () => {
  const output = { content: 'To be.', returnDirect: true };
  const direct: ThreadEvent = { type: 'tool-output-available', toolCallId: 'a', output, ms: 1 };
  const events = [question, runStart(1), stepStart(0), ...call('a'), stepEnd, direct];
  expect(after(...events)).toEqual({ type: 'answer-directly', stepId: 'r:1', content: 'To be.' });
  // This also applies at the step limit, because no model was forced to answer.
  const said: ThreadEvent[] = [stepStart(1), { type: 'text-delta', delta: 'To be.' }];
  expect(after(...events, ...said, { type: 'step-end', finishReason: 'stop' })).toEqual({
    type: 'end-run',
    outcome: { type: 'complete' },
  });
});

test('a model that writes nothing after a result is asked once more, without tools', () => {
  const read = [stepStart(0), ...call('a'), stepEnd, result('a')];
  const silent = (n: number): ThreadEvent[] => [
    stepStart(n),
    { type: 'reasoning-delta', delta: 'Well.' },
    { type: 'step-end', finishReason: 'stop' },
  ];
  const again = { type: 'call-model', stepId: 'r:2', final: true };
  expect(after(question, runStart(9), ...read, ...silent(1))).toEqual(again);
  const cut: ThreadEvent = { type: 'step-reset', stepId: 'r:2', reason: 'interrupted' };
  expect(after(question, runStart(9), ...read, ...silent(1), stepStart(2), cut)).toEqual(again);
  const ended = { type: 'end-run', outcome: { type: 'error', failure: { reason: { type: 'empty-answer' } } } };
  expect(after(question, runStart(9), ...read, ...silent(1), ...silent(2))).toMatchObject(ended);
  expect(after(question, runStart(9), ...silent(0))).toMatchObject(ended);
});

test('after three steps with the same calls, the next step must answer', () => {
  const steps = (count: number) =>
    Array.from({ length: count }, (_, n) => [stepStart(n), ...call('a'), stepEnd, result('a')]).flat();
  expect(after(question, runStart(9), ...steps(2))).toMatchObject({ type: 'call-model', final: false });
  expect(after(question, runStart(9), ...steps(3))).toMatchObject({ type: 'call-model', stepId: 'r:3', final: true });
  const cut: ThreadEvent = { type: 'step-reset', stepId: 'r:3', reason: 'interrupted' };
  expect(after(question, runStart(9), ...steps(3), stepStart(3), cut)).toMatchObject({ stepId: 'r:3', final: true });
});
