import { loadThread } from '../agent/index.ts';
import { type Failure, type ModelRef, PRACTICE_ENDPOINT, type ThreadLog } from '../contracts/index.ts';
import { type ModelClientOptions, probeObservation, probeTools, shouldProbeTools } from '../model-api/index.ts';
import type { Stores } from '../storage/index.ts';
import type { WorkerHold } from './held-work.ts';
import { modelAccessFor } from './model-access.ts';

/** Idle time before a model is tested, in milliseconds, so that a follow-up question does not wait for a test. */
const QUIET_MS = 5_000;

export type ToolProbes = {
  /** A run has ended, so its model may be tested after an idle time. */
  runEnded(threadId: string): void;
  /** A run starts, which cancels a running test. */
  runStarts(): void;
};

export type ToolProbeDependencies = {
  storage: Pick<Stores, 'capabilities'>;
  log: ThreadLog;
  access: (model: ModelRef) => Promise<ModelClientOptions | { failure: Failure }>;
  keepAlive: WorkerHold;
  now: () => number;
  quietMs?: number;
};

/**
 * Tests a local model for native tools, in the background and at most once. The attempt is recorded before the first
 * request, so that neither a stopped worker nor a second run repeats it.
 */
export function createToolProbes(dependencies: ToolProbeDependencies): ToolProbes {
  const { quietMs = QUIET_MS } = dependencies;
  let current = new AbortController();

  return {
    runStarts: () => current.abort(),
    runEnded(threadId) {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      const timer = setTimeout(() => void probeLastModel(dependencies, threadId, signal), quietMs);
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    },
  };
}

async function probeLastModel(
  { storage, log, access, keepAlive, now }: ToolProbeDependencies,
  threadId: string,
  signal: AbortSignal,
): Promise<void> {
  const release = keepAlive.hold();
  try {
    const model = await lastAnsweringModel(log, threadId);
    if (model === null || model.endpointId === PRACTICE_ENDPOINT.endpointId) return;
    const options = await access(model);
    if ('failure' in options) return;
    if (!shouldProbeTools(await storage.capabilities.get(model), model.modelId, options.hostKind)) return;
    const learn = (observation: ReturnType<typeof probeObservation>) =>
      storage.capabilities.record(model, options.baseUrl, observation, now());
    await learn({ type: 'probe-unclear', evidence: { type: 'probe-interrupted' } });
    const probe = await probeTools(modelAccessFor(storage, model, options, now), model.modelId, signal);
    await learn(probeObservation(probe));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    release();
  }
}

/** The model of a thread's last complete answer. Null if that answer failed or was stopped. */
async function lastAnsweringModel(log: ThreadLog, threadId: string): Promise<ModelRef | null> {
  const { messages } = await loadThread(log, threadId);
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.outcome?.type === 'complete' ? last.model : null;
}
