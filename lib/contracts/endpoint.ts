import * as z from 'zod';
import { Failure } from './failure.ts';
import { EndpointSettings } from './model.ts';

/** The API of a server. `chat-completions` is OpenAI's, which most servers support. */
export const ModelInterface = z.enum([
  'chat-completions',
  'anthropic-messages',
  'openai-responses',
  'gemini',
  'ollama',
]);
export type ModelInterface = z.infer<typeof ModelInterface>;

/**
 * A server that the user has configured. Its key is stored separately. `models` is the server's latest list, or was
 * typed in by the user.
 */
export const Endpoint = z.object({
  endpointId: z.string().min(1),
  name: z.string().min(1),
  baseUrl: z.string(),
  /** The interface that the user set. If absent, it is inferred from the address. */
  interface: ModelInterface.optional(),
  models: z.array(z.string()),
  createdAt: z.number(),
  /** Whether the server refused a request because of its Origin header, which is no longer sent. */
  hidesOrigin: z.boolean().optional(),
  settings: EndpointSettings.optional(),
});
export type Endpoint = z.infer<typeof Endpoint>;

/** The built-in practice model. It is always available, needs no server and no key, and is not stored. */
export const PRACTICE_ENDPOINT: Endpoint = {
  endpointId: 'practice',
  name: 'Sidenote',
  baseUrl: 'https://practice.invalid/v1',
  models: ['practice'],
  createdAt: 0,
};

/** The built-in model of some browsers. It is not stored. Lists name it `thisBrowser`. */
export const BUILT_IN_ENDPOINT: Endpoint = {
  endpointId: 'built-in',
  name: 'built-in',
  baseUrl: 'https://built-in.invalid/v1',
  models: ['built-in'],
  createdAt: 0,
};

/**
 * The GGUF models that run inside the extension. This endpoint is not stored. Lists name it `insideSidenote` and add
 * the stored models to it.
 */
export const GGUF_ENDPOINT: Endpoint = {
  endpointId: 'gguf',
  name: 'gguf',
  baseUrl: 'https://gguf.invalid/v1',
  models: [],
  createdAt: 0,
};

/** Whether an endpoint is built in and needs no server. */
export function isOwnEndpoint({ endpointId }: { endpointId: string }): boolean {
  return [PRACTICE_ENDPOINT, BUILT_IN_ENDPOINT, GGUF_ENDPOINT].some((each) => each.endpointId === endpointId);
}

/**
 * A model server found on this machine. `post` is its response to a chat request without a model, which shows whether
 * it accepts requests from Sidenote. A successful listing does not show that.
 */
export const LocalServer = z.object({
  /** Null: an unknown server with a compatible API. */
  presetId: z.string().nullable(),
  /** Null for an unknown server. */
  name: z.string().nullable(),
  baseUrl: z.string(),
  models: z.array(z.string()),
  post: z.enum(['answers', 'needs-key', 'origin-refused', 'silent']),
});
export type LocalServer = z.infer<typeof LocalServer>;

/** How a download has ended. `stopped`: by the user. */
export const ModelDownloadEnd = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('stopped') }),
  z.object({ type: z.literal('failed'), failure: Failure }),
]);
export type ModelDownloadEnd = z.infer<typeof ModelDownloadEnd>;

/**
 * The progress of a server's download of a model. `finishing`: the server checks and stores the files. The bytes are
 * those of all layers reported so far, because servers load one after the other and report the size of each when it
 * begins.
 */
const ModelDownloadProgress = z.object({
  type: z.literal('progress'),
  stage: z.enum(['starting', 'downloading', 'finishing']),
  completedBytes: z.number(),
  totalBytes: z.number(),
});
export type ModelDownloadProgress = z.infer<typeof ModelDownloadProgress>;

/** Messages from the worker to a page during a download. The last one is the end. */
export const ModelDownloadMessage = z.union([ModelDownloadProgress, ModelDownloadEnd]);
export type ModelDownloadMessage = z.infer<typeof ModelDownloadMessage>;
