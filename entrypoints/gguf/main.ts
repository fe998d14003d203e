import { Wllama, WllamaError } from '@wllama/wllama';
import {
  GgufError,
  type GgufReply,
  type GgufRequest,
  ggufContextWindow,
  ggufThreads,
} from '../../lib/contracts/index.ts';
import { sleep } from '../../lib/control-flow/index.ts';
import { openGgufFiles } from '../../lib/extension/gguf-files.ts';
import { closeGgufPage, onGgufRequest } from '../../lib/extension/gguf-port.ts';
import { hasGgufGpu } from '../../lib/extension/gguf-support.ts';

/** Ensures one answer at a time, and one model in memory. Others wait for their turn. */
const LOCK = 'gguf-answer';

/** The number of tokens that are read at once. An answer can be cancelled between two batches. */
const BATCH = 64;

/** After this time without a question, the model's memory is freed. */
const IDLE_MS = 300_000;

/**
 * An answer that has not stopped after this time is terminated with its worker, and the model is loaded again for the
 * next answer.
 */
const CANCEL_MS = 3_000;

/** Like `CANCEL_MS`, for loading, which would otherwise start over whenever the user changes a question. */
const CANCEL_LOADING_MS = 60_000;

let loadedModel: { key: string; wllama: Wllama; isOnGpu: boolean } | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;
let requests = 0;

onGgufRequest(async (request, post, signal) => {
  clearTimeout(idle);
  requests += 1;
  try {
    await navigator.locks.request(LOCK, { signal }, () => answer(request, post, signal));
    post({ type: 'done' });
  } catch (error) {
    // If it was cancelled, there is no port to reply on.
    post(toFailureReply(error));
  } finally {
    requests -= 1;
    if (requests === 0) idle = setTimeout(() => void unload().then(closeGgufPage), IDLE_MS);
  }
});

async function answer(request: GgufRequest, post: (reply: GgufReply) => void, signal: AbortSignal): Promise<void> {
  const wllama = await load(request, post, signal);
  signal.throwIfAborted();
  if (request.type === 'load') return;
  const completion = wllama.createChatCompletion({
    // At this speed, models that can think before they answer would do so for minutes.
    chat_template_kwargs: { enable_thinking: false },
    // Otherwise only the last chunk contains them, and a stopped answer does not have it.
    timings_per_token: true,
    ...(request.body as { messages: [] }),
    stream: true,
    abortSignal: signal,
    onData: (chunk) => post({ type: 'chunk', chunk }),
  });
  try {
    await endingAfter(CANCEL_MS, signal, unload, completion);
  } catch (error) {
    // After llama.cpp has refused a request, for example because it is too long, it can answer the next one.
    if (signal.aborted || (error instanceof WllamaError && error.type === 'inference_error')) throw error;
    if (loadedModel?.isOnGpu) post({ type: 'gpu-failed' });
    await unload();
    throw new GgufError(
      { type: MEMORY.test(getErrorMessage(error)) ? 'out-of-memory' : 'page-closed' },
      getErrorMessage(error),
    );
  }
}

/** Waits for `work`. If it still runs `ms` after `signal` was aborted, calls `end`, which makes it reject. */
async function endingAfter(ms: number, signal: AbortSignal, end: () => Promise<void>, work: Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    timer = setTimeout(() => void end(), ms);
  };
  signal.addEventListener('abort', cancel);
  try {
    await work;
  } finally {
    // The port also closes after every answer.
    signal.removeEventListener('abort', cancel);
    clearTimeout(timer);
  }
}

async function load(
  { model, usesGpu }: GgufRequest,
  post: (reply: GgufReply) => void,
  signal: AbortSignal,
): Promise<Wllama> {
  const key = `${model.modelId} ${model.addedAt} ${usesGpu}`;
  if (loadedModel?.key === key) return loadedModel.wllama;
  await unload();
  post({ type: 'loading' });
  const files = await openGgufFiles(model);
  let isOnGpu = usesGpu && (await hasGgufGpu());
  for (let attempt = 1; ; attempt++) {
    const errors: string[] = [];
    const wllama = new Wllama({ default: '/llama.wasm' }, { logger: loggerFor(errors) });
    // Otherwise it would use an address of compatibility code, for browsers that lack features.
    wllama.setCompat(null);
    try {
      const loading = wllama.loadModel(files, {
        n_ctx: ggufContextWindow(model),
        n_batch: BATCH,
        n_ubatch: BATCH,
        n_parallel: 1,
        n_gpu_layers: isOnGpu ? ALL_LAYERS : 0,
        n_threads: ggufThreads(navigator.hardwareConcurrency, crossOriginIsolated),
        log_level: ERROR_LEVEL,
      });
      await endingAfter(CANCEL_LOADING_MS, signal, () => wllama.exit(), loading);
      // It also resolves if llama.cpp refuses a model.
      if ((wllama.getLoadedContextInfo() as { success?: boolean }).success === false) throw new Error();
      loadedModel = { key, wllama, isOnGpu };
      return wllama;
    } catch (error) {
      await wllama.exit();
      const detail = [getErrorMessage(error), ...errors].filter(Boolean).join(' ').slice(0, 500);
      if (isOnGpu && !signal.aborted) {
        post({ type: 'gpu-failed' });
        isOnGpu = false;
        continue;
      }
      // Chrome only frees the memory of the previous model some time after its worker has ended.
      if (attempt < MAX_ATTEMPTS && NO_ROOM_YET.test(detail) && !signal.aborted) {
        await sleep(1_000, signal);
        continue;
      }
      throw new GgufError({ type: MEMORY.test(detail) ? 'out-of-memory' : 'not-loaded' }, detail);
    }
  }
}

async function unload(): Promise<void> {
  const old = loadedModel;
  loadedModel = null;
  await old?.wllama.exit();
}

/** Error texts of llama.cpp and of browsers about memory that they cannot allocate. */
const MEMORY =
  /out of memory|cannot allocate|cannot enlarge memory|bad_alloc|failed to allocate|unable to allocate|could not allocate/i;

/** The library's error if the browser has no room for the memory of its WebAssembly. */
const NO_ROOM_YET = /cannot allocate WebAssembly\.Memory/i;
const MAX_ATTEMPTS = 5;

/** More than any model has. */
const ALL_LAYERS = 99_999;

const ERROR_LEVEL = 4;

/** Collects llama.cpp's error messages. The rest of its log is for its developers. */
function loggerFor(errors: string[]) {
  const ignore = () => undefined;
  const error = (...words: unknown[]) => void errors.push(words.join(' ').trim());
  return { debug: ignore, log: ignore, warn: ignore, error };
}

function toFailureReply(error: unknown): GgufReply {
  if (error instanceof GgufError) return { type: 'failed', problem: error.problem, detail: error.detail };
  return { type: 'refused', message: getErrorMessage(error) };
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
