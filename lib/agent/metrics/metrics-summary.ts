import { isSameModel, type MetricSample, type ModelRef, type ResetReason } from '../../contracts/index.ts';

/** Calls detected in responses. Times in milliseconds. */
type Detection = {
  detected: number;
  /** The share of `detected` calls that were detected before their stream ended (0 to 1). Null without calls. */
  rate: number | null;
  /** From the first content of a step to the detection of the call. */
  ms: Spread;
  /** The number of calls per format: native, or a dialect. */
  formats: ReadonlyMap<string, number>;
};

/** Parsing of arguments: unchanged, repaired, or failed. */
type Parsing = { parsed: number; strict: number; repaired: number; failed: number };

/** Execution of calls. Times in milliseconds. */
type Execution = {
  /** From a complete call to its start, including waiting in the queue and for approval. */
  startDelayMs: Spread;
  startedWhileStreaming: number;
  /** From the start of a call to its result. */
  latencyMs: Spread;
  failed: number;
};

/** The tool scheduler. `saturation` is the share of calls that waited or were refused (0 to 1). */
type Queue = {
  asked: number;
  saturation: number | null;
  refused: number;
  waitMs: Spread;
  mostRunning: number;
  mostWaiting: number;
};

/** Model requests and their failures. Times in milliseconds. */
type Steps = {
  count: number;
  /** The time spent in model requests, summed over all steps. */
  totalMs: number;
  firstContentMs: Spread;
  resets: ReadonlyMap<ResetReason, number>;
  /** Steps repeated with tags because the server does not support native tools. */
  fallbacks: number;
};

/** Tokens as reported by servers. Steps without a report are excluded. */
type Tokens = { input: number; output: number; outputPerSecond: number | null };

type Runs = { count: number; ms: Spread; outcomes: ReadonlyMap<string, number> };

/** A rare event: its count, and its rate per minute of work. */
type Rate = { count: number; perMinute: number | null };

/** All metrics of the diagnostics page for a set of samples. Formulas are in docs/metrics.md. */
export type MetricsSummary = {
  detection: Detection;
  parsing: Parsing;
  execution: Execution;
  queue: Queue;
  steps: Steps;
  tokens: Tokens;
  runs: Runs;
  /** Retracted output, per minute of model requests. */
  rollbacks: Rate;
  /** Panel frames over 50 ms, per minute of visible streaming. */
  jank: Rate;
};

/** Summarizes samples in any order. Pure. Never throws. */
export function summarizeMetrics(samples: readonly MetricSample[]): MetricsSummary {
  const steps = summarizeSteps(samples);
  const jank = only(samples, 'jank');
  return {
    detection: summarizeDetection(samples),
    parsing: summarizeParsing(samples),
    execution: summarizeExecution(samples),
    queue: summarizeQueue(samples),
    steps,
    tokens: summarizeTokens(samples),
    runs: summarizeRuns(samples),
    rollbacks: computeRate(only(samples, 'rollback').length, steps.totalMs),
    jank: computeRate(sum(jank.map((sample) => sample.frames)), sum(jank.map((sample) => sample.ms))),
  };
}

type SampleOf<T extends MetricSample['type']> = Extract<MetricSample, { type: T }>;

function only<T extends MetricSample['type']>(samples: readonly MetricSample[], type: T): SampleOf<T>[] {
  return samples.filter((sample): sample is SampleOf<T> => sample.type === type);
}

function summarizeDetection(samples: readonly MetricSample[]): Detection {
  const calls = only(samples, 'call-detected');
  return {
    detected: calls.length,
    rate: share(calls.filter((call) => call.whileStreaming).length, calls.length),
    ms: computeSpread(calls.map((call) => call.ms)),
    formats: countBy(calls, (call) => call.format),
  };
}

function summarizeParsing(samples: readonly MetricSample[]): Parsing {
  const calls = only(samples, 'call-parsed');
  const how = countBy(calls, (call) => call.how);
  return {
    parsed: calls.length,
    strict: how.get('strict') ?? 0,
    repaired: how.get('repaired') ?? 0,
    failed: how.get('failed') ?? 0,
  };
}

function summarizeExecution(samples: readonly MetricSample[]): Execution {
  const starts = only(samples, 'call-started');
  const ends = only(samples, 'call-ended');
  return {
    startDelayMs: computeSpread(starts.map((call) => call.ms)),
    startedWhileStreaming: starts.filter((call) => call.whileStreaming).length,
    latencyMs: computeSpread(ends.map((call) => call.ms)),
    failed: ends.filter((call) => !call.ok).length,
  };
}

function summarizeQueue(samples: readonly MetricSample[]): Queue {
  const queueSamples = only(samples, 'queue');
  return {
    asked: queueSamples.length,
    saturation: share(queueSamples.filter((call) => call.refused || call.ms > 0).length, queueSamples.length),
    refused: queueSamples.filter((call) => call.refused).length,
    waitMs: computeSpread(queueSamples.filter((call) => !call.refused).map((call) => call.ms)),
    mostRunning: largest(queueSamples.map((call) => call.running)),
    mostWaiting: largest(queueSamples.map((call) => call.waiting)),
  };
}

function summarizeSteps(samples: readonly MetricSample[]): Steps {
  const steps = only(samples, 'step');
  const resets = countBy(only(samples, 'step-reset'), (sample) => sample.reason);
  return {
    count: steps.length,
    totalMs: sum(steps.map((step) => step.ms)),
    firstContentMs: computeSpread(steps.flatMap(({ firstEventMs }) => (firstEventMs === null ? [] : [firstEventMs]))),
    resets,
    fallbacks: resets.get('tools-unsupported') ?? 0,
  };
}

/**
 * Sums tokens. Output tokens are divided by the whole time of their steps. Servers count reasoning that they do not
 * stream, so measuring from the first content would overstate the speed.
 */
function summarizeTokens(samples: readonly MetricSample[]): Tokens {
  const measuredSteps = only(samples, 'step').flatMap(({ usage, ms }) => (usage ? [{ ...usage, ms }] : []));
  const writing = measuredSteps.filter((step) => step.outputTokens !== undefined);
  const output = sum(writing.map((step) => step.outputTokens ?? 0));
  const seconds = sum(writing.map((step) => step.ms)) / 1000;
  return {
    input: sum(measuredSteps.map((step) => step.inputTokens ?? 0)),
    output,
    outputPerSecond: seconds > 0 ? output / seconds : null,
  };
}

function summarizeRuns(samples: readonly MetricSample[]): Runs {
  const runs = only(samples, 'run');
  return {
    count: runs.length,
    ms: computeSpread(runs.map((run) => run.ms)),
    outcomes: countBy(runs, (run) => run.outcome),
  };
}

const MINUTE_MS = 60_000;

/**
 * Less than a minute counts as one, so that a single slow frame in a two-second answer does not count as thirty per
 * minute.
 */
function computeRate(count: number, ms: number): Rate {
  if (count === 0 && ms === 0) return { count, perMinute: null };
  return { count, perMinute: (count * MINUTE_MS) / Math.max(ms, MINUTE_MS) };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

function countBy<Item, Key>(items: readonly Item[], getKey: (item: Item) => Key): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(getKey(item), (counts.get(getKey(item)) ?? 0) + 1);
  return counts;
}

/** The distribution of a set of durations: count, median, 95th percentile and maximum, in the unit of the durations. */
export type Spread = { count: number; p50: number | null; p95: number | null; max: number | null };

/**
 * Returns the percentile by nearest rank: the smallest value that at least `percent` of all values do not exceed,
 * without interpolation. `sortedValues` is ascending. `percent` is above 0 and at most 100. Null without values.
 */
export function percentile(sortedValues: readonly number[], percent: number): number | null {
  // percent * length is an integer for whole percentages, so an exact rank is not rounded up.
  return sortedValues[Math.ceil((percent * sortedValues.length) / 100) - 1] ?? null;
}

export function computeSpread(values: readonly number[]): Spread {
  const sortedValues = values.toSorted((a, b) => a - b);
  return {
    count: sortedValues.length,
    p50: percentile(sortedValues, 50),
    p95: percentile(sortedValues, 95),
    max: sortedValues.at(-1) ?? null,
  };
}

/** The samples of an interval from `from` (inclusive) to `to` (exclusive), in milliseconds since 1970. */
type TimeSlice = { from: number; to: number; samples: readonly MetricSample[] };

/**
 * Divides the time from `from` to `to` into `count` equal slices and assigns the samples to them. Samples outside are
 * excluded. A sample exactly at `to` belongs to the last slice.
 */
export function divideIntoTimeSlices(
  samples: readonly MetricSample[],
  from: number,
  to: number,
  count: number,
): TimeSlice[] {
  const length = (to - from) / count;
  const slices = Array.from({ length: count }, (_, index) => ({
    from: from + index * length,
    to: from + (index + 1) * length,
    samples: [] as MetricSample[],
  }));
  for (const sample of samples) {
    if (sample.at < from || sample.at > to) continue;
    slices[Math.min(count - 1, Math.floor((sample.at - from) / length))]?.samples.push(sample);
  }
  return slices;
}

type ModelSamples = { model: ModelRef; samples: readonly MetricSample[] };

/**
 * Groups samples by model and endpoint, the model with the most samples first. Samples without a model are excluded.
 */
export function groupByModel(samples: readonly MetricSample[]): ModelSamples[] {
  const groups = new Map<string, { model: ModelRef; samples: MetricSample[] }>();
  for (const sample of samples) {
    if (sample.model === null) continue;
    const key = JSON.stringify([sample.model.endpointId, sample.model.modelId]);
    const group = groups.get(key);
    if (group) group.samples.push(sample);
    else groups.set(key, { model: sample.model, samples: [sample] });
  }
  return [...groups.values()].sort((a, b) => b.samples.length - a.samples.length);
}

type ToolSamples = { toolName: string; samples: readonly MetricSample[] };

/** Groups samples by tool name. */
export function groupByTool(samples: readonly MetricSample[]): ToolSamples[] {
  const groups = new Map<string, MetricSample[]>();
  for (const sample of samples) {
    if (!('toolName' in sample)) continue;
    const group = groups.get(sample.toolName);
    if (group) group.push(sample);
    else groups.set(sample.toolName, [sample]);
  }
  return [...groups]
    .map(([toolName, own]) => ({ toolName, samples: own }))
    .sort((a, b) => a.toolName.localeCompare(b.toolName));
}

/** Returns the samples of one model, or all samples for null. */
export function filterByModel(samples: readonly MetricSample[], model: ModelRef | null): readonly MetricSample[] {
  if (model === null) return samples;
  return samples.filter((sample) => sample.model !== null && isSameModel(sample.model, model));
}
