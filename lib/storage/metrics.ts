import type { MetricSample, Metrics } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { pruneSamples } from './metric-samples.ts';

/** Old samples are looked for at most this often, in milliseconds. */
const PRUNE_EVERY_MS = 3_600_000;

export type MetricsOptions = {
  db: SidenoteDb;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Samples are gathered this long before they are written, in milliseconds. */
  gatherMs?: number;
  /** Should tool calls be written to the console too? Asked for every sample; the user decides in Diagnostics. */
  isLogging?: () => boolean;
  /** Where such lines go: one object each. */
  writeLine?: (line: object) => void;
};

export interface MetricsRecorder extends Metrics {
  /** Writes what was gathered now; resolves when it is stored, or could not be. Never rejects. */
  flush(): Promise<void>;
}

/**
 * Keeps measurements in the database for a week. Nothing waits for it and nothing of it can fail a run: samples are
 * gathered and written together, and what cannot be written (a full disk) is let go.
 */
export function createMetrics(options: MetricsOptions): MetricsRecorder {
  const { db, now, gatherMs = 1_000, isLogging = () => false, writeLine = debug } = options;
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
    // Before writing: on a full disk this is what makes room.
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

/** Samples that are logged to the console: detection and execution of calls. */
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
  // biome-ignore lint/suspicious/noConsole: the person asked for these lines
  console.debug(line);
}

/** What a tool's name may look like; a model can make up any text and call it a name. */
const TOOL_NAME = /^[\w.-]{1,64}$/;

/** The sample without words of a conversation: a tool name that is none becomes `unknown`. */
function plainSample(sample: MetricSample): MetricSample {
  return 'toolName' in sample && !TOOL_NAME.test(sample.toolName) ? { ...sample, toolName: 'unknown' } : sample;
}
