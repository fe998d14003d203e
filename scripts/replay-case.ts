// Runs one case of a corpus through the real client code. Used by scripts/replay.ts and the corpus tests.
import '../lib/testing/english.ts';
import * as z from 'zod';
import { failureMessage } from '../components/parts/failure-message.ts';
import { isJsonObject } from '../lib/contracts/index.ts';
import type { ModelEvent } from '../lib/contracts/model-client.ts';
import type { ToolDefinition } from '../lib/contracts/tool.ts';
import { ResponseDecoder } from '../lib/model-api/chat-completions/response/response-decoder.ts';
import { ChatChunkReader } from '../lib/model-api/chat-completions/stream/chat-chunks.ts';
import type { ChatChunk } from '../lib/model-api/chat-completions/stream/chunk-reader.ts';
import { ContentReader } from '../lib/model-api/chat-completions/stream/read-content.ts';
import { CallIds } from '../lib/model-api/tool-input/call-identity.ts';
import { randomFrom } from './random.ts';

export type Summary = {
  calls: { name: string; arguments: unknown }[];
  content: string;
  reasoning: string;
  finishReason: string | null;
  error: string | null;
};

type JsonObject = Record<string, unknown>;

/** A tool whose JSON schema types arguments but rejects none, like the recorded parsers. */
export function offer(name: string, schema: JsonObject = {}, { closesSchemas = false } = {}): ToolDefinition {
  const { properties, required, patternProperties, anyOf, oneOf, allOf, $defs } = schema;
  const isClosed = closesSchemas && (properties !== undefined || patternProperties !== undefined);
  const additionalProperties = schema.additionalProperties ?? (isClosed ? false : undefined);
  const said = { properties, required, additionalProperties, patternProperties, anyOf, oneOf, allOf, $defs };
  const meta = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return { name, description: '', inputSchema: z.looseObject({}).meta(meta) };
}

/** Tools in OpenAI's format or without its wrapper. */
export function offerAll(tools: unknown, options: { closesSchemas?: boolean } = {}): ToolDefinition[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool) => {
    const { name, parameters } = tool?.function ?? tool ?? {};
    return typeof name === 'string' ? [offer(name, parameters ?? {}, options)] : [];
  });
}

/** Reads pieces of a model's text. Calls whose arguments are not an object end in an error and are not counted. */
export function readText(
  pieces: readonly string[],
  tools: readonly ToolDefinition[],
  { splitsReasoning = true } = {},
): Summary {
  const reader = new ContentReader(tools, 'tags', new CallIds([]), { splitsReasoning });
  const events = pieces.flatMap((delta) => reader.push({ type: 'text-delta', delta }));
  const summary = summarize([...events, ...reader.push({ type: 'step-end', finishReason: 'stop' })]);
  return { ...summary, calls: summary.calls.filter((call) => isJsonObject(call.arguments)) };
}

/** Recordings keep the text of a refusal separate from the content, where the user reads it. */
class RecordingReader extends ChatChunkReader {
  override read(value: unknown): ChatChunk {
    const text = JSON.stringify(value);
    return super.read(
      text.includes('"refusal":') ? JSON.parse(text, (key, each) => (key === 'refusal' ? null : each)) : value,
    );
  }
}

/** Reads pieces of a response body. */
export function readBody(pieces: readonly string[], tools: readonly ToolDefinition[]): Summary {
  const target = { host: 'recorded', hostKind: 'public', hasKey: false, modelId: 'm' } as const;
  const ids = new CallIds([]);
  const decoder = new ResponseDecoder(target, tools, ids, { chunks: new RecordingReader() });
  // The recording states the content of each field, so reasoning is not separated again.
  const reader = new ContentReader(tools, tools.length > 0 ? 'native' : 'none', ids, { splitsReasoning: false });
  const events = [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
  return summarize(events.flatMap((event) => reader.push(event)));
}

/** A call to an unknown tool counts as a call. It ends in an error, so that the model can correct it. */
export function summarize(events: readonly ModelEvent[]): Summary {
  const calls = new Map<string, { name: string; arguments: unknown; text: string; format: string | null }>();
  const summary: Summary = { calls: [], content: '', reasoning: '', finishReason: null, error: null };
  for (const event of events) {
    switch (event.type) {
      case 'text-delta':
        summary.content += event.delta;
        break;
      case 'reasoning-delta':
        summary.reasoning += event.delta;
        break;
      case 'text-to-reasoning':
        summary.reasoning += summary.content;
        summary.content = '';
        break;
      case 'tool-input-start':
        calls.set(event.toolCallId, { name: event.toolName, arguments: null, text: '', format: event.format ?? null });
        break;
      case 'tool-input-delta':
        set(calls, event.toolCallId, (call) => ({ ...call, text: call.text + event.delta }));
        break;
      case 'tool-input-available':
        set(calls, event.toolCallId, (call) => ({ ...call, arguments: event.input }));
        break;
      case 'tool-input-error':
        set(calls, event.toolCallId, (call) => ({ ...call, arguments: jsonOrText(call.text) }));
        break;
      case 'tool-input-retract':
        calls.delete(event.toolCallId);
        break;
      case 'step-end':
        summary.finishReason = event.finishReason;
        break;
      case 'failure':
      case 'retry':
        summary.error = failureMessage(event.failure);
        break;
      case 'interrupted':
        summary.error = event.detail;
        break;
      case 'observation':
      case 'reply-discard':
      case 'step-notice':
        break;
      default:
        throw new Error(`Unexpected event ${JSON.stringify(event satisfies never)}`);
    }
  }
  const isCounted = (call: { name: string; format: string | null }) =>
    call.format !== 'harmony-own-tool' && !/^\d+$/.test(call.name);
  summary.calls = [...calls.values()]
    .filter(isCounted)
    .map(({ name, arguments: given }) => ({ name, arguments: given }));
  return summary;
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function set<Value>(map: Map<string, Value>, key: string, change: (value: Value) => Value): void {
  const value = map.get(key);
  if (value !== undefined) map.set(key, change(value));
}

/** Splits a text: `whole`, `char`, or `random:SEED`. The same seed gives the same pieces. */
export function cut(text: string, chunking: string): string[] {
  if (chunking === 'whole') return [text];
  if (chunking === 'char') return text.match(/[\s\S]/g) ?? [];
  const seed = /^random:(\d+)$/.exec(chunking)?.[1];
  if (seed === undefined) throw new Error(`Unknown chunking ${chunking}: whole, char or random:SEED.`);
  const random = randomFrom(Number(seed));
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() ** 2 * 24);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}
