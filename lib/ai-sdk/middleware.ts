import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4GenerateResult,
  LanguageModelV4Middleware,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import * as z from 'zod';
import { isJsonObject, type ToolDefinition } from '../contracts/index.ts';
import { lacksToolSupport, saysToolsUnsupported } from '../model-api/index.ts';
import { joinParts, splitContent } from './content-parts.ts';
import { PartReader } from './read-parts.ts';
import { describeToolsInPrompt } from './tagged-prompt.ts';

/** Stores whether a model supports tools, by `provider/model`. May be a `Map`. */
export interface ToolSupport {
  get(model: string): boolean | undefined;
  set(model: string, supportsTools: boolean): unknown;
}

export type MiddlewareOptions = {
  /** What was learned and what the caller knows. By default, it is lost when the process ends. */
  supportsTools?: ToolSupport;
};

/**
 * A middleware for language models of the AI SDK. If a model's server refuses tools, the request is repeated in the
 * same step with tools described in the prompt. Calls that a model writes as text are read in every dialect. Invalid
 * arguments are repaired if they can have only one meaning. Provider tools (`type: 'provider'`) are left unchanged.
 */
export function toolMiddleware({ supportsTools = new Map() }: MiddlewareOptions = {}): LanguageModelV4Middleware {
  return {
    specificationVersion: 'v4',
    async wrapStream({ params, model }) {
      const tools = offeredTools(params);
      if (tools.length === 0) return model.doStream(params);
      return ask(model, params, tools, supportsTools, {
        send: async (request) => openStream(await model.doStream(request)),
        read: (result, reader) => ({ ...result, stream: result.stream.pipeThrough(readStream(reader)) }),
      });
    },
    async wrapGenerate({ params, model }) {
      const tools = offeredTools(params);
      if (tools.length === 0) return model.doGenerate(params);
      return ask(model, params, tools, supportsTools, {
        send: async (request) => await model.doGenerate(request),
        read: readAnswer,
      });
    },
  };
}

/** How to request an answer, and how to read it. */
type Way<Result> = {
  send(request: LanguageModelV4CallOptions): Promise<Result>;
  read(result: Result, reader: PartReader): Result;
};

async function ask<Result>(
  { provider, modelId }: LanguageModelV4,
  params: LanguageModelV4CallOptions,
  tools: readonly ToolDefinition[],
  supportsTools: ToolSupport,
  { send, read }: Way<Result>,
): Promise<Result> {
  const key = `${provider}/${modelId}`;
  if (supportsTools.get(key) ?? !lacksToolSupport(modelId)) {
    try {
      return read(await send(params), new PartReader(params, tools, 'native'));
    } catch (error) {
      if (!refusesTools(error)) throw error;
      supportsTools.set(key, false);
    }
  }
  const described = describeToolsInPrompt(params, tools);
  return read(await send(described), new PartReader(params, tools, 'tags'));
}

/** The error of a refused request: `APICallError` of the AI SDK, or the error that a provider puts into a stream. */
const Refusal = z.object({
  statusCode: z.number().default(400),
  responseBody: z.string().optional(),
  message: z.string(),
});

function refusesTools(error: unknown): boolean {
  const refusal = Refusal.safeParse(error);
  if (!refusal.success) return false;
  const { statusCode, responseBody, message } = refusal.data;
  return saysToolsUnsupported(statusCode, responseBody ?? message);
}

/** Throws if the stream begins with a refusal of tools, since some servers refuse with status 200. */
async function openStream(result: LanguageModelV4StreamResult): Promise<LanguageModelV4StreamResult> {
  const before: LanguageModelV4StreamPart[] = [];
  const reader = result.stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value.type === 'error' && refusesTools(value.error)) {
      await reader.cancel();
      throw value.error;
    }
    before.push(value);
    if (!PREAMBLE.has(value.type)) break;
  }
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const part of before) controller.enqueue(part);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { ...result, stream };
}

/** Parts that precede the content of an answer. */
const PREAMBLE: ReadonlySet<LanguageModelV4StreamPart['type']> = new Set([
  'stream-start',
  'response-metadata',
  'ping',
  'raw',
]);

function readStream(reader: PartReader): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  let isFinished = false;
  return new TransformStream({
    transform(part, controller) {
      isFinished ||= part.type === 'finish';
      for (const each of reader.push(part)) controller.enqueue(each);
    },
    flush(controller) {
      if (!isFinished) for (const each of reader.end()) controller.enqueue(each);
    },
  });
}

function readAnswer(result: LanguageModelV4GenerateResult, reader: PartReader): LanguageModelV4GenerateResult {
  const { finishReason, usage } = result;
  const parts = [...splitContent(result.content), { type: 'finish' as const, finishReason, usage }];
  const read = parts.flatMap((part) => reader.push(part));
  const end = read.at(-1);
  return {
    ...result,
    content: joinParts(read),
    finishReason: end?.type === 'finish' ? end.finishReason : finishReason,
  };
}

function offeredTools({ tools = [], toolChoice }: LanguageModelV4CallOptions): ToolDefinition[] {
  if (toolChoice?.type === 'none') return [];
  return tools.flatMap((tool) => (tool.type === 'function' ? [toDefinition(tool)] : []));
}

function toDefinition({ name, description = '', inputSchema }: LanguageModelV4FunctionTool): ToolDefinition {
  return { name, description, inputSchema: toZod(inputSchema), jsonSchema: inputSchema as Record<string, unknown> };
}

/** A schema that zod cannot express is checked only by the AI SDK. */
function toZod(schema: LanguageModelV4FunctionTool['inputSchema']): z.ZodType {
  try {
    return isJsonObject(schema) ? z.fromJSONSchema(schema as z.core.JSONSchema.BaseSchema) : ANY_OBJECT;
  } catch {
    return ANY_OBJECT;
  }
}

const ANY_OBJECT = z.record(z.string(), z.unknown());
