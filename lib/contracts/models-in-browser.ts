import * as z from 'zod';

/**
 * The part of the Prompt API that is used here (`LanguageModel` in Chrome from 138 and in Edge, in extension pages and
 * the worker; quirk: prompt-api-versions). Names from older versions are optional.
 */
export interface LanguageModelFactory {
  availability(options: LanguageModelOptions): Promise<string>;
  /** Must be called in a page, right after a click, if the model has to be downloaded. */
  create(options: LanguageModelOptions & LanguageModelStart): Promise<LanguageModelSession>;
}

export interface LanguageModelSession {
  promptStreaming(input: string, options: { signal: AbortSignal }): ReadableStream<string>;
  readonly contextWindow?: number;
  readonly contextUsage?: number;
  readonly inputQuota?: number;
  readonly inputUsage?: number;
  destroy(): void;
}

export type LanguageModelPrompt = { role: 'system' | 'user' | 'assistant'; content: string };

type LanguageModelStart = {
  initialPrompts?: LanguageModelPrompt[];
  signal?: AbortSignal;
  monitor?: (monitor: EventTarget) => void;
};

type LanguageModelOptions = {
  expectedInputs: { type: 'text'; languages: string[] }[];
  expectedOutputs: { type: 'text'; languages: string[] }[];
};

/** The model requires a language at creation; users may still write in another. */
export const PROMPT_LANGUAGES: LanguageModelOptions = {
  expectedInputs: [{ type: 'text', languages: ['en'] }],
  expectedOutputs: [{ type: 'text', languages: ['en'] }],
};

/** `absent`: this browser has no such API; `unavailable`: this machine cannot run the model. */
export type BuiltInState = 'absent' | 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** Maps the browser's availability to `BuiltInState`. */
export async function builtInState(model: LanguageModelFactory | null): Promise<BuiltInState> {
  if (model === null) return 'absent';
  const availability = await model.availability(PROMPT_LANGUAGES);
  return availability === 'available' || availability === 'downloadable' || availability === 'downloading'
    ? availability
    : 'unavailable';
}

/** Why a GGUF model cannot be stored, loaded or used. Components create the message. Sizes are in bytes. */
export const GgufProblem = z.discriminatedUnion('type', [
  // The file.
  z.object({ type: z.literal('not-gguf') }),
  z.object({ type: z.literal('file-cut') }),
  z.object({ type: z.literal('gguf-version'), version: z.number() }),
  z.object({ type: z.literal('not-a-chat-model') }),
  /** For a model split into `count` files. `missing`: the names of some of them. */
  z.object({ type: z.literal('parts-missing'), missing: z.array(z.string()), count: z.number() }),
  z.object({ type: z.literal('not-one-model'), file: z.string() }),
  z.object({ type: z.literal('too-large'), bytes: z.number(), limit: z.number() }),
  z.object({ type: z.literal('disk-full'), bytes: z.number() }),
  z.object({ type: z.literal('not-stored') }),
  // The download.
  z.object({ type: z.literal('download-refused'), host: z.string(), status: z.number() }),
  z.object({ type: z.literal('download-broken') }),
  z.object({ type: z.literal('wrong-checksum') }),
  // The browser and the machine.
  z.object({ type: z.literal('no-memory64') }),
  z.object({ type: z.literal('out-of-memory') }),
  // The model.
  z.object({ type: z.literal('model-deleted') }),
  z.object({ type: z.literal('not-loaded') }),
  z.object({ type: z.literal('page-closed') }),
]);
export type GgufProblem = z.infer<typeof GgufProblem>;

/** A problem as an error. `detail`: the text of the browser or of llama.cpp, or ''. */
export class GgufError extends Error {
  readonly problem: GgufProblem;
  readonly detail: string;
  constructor(problem: GgufProblem, detail = '') {
    super(`${problem.type} ${detail}`);
    this.name = 'GgufError';
    this.problem = problem;
    this.detail = detail;
  }
}

/** A stored model. Its bytes are files in the origin private file system. */
export const GgufModel = z.object({
  /** The name of its file, without the extension. */
  modelId: z.string(),
  bytes: z.number(),
  /** The sizes of the files that the model is split into, in order, in bytes. Absent for a single file. */
  splits: z.array(z.number()).optional(),
  /** The context length that the model was trained with, in tokens. */
  contextTokens: z.number(),
  addedAt: z.number(),
  /** Whether the user wants tools to be offered to it. */
  hasTools: z.boolean(),
});
export type GgufModel = z.infer<typeof GgufModel>;

/** A model offered for download. The file at this address is only accepted if it has this checksum. */
export type GgufDownload = {
  modelId: string;
  url: string;
  /** Of the whole file, in hexadecimal digits. */
  sha256: string;
  bytes: number;
  licence: string;
};

/** The maximum context, in tokens. A larger one takes minutes to read, and memory. */
const MAX_CONTEXT = 4_096;

/** The context window of a model in this extension, in tokens. */
export function ggufContextWindow({ contextTokens }: GgufModel): number {
  return Math.min(contextTokens, MAX_CONTEXT);
}

/** Tokens a second, as measured on this machine. */
export type GgufSpeed = { read: number; write: number };

/** The maximum time for reading page text, in seconds. */
const READING_SECONDS = 20;
/**
 * The reading speed assumed before the first answer was measured, in tokens per second: that of a model with half a
 * billion parameters on two cores.
 */
const ASSUMED_READING = 20;

/**
 * Returns how much page text may be sent with a question, in tokens, so that a model that reads `tokensPerSecond`
 * finishes in time.
 */
export function computePrefillBudget(tokensPerSecond: number = ASSUMED_READING): number {
  return Math.round(tokensPerSecond * READING_SECONDS);
}

/**
 * Returns the number of threads for a model. Without cross-origin isolation, threads cannot share memory. Only half of
 * a large processor is used, because the other half is often the second thread of the same cores.
 */
export function ggufThreads(hardwareConcurrency: number, isIsolated: boolean): number {
  if (!isIsolated) return 1;
  return hardwareConcurrency <= 4 ? hardwareConcurrency : Math.min(8, Math.ceil(hardwareConcurrency / 2));
}

/**
 * A request to the page that runs models. `usesGpu`: use the graphics card if there is one. `body` is that of a Chat
 * Completions request.
 */
export const GgufRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('load'), model: GgufModel, usesGpu: z.boolean() }),
  z.object({
    type: z.literal('answer'),
    model: GgufModel,
    usesGpu: z.boolean(),
    body: z.record(z.string(), z.unknown()),
  }),
]);
export type GgufRequest = z.infer<typeof GgufRequest>;

/** A reply of that page. `chunk` is part of a Chat Completions stream. The last reply is `done` or `failed`. */
export const GgufReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('loading') }),
  /** The graphics card failed and must not be used again. */
  z.object({ type: z.literal('gpu-failed') }),
  z.object({ type: z.literal('chunk'), chunk: z.unknown() }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('failed'), problem: GgufProblem, detail: z.string() }),
  /** The model refuses this request, with the message of llama.cpp. */
  z.object({ type: z.literal('refused'), message: z.string() }),
]);
export type GgufReply = z.infer<typeof GgufReply>;
