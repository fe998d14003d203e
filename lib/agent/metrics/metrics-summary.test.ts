import { describe, expect, test } from 'vitest';
import type { MetricSample } from '../../contracts/metric.ts';
import { evaluateThreshold, THRESHOLDS, type ThresholdName } from './metric-thresholds.ts';
import { divideIntoTimeSlices, filterByModel, groupByModel, groupByTool, summarizeMetrics } from './metrics-summary.ts';

const model = { endpointId: 'e', modelId: 'm' };
/** Like `Omit`, but applied to each member of a union. */
type Unstamped<T> = T extends unknown ? Omit<T, 'at' | 'model'> : never;
const sample = (rest: Unstamped<MetricSample>, at = 0, of: MetricSample['model'] = model): MetricSample =>
  ({ at, model: of, ...rest }) as MetricSample;

const detected = (whileStreaming: boolean, ms = 100, format = 'native') =>
  sample({ type: 'call-detected', toolName: 'read_page', format, ms, whileStreaming });
const ended = (ms: number, ok = true) => sample({ type: 'call-ended', toolName: 'read_page', ms, ok });
const step = (ms: number, usage: { inputTokens?: number; outputTokens?: number } | null, firstEventMs: number | null) =>
  sample({ type: 'step', toolMode: 'native', ms, firstEventMs, finishReason: 'stop', usage, format: null });
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

describe('summarizeMetrics', () => {
  test('is null instead of zero without samples', () => {
    const summary = summarizeMetrics([]);
    expect(summary.detection).toMatchObject({ detected: 0, rate: null, ms: { count: 0, p50: null } });
    expect(summary.execution.latencyMs).toEqual({ count: 0, p50: null, p95: null, max: null });
    expect(summary.tokens).toEqual({ input: 0, output: 0, outputPerSecond: null });
    expect(summary.queue.saturation).toBeNull();
    expect(summary.jank).toEqual({ count: 0, perMinute: null });
    expect(summary.rollbacks).toEqual({ count: 0, perMinute: null });
  });

  test('counts calls detected before the stream ended', () => {
    const { detection } = summarizeMetrics([detected(true, 40), detected(true, 90, 'hermes'), detected(false, 400)]);
    expect(detection.rate).toBeCloseTo(2 / 3);
    expect(detection.ms).toEqual({ count: 3, p50: 90, p95: 400, max: 400 });
    expect([...detection.formats]).toEqual([
      ['native', 2],
      ['hermes', 1],
    ]);
  });

  test('distinguishes strict, repaired and failed arguments', () => {
    const parsed = (how: 'strict' | 'repaired' | 'failed') => sample({ type: 'call-parsed', toolName: 't', how });
    const { parsing } = summarizeMetrics([parsed('strict'), parsed('strict'), parsed('repaired'), parsed('failed')]);
    expect(parsing).toEqual({ parsed: 4, strict: 2, repaired: 1, failed: 1 });
  });

  test('measures the latency of calls and the delay before their start', () => {
    const started = (ms: number, whileStreaming: boolean) =>
      sample({ type: 'call-started', toolName: 't', ms, whileStreaming });
    const { execution } = summarizeMetrics([started(2, true), started(5_000, false), ended(30), ended(70, false)]);
    expect(execution.latencyMs).toEqual({ count: 2, p50: 30, p95: 70, max: 70 });
    expect(execution.startDelayMs.p95).toBe(5_000);
    expect(execution).toMatchObject({ startedWhileStreaming: 1, failed: 1 });
  });

  test('saturation is the share of calls that waited or were refused', () => {
    const queue = (running: number, waiting: number, ms: number, refused = false) =>
      sample({ type: 'queue', running, waiting, ms, refused });
    const summary = summarizeMetrics([queue(1, 0, 0), queue(8, 1, 120), queue(8, 2, 300), queue(8, 256, 0, true)]);
    expect(summary.queue).toMatchObject({
      asked: 4,
      saturation: 0.75,
      refused: 1,
      mostRunning: 8,
      mostWaiting: 256,
      waitMs: { count: 3, p50: 120, p95: 300 },
    });
  });

  test('counts resets by reason, and those for missing native tools as fallbacks', () => {
    const reset = (reason: 'interrupted' | 'tools-unsupported' | 'retry') => sample({ type: 'step-reset', reason });
    const { steps } = summarizeMetrics([reset('retry'), reset('tools-unsupported'), reset('retry')]);
    expect(Object.fromEntries(steps.resets)).toEqual({ retry: 2, 'tools-unsupported': 1 });
    expect(steps.fallbacks).toBe(1);
  });

  test('output speed uses the whole time of steps with token counts', () => {
    const { tokens, steps } = summarizeMetrics([
      step(2_000, { inputTokens: 900, outputTokens: 80 }, 500),
      step(8_000, null, null),
      step(1_000, { inputTokens: 100 }, 100),
      step(2_000, { outputTokens: 120 }, 1_500),
    ]);
    expect(tokens).toEqual({ input: 1_000, output: 200, outputPerSecond: 50 });
    expect(steps).toMatchObject({ count: 4, totalMs: 13_000, firstContentMs: { count: 3, p50: 500 } });
  });

  test('rates are per minute, with at least one minute', () => {
    const jank = (frames: number, ms: number) => sample({ type: 'jank', frames, ms });
    expect(summarizeMetrics([jank(1, 2_000)]).jank).toEqual({ count: 1, perMinute: 1 });
    expect(summarizeMetrics([jank(9, 60_000), jank(3, 60_000)]).jank).toEqual({ count: 12, perMinute: 6 });
    const rollbacks = [step(120_000, null, 1), ...times(5, sample({ type: 'rollback' }))];
    expect(summarizeMetrics(rollbacks).rollbacks).toEqual({ count: 5, perMinute: 2.5 });
    expect(summarizeMetrics([jank(0, 10_000)]).jank).toEqual({ count: 0, perMinute: 0 });
  });

  test('counts runs by how they ended', () => {
    const run = (outcome: string, ms: number) => sample({ type: 'run', outcome, ms, steps: 1 });
    const { runs } = summarizeMetrics([run('complete', 10), run('complete', 30), run('error', 5)]);
    expect(Object.fromEntries(runs.outcomes)).toEqual({ complete: 2, error: 1 });
    expect(runs.ms.p50).toBe(10);
  });
});

describe('the limits', () => {
  const evaluateByName = (name: ThresholdName, samples: MetricSample[]) => {
    const threshold = THRESHOLDS.find((each) => each.name === name);
    return threshold && evaluateThreshold(threshold, summarizeMetrics(samples));
  };
  const inAMinute = (count: number) => [step(60_000, null, 1), ...times(count, sample({ type: 'rollback' }))];

  test.each<[ThresholdName, MetricSample[], MetricSample[]]>([
    [
      'streaming_tool_detection_rate',
      [...times(19, detected(true)), detected(false)],
      [...times(18, detected(true)), detected(false)],
    ],
    ['streaming_tool_execution_latency_p50', [ended(1_000), ended(9_000)], [ended(1_001), ended(9_000)]],
    [
      'streaming_tool_execution_latency_p95',
      [...times(19, ended(3_000)), ended(9_000)],
      [...times(18, ended(3_000)), ended(9_000)],
    ],
    [
      'streaming_ui_jank_frames',
      [sample({ type: 'jank', frames: 5, ms: 60_000 })],
      [sample({ type: 'jank', frames: 6, ms: 60_000 })],
    ],
    ['streaming_rollback_count', inAMinute(10), inAMinute(11)],
  ])('%s: a value on the limit is within, beyond it outside, and null is unmeasured', (name, within, outside) => {
    expect(evaluateByName(name, within)).toBe('within');
    expect(evaluateByName(name, outside)).toBe('outside');
    expect(evaluateByName(name, [])).toBe('unmeasured');
  });
});

describe('groups of samples', () => {
  test('time is divided into equal slices, including the edges', () => {
    const at = (time: number) => sample({ type: 'rollback' }, time);
    const slices = divideIntoTimeSlices([at(99), at(100), at(149), at(150), at(199), at(200), at(201)], 100, 200, 2);
    expect(slices.map(({ from, to, samples }) => [from, to, samples.map((each) => each.at)])).toEqual([
      [100, 150, [100, 149]],
      [150, 200, [150, 199, 200]],
    ]);
  });

  test('the same model name at two endpoints is two models, and samples without a model are excluded', () => {
    const other = { endpointId: 'f', modelId: 'm' };
    const samples = [ended(1), sample({ type: 'rollback' }, 0, other), ended(2), sample({ type: 'rollback' }, 0, null)];
    expect(groupByModel(samples).map((group) => [group.model, group.samples.length])).toEqual([
      [model, 2],
      [other, 1],
    ]);
    expect(filterByModel(samples, other)).toHaveLength(1);
    expect(filterByModel(samples, null)).toHaveLength(4);
  });

  test('samples are grouped by tool name', () => {
    const call = (toolName: string) => sample({ type: 'call-ended', toolName, ms: 1, ok: true });
    const groups = groupByTool([
      call('read_tab'),
      call('find_in_page'),
      call('read_tab'),
      sample({ type: 'rollback' }),
    ]);
    expect(groups.map(({ toolName, samples }) => [toolName, samples.length])).toEqual([
      ['find_in_page', 1],
      ['read_tab', 2],
    ]);
  });
});
