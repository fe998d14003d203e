import { expect, test } from 'vitest';
import type { Failure } from '../../contracts/failure.ts';
import type { MetricSample } from '../../contracts/metric.ts';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { STEP_END, scriptedCall, scriptedText } from '../../testing/agent/scripted-model.ts';
import { StepMeter } from './step-observers.ts';

const BUSY: Failure = { code: 'rate-limit', message: 'Too many requests.', retryable: true };
const MODEL = { endpointId: 'e', modelId: 'm' };

/** What is measured when each event comes 10 ms after the previous one. */
function measure(events: ModelEvent[]): MetricSample[] {
  const samples: MetricSample[] = [];
  let at = 0;
  const meter = new StepMeter({ record: (sample) => void samples.push(sample) }, () => at, MODEL, 'native');
  for (const event of events) {
    at += 10;
    meter.push(event);
  }
  return samples;
}

test('an answer is measured from the request to its first content and to its end', () => {
  const usage = { inputTokens: 3 };
  expect(measure([...scriptedText('So it is.'), { type: 'step-end', finishReason: 'stop', usage }])).toEqual([
    {
      at: 40,
      model: MODEL,
      type: 'step',
      toolMode: 'native',
      ms: 40,
      firstEventMs: 10,
      finishReason: 'stop',
      usage,
      format: null,
    },
  ]);
});

test('a call is measured from the first content to its detection', () => {
  const samples = measure([...scriptedText('Hm.'), ...scriptedCall('a', 'look', {}), ...scriptedText('So.'), STEP_END]);
  expect(samples).toMatchObject([
    { type: 'call-detected', toolName: 'look', format: 'native', ms: 10, whileStreaming: true },
    { type: 'call-parsed', toolName: 'look', how: 'strict' },
    { type: 'step', format: 'native' },
  ]);
});

test('a call certain only at the end was not detected while streaming', () => {
  const start: ModelEvent = {
    type: 'tool-input-start',
    toolCallId: 'a',
    toolName: 'look',
    format: 'hermes',
    atEnd: true,
  };
  expect(measure([start, ...scriptedCall('a', 'look', {}).slice(1), STEP_END])).toMatchObject([
    { type: 'call-detected', format: 'hermes', whileStreaming: false },
    { type: 'call-parsed' },
    { type: 'step', format: 'hermes' },
  ]);
});

test('a step with calls in several formats belongs to none of them', () => {
  const start = (toolCallId: string, format: string): ModelEvent =>
    ({ type: 'tool-input-start', toolCallId, toolName: 'look', format }) as ModelEvent;
  const measureLastStep = (...formats: string[]) =>
    measure([...formats.map((format, index) => start(`c${index}`, format)), STEP_END]).at(-1);
  expect(measureLastStep('hermes', 'hermes')).toMatchObject({ type: 'step', format: 'hermes' });
  expect(measureLastStep('hermes', 'lfm2', 'lfm2')).toMatchObject({ type: 'step', format: 'several' });
});

test('repaired and failed arguments are counted separately, and retracted calls not at all', () => {
  const start = (toolCallId: string): ModelEvent => ({ type: 'tool-input-start', toolCallId, toolName: toolCallId });
  const samples = measure([
    start('retracted'),
    { type: 'tool-input-retract', toolCallId: 'retracted' },
    start('repaired'),
    { type: 'tool-input-available', toolCallId: 'repaired', input: {}, repaired: true },
    start('failed'),
    { type: 'tool-input-error', toolCallId: 'failed', errorText: 'unfit' },
    STEP_END,
  ]);
  expect(samples.filter((sample) => sample.type === 'call-parsed')).toMatchObject([
    { toolName: 'repaired', how: 'repaired' },
    { toolName: 'failed', how: 'failed' },
  ]);
  expect(samples.filter((sample) => sample.type === 'call-detected')).toMatchObject([
    { toolName: 'repaired', whileStreaming: true },
    { toolName: 'failed', whileStreaming: true },
  ]);
});

test.each<ModelEvent>([
  { type: 'interrupted', detail: '' },
  { type: 'failure', failure: BUSY },
  { type: 'retry', reason: 'retry', observation: null, afterMs: 0, failure: BUSY },
])('a request that ends with $type is a step without a finish reason', (event) => {
  expect(measure([event])).toMatchObject([{ type: 'step', finishReason: null, firstEventMs: null }]);
});
