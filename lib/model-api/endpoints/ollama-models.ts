import {
  type Failure,
  type FailureCode,
  type FailureReason,
  type HostKind,
  isJsonObject,
  type JsonObject,
  type ModelDownloadMessage,
  type ModelDownloadProgress,
  parseJson,
} from '../../contracts/index.ts';
import { createEndpointClient, type EndpointClientOptions, HttpError } from '../client/endpoint-client.ts';
import { errorText } from '../errors/error-text.ts';
import { networkFailure, refusal, type Target } from '../errors/model-error.ts';
import { ollamaRoot } from '../ollama/ollama.ts';
import { serverTarget } from '../presets/presets.ts';

type ServerOptions = EndpointClientOptions & { hostKind: HostKind };

/** Maximum length of a line of `/api/pull`, in characters. Real lines have fewer than 300. */
const MAX_LINE = 100_000;
/** Maximum number of layers. Real models have fewer than 10. */
const MAX_LAYERS = 1_000;

/**
 * Makes an Ollama server download a model. Yields the progress, at most once per piece of the response, and finally
 * that the download is complete or has failed. Aborting `signal` closes the connection. Ollama then stops and keeps
 * what it has, and the next download of the model continues from there. No final message is yielded in that case.
 */
export async function* downloadOllamaModel(
  options: ServerOptions,
  modelId: string,
  signal: AbortSignal,
): AsyncGenerator<ModelDownloadMessage> {
  const target = buildNativeTarget(options, modelId);
  if (!isOllamaModelName(modelId)) return yield failed(invalidName(modelId));
  const body = { model: modelId, stream: true };
  const pullRequest = createEndpointClient(options)
    .post(`${ollamaRoot(options.baseUrl)}/api/pull`, { body, signal })
    .asResponse();
  const response = await pullRequest.catch((error: unknown) => requestFailure(target, error));
  if (signal.aborted) return;
  if (!(response instanceof Response)) return yield failed(response);
  try {
    const progress = new PullProgress();
    for await (const lines of readLines(response, signal)) {
      for (const line of lines) {
        const value = parseJson(line);
        if (!isJsonObject(value)) return yield failed(notOllama(target, line));
        if (value.error) return yield failed(pullFailure(target, null, line));
        if (value.status === 'success') return yield { type: 'done' };
        progress.read(value);
      }
      if (lines.length > 0) yield progress.report();
    }
  } catch {
    // To the user, a broken connection is the same as an end without `success`.
  }
  if (!signal.aborted) yield failed(again('network', { type: 'download-interrupted', host: target.host }));
}

/** Deletes a model from an Ollama server. Resolves to the failure, or null. */
export async function removeOllamaModel(
  options: ServerOptions,
  modelId: string,
  signal: AbortSignal,
): Promise<Failure | null> {
  if (!isOllamaModelName(modelId)) return invalidName(modelId);
  return createEndpointClient(options)
    .delete(`${ollamaRoot(options.baseUrl)}/api/delete`, { body: { model: modelId }, signal })
    .asResponse()
    .then(
      () => null,
      (error: unknown) => requestFailure(buildNativeTarget(options, modelId), error),
    );
}

/**
 * Whether this can be the name of an Ollama model: `[[HOST/]NAMESPACE/]MODEL[:TAG]`, as defined in Ollama's
 * `types/model/name.go`. No part can begin with a dot, so that the name cannot leave its directory. There is no scheme,
 * so that it cannot make the server use plain http.
 */
export function isOllamaModelName(name: string): boolean {
  return MODEL_NAME.test(name);
}
const MODEL_NAME =
  /^(?:(?:[a-z0-9][a-z0-9.-]{0,252}(?::\d{1,5})?\/)?[a-z0-9_][\w-]{0,79}\/)?[a-z0-9_][\w.-]{0,79}(?::[a-z0-9_][\w.-]{0,79})?$/i;

/** Adds up the layers of a model. Lines without a digest report other steps, before and after the layers. */
class PullProgress {
  readonly #layers = new Map<string, { total: number; completed: number }>();
  #stage: ModelDownloadProgress['stage'] = 'starting';

  read({ status, digest, total, completed }: JsonObject): void {
    if (typeof digest !== 'string') {
      this.#stage = this.#layers.size === 0 || status === 'pulling manifest' ? 'starting' : 'finishing';
      return;
    }
    this.#stage = 'downloading';
    const layer = this.#layers.get(digest) ?? { total: 0, completed: 0 };
    if (this.#layers.size >= MAX_LAYERS && !this.#layers.has(digest)) return;
    // Ollama omits zero values.
    const size = toByteCount(total) ?? layer.total;
    this.#layers.set(digest, { total: size, completed: Math.min(toByteCount(completed) ?? layer.completed, size) });
  }

  report(): ModelDownloadProgress {
    let [completedBytes, totalBytes] = [0, 0];
    for (const { total, completed } of this.#layers.values()) {
      completedBytes += completed;
      totalBytes += total;
    }
    return { type: 'progress', stage: this.#stage, completedBytes, totalBytes };
  }
}

function toByteCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/**
 * Yields the complete lines of each piece of a response. Rejects if the connection breaks; ends when `signal` is
 * aborted.
 */
async function* readLines(response: Response, signal: AbortSignal): AsyncGenerator<string[]> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  try {
    const decoder = new TextDecoder();
    let pending = '';
    for (let piece = await reader.read(); ; piece = await reader.read()) {
      const text = pending + (piece.done ? decoder.decode() : decoder.decode(piece.value, { stream: true }));
      const lines = text.split('\n');
      pending = piece.done ? '' : (lines.pop() ?? '');
      if (pending.length > MAX_LINE) lines.push(pending);
      yield lines.filter((line) => line.trim() !== '');
      if (piece.done) return;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

/** Error texts of Ollama, its file system and its network. The first match wins. */
const PULL_ERRORS: readonly { words: RegExp; code: FailureCode; reason: (target: Target) => FailureReason }[] = [
  {
    words: /no space left|not enough space|disk full|disk quota exceeded/i,
    code: 'bad-response',
    reason: ({ host }) => ({ type: 'server-disk-full', host }),
  },
  {
    words: /invalid model (?:name|path)/i,
    code: 'not-found',
    reason: ({ modelId }) => ({ type: 'model-name-not-valid', model: modelId }),
  },
  {
    words: /newer version of ollama|manifest: 412/i,
    code: 'bad-response',
    reason: ({ host, modelId }) => ({ type: 'server-outdated', host, model: modelId }),
  },
  {
    words: /file does not exist|manifest(?: unknown|: 40[0134])|repository (?:name )?not (?:known|found)/i,
    code: 'not-found',
    reason: ({ modelId }) => ({ type: 'model-not-in-library', model: modelId }),
  },
  {
    words:
      /dial tcp|no such host|i\/o timeout|connection (?:refused|reset)|TLS handshake|max retries exceeded|\bEOF\b/i,
    code: 'network',
    reason: ({ host }) => ({ type: 'library-unreachable', host }),
  },
];

/**
 * Converts an error of `/api/pull` to a failure. The error is a line of the stream or, with `status`, the whole
 * response.
 */
function pullFailure(target: Target, status: number | null, body: string): Failure {
  const detail = errorText(body);
  const knownError = PULL_ERRORS.find(({ words }) => words.test(detail));
  if (knownError !== undefined) return { ...again(knownError.code, knownError.reason(target)), detail };
  if (status !== null) return refusal(target, status, body).failure;
  return { ...again('bad-response', { type: 'download-failed', host: target.host, model: target.modelId }), detail };
}

/** The failure of a request that was refused or got no response. */
function requestFailure(target: Target, error: unknown): Failure {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof HttpError
    ? pullFailure(target, cause.status, cause.body)
    : networkFailure(target, cause ?? error);
}

function buildNativeTarget(options: ServerOptions, modelId: string): Target {
  return { ...serverTarget(options, modelId), isNative: true };
}

function failed(failure: Failure): ModelDownloadMessage {
  return { type: 'failed', failure };
}

function invalidName(modelId: string): Failure {
  return {
    code: 'not-found',
    reason: { type: 'model-name-not-valid', model: modelId.slice(0, 100) },
    retryable: false,
  };
}

function notOllama({ host }: Target, line: string): Failure {
  const detail = line.slice(0, 200);
  return { ...again('bad-response', { type: 'not-a-model-server', host, reply: 'other' }), detail };
}

function again(code: FailureCode, reason: FailureReason): Failure {
  return { code, reason, retryable: true };
}
