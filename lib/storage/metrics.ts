import type { MetricSample, Metrics } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';

/** Minimum interval between deletions of old samples, in milliseconds. */
const PRUNE_EVERY_MS = 3_600_000;

type MetricsOptions = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** How long samples are collected before they are written, in milliseconds. */
  gatherMs?: number;
  /** Whether to also write tool calls to the console. Called for every sample. The user sets it in Diagnostics. */
  isLogging?: () => boolean;
  /** Receives these lines, one object each. */
  writeLine?: (line: object) => void;
};

export interface MetricsRecorder extends Metrics {
  /** Writes the collected samples now. Resolves when they are stored or writing failed. Never rejects. */
  flush(): Promise<void>;
}

/**
 * Stores measurements for a week. Never delays or fails a run: samples are written in batches, and dropped if they
 * cannot be written (a full disk).
 */
export function createRecorder(db: SidenoteDb, options: MetricsOptions): MetricsRecorder {
  const { now, gatherMs = 1_000, isLogging = () => false, writeLine = debug } = options;
  let gathered: MetricSample[] = [];
  let timer: ReturnType<typeof setTimeout> | null = setTimeout(() => void flush(), gatherMs);
  let prunedAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const samples = gathered;
    gathered = [];
    writing = writing
      .then(() => write(samples))
      .catch((error: unknown) => {
        if (isLogging()) writeLine({ type: 'samples-lost', count: samples.length, error: String(error) });
      });
    return writing;
  }

  async function write(samples: MetricSample[]): Promise<void> {
    // Old samples are deleted before writing, which frees space on a full disk.
    if (now() - prunedAt >= PRUNE_EVERY_MS) {
      prunedAt = now();
      await pruneSamples(db, prunedAt);
    }
    if (samples.length > 0) await db.metrics.bulkAdd(samples);
  }

  return {
    record(sample) {
      const plain = plainSample(sample);
      gathered.push(plain);
      timer ??= setTimeout(() => void flush(), gatherMs);
      if (isCallSample(plain) && isLogging()) writeLine(plain);
    },
    flush,
  };
}

/** Whether the sample is written to the console: detection and execution of calls. */
function isCallSample(sample: MetricSample): boolean {
  switch (sample.type) {
    case 'call-detected':
    case 'call-parsed':
    case 'call-started':
    case 'call-ended':
      return true;
    case 'step':
    case 'step-reset':
    case 'rollback':
    case 'queue':
    case 'run':
    case 'jank':
      return false;
    default:
      return sample satisfies never;
  }
}

function debug(line: object): void {
  // biome-ignore lint/suspicious/noConsole: the user enabled these lines
  console.debug(line);
}

/** The form of a valid tool name. A model can use any text as a name. */
const TOOL_NAME = /^[\w.-]{1,64}$/;

/** Removes text of the conversation from a sample: an invalid tool name becomes `unknown`. */
function plainSample(sample: MetricSample): MetricSample {
  return 'toolName' in sample && !TOOL_NAME.test(sample.toolName) ? { ...sample, toolName: 'unknown' } : sample;
}

/** Measurements are kept this long, in milliseconds: a week. */
export const KEPT_MS = 7 * 24 * 3_600_000;

/** Maximum number of samples kept, so that a week of heavy use can be read quickly. */
const KEPT_COUNT = 100_000;

/**
 * Deletes samples older than a week, and the oldest beyond `most`. `at` is the current time in milliseconds since 1970.
 */
export async function pruneSamples(db: SidenoteDb, at: number, most = KEPT_COUNT): Promise<void> {
  await db.metrics
    .where('at')
    .below(at - KEPT_MS)
    .delete();
  const surplus = (await db.metrics.count()) - most;
  if (surplus > 0) await db.metrics.bulkDelete(await db.metrics.orderBy('at').limit(surplus).primaryKeys());
}

/** Samples taken since `from`, oldest first; milliseconds since 1970. */
export async function samplesSince(db: SidenoteDb, from: number): Promise<MetricSample[]> {
  const rows = await db.metrics.where('at').aboveOrEqual(from).sortBy('at');
  return rows.map(({ id: _, ...sample }) => sample);
}

/** Deletes all measurements. */
export function clearSamples(db: SidenoteDb): Promise<void> {
  return db.metrics.clear();
}
