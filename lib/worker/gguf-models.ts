import * as z from 'zod';
import type { ModelConnection } from '../agent/index.ts';
import {
  computePrefillBudget,
  createModelProfile,
  type Failure,
  GGUF_ENDPOINT,
  type GgufDownload,
  GgufError,
  type GgufModel,
  type GgufReply,
  type GgufRequest,
  type GgufSpeed,
  ggufContextWindow,
  type ModelClient,
  type ModelDownloadMessage,
  type ModelRef,
} from '../contracts/index.ts';
import { createGgufFetch, createModelClient, requestCapability, timeoutsFor } from '../model-api/index.ts';
import type { Stores } from '../storage/index.ts';
import type { BrowserAccess, StoredValue } from './browser-access.ts';

export type GgufDependencies = {
  storage: Pick<Stores, 'capabilities'>;
  browser: Pick<BrowserAccess, 'readPolicy'>;
  gguf: {
    models: StoredValue<GgufModel[]>;
    /** The speed of each model on this machine, by id. */
    speeds: StoredValue<Record<string, GgufSpeed>>;
    usesGpu: StoredValue<boolean>;
    /** Yields the replies of the page that runs models. Throws GgufError, or the reason of `signal`. */
    ask(request: GgufRequest, signal: AbortSignal): AsyncIterable<GgufReply>;
    /** The models that are offered for download. */
    downloads(): Promise<readonly GgufDownload[]>;
    /** Yields how many bytes have arrived. Throws GgufError, or the reason of `signal`. */
    download(download: GgufDownload, addedAt: number, signal: AbortSignal): AsyncGenerator<number, GgufModel>;
  };
  now: () => number;
};

/** The connection to a GGUF model that runs inside the extension, or why there is none. */
export async function ggufConnection(
  dependencies: GgufDependencies,
  model: ModelRef,
): Promise<ModelConnection | { failure: Failure }> {
  const { storage, browser, gguf, now } = dependencies;
  const { modelId } = model;
  if ((await browser.readPolicy()).disabledFeatures.includes('gguf-models')) return { failure: blocked(modelId) };
  const file = (await gguf.models.getValue()).find((each) => each.modelId === modelId);
  if (file === undefined) return { failure: ggufFailure(modelId, new GgufError({ type: 'model-deleted' })) };
  const capability = await storage.capabilities.get(model);
  return {
    client: ggufClient(gguf, file, requestCapability(capability, now())),
    profile: createModelProfile({
      // Small models are bad at calling tools, and the descriptions take a minute to process.
      toolMode: file.hasTools ? 'tags' : 'none',
      mayFallBack: false,
      ...(capability && { toolTiming: capability.toolTiming }),
      contextWindow: ggufContextWindow(file),
      vision: false,
      isLocal: true,
      isOnThisMachine: true,
      worksWithTools: file.hasTools,
    }),
  };
}

/** Loads the model first, so that the user sees the progress and any error, then uses it like any server. */
function ggufClient(
  gguf: GgufDependencies['gguf'],
  model: GgufModel,
  currentCapability: ReturnType<typeof requestCapability>,
): ModelClient {
  const { modelId } = model;
  return {
    async *stream(request, signal) {
      let problem: GgufError | null = null;
      const remember = (error: unknown) => {
        if (!(error instanceof GgufError)) throw error;
        problem = error;
      };
      const fetch = createGgufFetch(async function* (body, aborted) {
        let timings: Timings | undefined;
        try {
          for await (const reply of askModel(gguf, { type: 'answer', model, body }, aborted)) {
            if (reply.type === 'chunk') timings = TimedChunk.safeParse(reply.chunk).data?.timings ?? timings;
            yield reply;
          }
        } catch (error) {
          remember(error);
          throw error;
        } finally {
          if (timings !== undefined) await learnSpeed(gguf.speeds, modelId, timings);
        }
      });
      const notice = (code: 'loading' | 'loaded') =>
        ({ type: 'step-notice', notice: { code, model: modelId } }) as const;
      try {
        let isLoading = false;
        for await (const { type } of askModel(gguf, { type: 'load', model }, signal)) {
          if (type !== 'loading') continue;
          isLoading = true;
          yield notice('loading');
        }
        if (isLoading) yield notice('loaded');
      } catch (error) {
        remember(error);
      }
      if (problem !== null) return yield { type: 'failure', failure: ggufFailure(modelId, problem) };
      const client = createModelClient({
        baseUrl: GGUF_ENDPOINT.baseUrl,
        hostKind: 'loopback',
        apiKey: null,
        fetch,
        timeouts: timeoutsFor('loopback'),
        known: currentCapability,
      });
      for await (const event of client.stream(request, signal)) {
        const isOurs = event.type === 'failure' && problem !== null;
        yield isOurs && problem !== null ? { type: 'failure', failure: ggufFailure(modelId, problem) } : event;
      }
    },
  };
}

type GgufTask = { model: GgufModel } & ({ type: 'load' } | { type: 'answer'; body: Record<string, unknown> });

/** Sends a request to the page of models, and turns off the graphics card if a model failed on it. */
async function* askModel(
  gguf: GgufDependencies['gguf'],
  task: GgufTask,
  signal: AbortSignal,
): AsyncGenerator<GgufReply> {
  const usesGpu = await gguf.usesGpu.getValue();
  for await (const reply of gguf.ask({ ...task, usesGpu }, signal)) {
    if (reply.type === 'gpu-failed') await gguf.usesGpu.setValue(false);
    yield reply;
  }
}

/** Downloads a model from the list of offered ones, and adds it to the stored ones. */
export async function* downloadGgufModel(
  { browser, gguf, now }: Omit<GgufDependencies, 'storage'>,
  modelId: string,
  signal: AbortSignal,
): AsyncGenerator<ModelDownloadMessage> {
  const isOff = (await browser.readPolicy()).disabledFeatures.includes('gguf-models');
  const download = isOff ? undefined : (await gguf.downloads()).find((each) => each.modelId === modelId);
  if (download === undefined) return yield { type: 'failed', failure: blocked(modelId) };
  const progress = { type: 'progress', totalBytes: download.bytes } as const;
  yield { ...progress, stage: 'starting', completedBytes: 0 };
  try {
    const pieces = gguf.download(download, now(), signal);
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) {
        const others = (await gguf.models.getValue()).filter((each) => each.modelId !== modelId);
        await gguf.models.setValue([...others, value]);
        return yield { type: 'done' };
      }
      const stage = value === download.bytes ? 'finishing' : 'downloading';
      yield { ...progress, stage, completedBytes: value };
    }
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof GgufError)) throw error;
    yield { type: 'failed', failure: ggufFailure(modelId, error) };
  }
}

function blocked(modelId: string): Failure {
  return { code: 'not-found', reason: { type: 'endpoint-blocked', name: modelId }, retryable: false };
}

/**
 * Maximum page text in a question to a model, in tokens, so that it is processed in time. Unlimited for models on
 * servers.
 */
export async function getPromptBudget(
  speeds: Pick<GgufDependencies['gguf']['speeds'], 'getValue'>,
  { endpointId, modelId }: ModelRef,
): Promise<number> {
  if (endpointId !== GGUF_ENDPOINT.endpointId) return Number.POSITIVE_INFINITY;
  return computePrefillBudget((await speeds.getValue())[modelId]?.read);
}

/** The fields that llama.cpp adds to the chunks of an answer. */
const TimedChunk = z.object({
  timings: z.object({
    prompt_n: z.number(),
    prompt_per_second: z.number(),
    predicted_n: z.number(),
    predicted_per_second: z.number(),
  }),
});

type Timings = z.infer<typeof TimedChunk>['timings'];

/**
 * With fewer tokens, the speed is not representative: a prompt that was mostly processed before is not processed again.
 */
const MIN_MEASURED = 8;

async function learnSpeed(
  speeds: GgufDependencies['gguf']['speeds'],
  modelId: string,
  timings: Timings,
): Promise<void> {
  if (timings.prompt_n < MIN_MEASURED || timings.predicted_n < MIN_MEASURED) return;
  const speed = { read: timings.prompt_per_second, write: timings.predicted_per_second };
  await speeds.setValue({ ...(await speeds.getValue()), [modelId]: speed });
}

function ggufFailure(model: string, { problem, detail }: GgufError): Failure {
  const reason = { type: 'gguf-failed', model, problem } as const;
  const code = problem.type === 'model-deleted' ? 'not-found' : 'internal';
  return { code, reason, detail, retryable: problem.type === 'page-closed' };
}
