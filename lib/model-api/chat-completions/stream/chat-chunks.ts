import { isJsonObject, type JsonObject, type Usage } from '../../../contracts/index.ts';
import type { OpaqueState } from '../opaque-state.ts';
import {
  type CallExtras,
  type ChatChunk,
  type ChunkReader,
  count,
  fromUsage,
  type ToolCallDelta,
} from './chunk-reader.ts';
import { isCutOff, readFinishWord } from './finish-words.ts';

/** The reader of `/chat/completions`. */
export class ChatChunkReader implements ChunkReader {
  private reasoningField: string | null = null;
  private readonly details = new ReasoningDetails();

  read(value: unknown): ChatChunk {
    return readChatChunk(value);
  }

  isAnswer(value: unknown): boolean {
    return isJsonObject(value) && Array.isArray(value.choices);
  }

  opaque(toolCalls: OpaqueState['toolCalls']): OpaqueState | null {
    const { reasoningField } = this;
    const reasoningDetails = this.details.entries;
    const isEmpty = reasoningField === null && reasoningDetails.length === 0 && Object.keys(toolCalls).length === 0;
    return isEmpty ? null : { reasoningField, reasoningDetails, toolCalls };
  }

  take(chunk: ChatChunk): void {
    this.reasoningField ??= chunk.reasoningField;
    if (chunk.reasoningDetails.length > 0) this.details.push(chunk.reasoningDetails);
  }
}

/**
 * Reads one chunk of `/chat/completions`, or a response without streaming, in all forms that servers send. Accepts any parsed
 * JSON and never throws. A `message` only counts if there is no `delta` (Perplexity repeats the whole message beside each delta).
 * Rules: docs/quirks.md.
 */
function readChatChunk(value: unknown): ChatChunk {
  const chunk = isJsonObject(value) ? unwrapResult(value) : NOTHING;
  const choices = readChoices(chunk.choices);
  const choice = choices[0] ?? null;
  const source = choice?.source ?? null;
  const body = choice?.body ?? NOTHING;
  const content = typeof body.content === 'string' ? null : readParts(body.content);
  const reasoningField = readReasoningField(body);
  const reasoningDetails = Array.isArray(body.reasoning_details) ? body.reasoning_details : NO_DETAILS;
  const text = content === null ? (body.content as string) : content.text;
  return {
    source,
    // OpenAI gives the words of a refusal in a field of their own (quirk: refusal-field).
    text: typeof body.refusal === 'string' ? text + body.refusal : text,
    reasoning: (content?.reasoning ?? '') + asText(reasoningField ? body[reasoningField] : reasoningDetails),
    // Only a text is echoed under the name it came with.
    reasoningField: reasoningField !== null && typeof body[reasoningField] === 'string' ? reasoningField : null,
    reasoningDetails,
    toolCalls: choices.length > 1 ? callsOfChoices(choices) : readToolCalls(body),
    ...readFinish(choice?.choice ?? NOTHING),
    usage: readUsage(chunk, choice?.choice ?? null),
    error: readError(chunk, choice?.choice ?? null),
  };
}

const NOTHING: JsonObject = {};
const NO_DETAILS: readonly unknown[] = [];
const NO_CALLS: readonly ToolCallDelta[] = [];
const NO_CHOICES: readonly Choice[] = [];

/** Cloudflare puts the response of a model into `result` (quirk: wrapped-result). */
function unwrapResult(chunk: JsonObject): JsonObject {
  const { result } = chunk;
  return chunk.choices === undefined && isJsonObject(result) && Array.isArray(result.choices) ? result : chunk;
}

/** Servers use different names, and some send the same text under two: the first one counts (quirk: reasoning-fields). */
const REASONING_FIELDS = [
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'thinking',
  'thinking_content',
  'thinking_blocks',
  'thought',
  'thoughts',
] as const;

function readReasoningField(body: JsonObject): string | null {
  for (const field of REASONING_FIELDS) {
    if (body[field] !== undefined && asText(body[field]) !== '') return field;
  }
  return null;
}

/** `index`: of the choice, to tell its calls from those of others. */
type Choice = { choice: JsonObject; index: number; source: ChatChunk['source']; body: JsonObject };

/**
 * The choices of a chunk, the first of which has the words. Several answers are only sent on request, but gateways put a call
 * beside a text into a choice of its own, under any index (quirks: other-choices, call-in-other-choice).
 */
function readChoices(choices: unknown): readonly Choice[] {
  if (!Array.isArray(choices)) return NO_CHOICES;
  const read: Choice[] = [];
  for (const [position, choice] of choices.entries()) {
    if (!isJsonObject(choice)) continue;
    const index = choice.index === undefined ? position : (readIndex(choice.index) ?? 0);
    const source = sourceOf(choice);
    read.push({ choice, index, source, body: source === null ? NOTHING : bodyOf(choice, source) });
  }
  const [first] = read;
  if (first === undefined || (read.length === 1 && first.index === 0)) return read;
  // Words of another choice are another answer. Its calls are none if the first choice has the same.
  return first.index === 0
    ? read
    : [{ ...first, source: 'delta', choice: endOf(first.choice), body: NOTHING }, ...read];
}

/** The end of another choice ends the answer only if it was cut off. */
function endOf({ finish_reason: word }: JsonObject): JsonObject {
  return isCutOff(readFinishWord(word)) ? { finish_reason: word } : NOTHING;
}

function callsOfChoices(choices: readonly Choice[]): readonly ToolCallDelta[] {
  const calls: ToolCallDelta[] = [];
  const known = new Set<string>();
  for (const { index, body } of choices) {
    const texts = readToolCalls(body).map((call) => ({ call, key: `${call.name} ${call.arguments}` }));
    for (const { call, key } of texts) {
      if (index > 0 && call.name !== null && known.has(key)) continue;
      calls.push(index === 0 ? call : { ...call, index: (call.index ?? 0) + index * CALLS_OF_A_CHOICE });
    }
    for (const { key } of texts) known.add(key);
  }
  return calls;
}

/** Keeps the indexes of calls in different choices apart. */
const CALLS_OF_A_CHOICE = 1000;

function sourceOf(choice: JsonObject): ChatChunk['source'] {
  const hasMessage = isJsonObject(choice.message);
  if (isJsonObject(choice.delta) && !(hasMessage && isEmpty(choice.delta))) return 'delta';
  if (hasMessage) return 'message';
  return typeof choice.text === 'string' ? 'delta' : null;
}

/** Servers that only have OpenAI's old interface for completions send `text` (quirk: completion-text). */
function bodyOf(choice: JsonObject, source: 'delta' | 'message'): JsonObject {
  const body = choice[source];
  return isJsonObject(body) ? body : { content: choice.text };
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}

/** Content in typed parts: Mistral's Magistral sends reasoning as parts (quirk: typed-content). */
function readParts(content: unknown): { text: string; reasoning: string } {
  if (!Array.isArray(content)) return isJsonObject(content) ? readParts([content]) : NO_CONTENT;
  let text = '';
  let reasoning = '';
  for (const part of content) {
    if (typeof part === 'string') text += part;
    else if (!isJsonObject(part)) continue;
    else if (/think|thought|reason/.test(String(part.type))) reasoning += asText(part);
    else text += asText(part.text) + asText(part.refusal);
  }
  return { text, reasoning };
}

const NO_CONTENT = { text: '', reasoning: '' };

/** The text in a string, a part, or a list of either. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(asText).join('');
  if (!isJsonObject(value)) return '';
  return asText(value.text ?? value.thinking ?? value.content ?? value.reasoning ?? value.summary ?? '');
}

/**
 * An error beside choices, in a choice, or in place of an answer (quirks: error-in-data, error-shapes). A value without an answer
 * is one if it has a message and says by a code, a type or a flag that something failed.
 */
function readError(chunk: JsonObject, choice: JsonObject | null): unknown {
  const error = chunk.error || choice?.error;
  if (error) return typeof error === 'object' || typeof error === 'string' ? error : chunk;
  if (choice !== null) return null;
  if (chunk.object === 'error' || (chunk.detail !== undefined && chunk.choices === undefined)) return chunk;
  const { base_resp: base } = chunk;
  if (isJsonObject(base) && isFailureCode(base.status_code)) {
    return { code: base.status_code, message: base.status_msg };
  }
  const message = [chunk.message, chunk.msg, chunk.error_msg, chunk.errmsg, chunk.errors].find(
    (each) => (typeof each === 'string' && each !== '') || (typeof each === 'object' && each !== null),
  );
  if (message === undefined) return null;
  const code = [chunk.code, chunk.error_code, chunk.errcode, chunk.status, chunk.status_code, chunk.statusCode].find(
    isFailureCode,
  );
  const isFailed = code !== undefined || chunk.success === false || chunk.type === 'error' || chunk.errors === message;
  return isFailed ? { code, message } : null;
}

/** Whether a status or code says that something failed: a number other than 0 and 200, or a word for it. */
function isFailureCode(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0 && value !== 200;
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    !/^(0|200|ok|success\w*|processing|pending|running)$/i.test(value)
  );
}

/**
 * How the answer ended; null if it has not. A gateway's `stop` may hide what its provider said (quirk: native-finish-reason).
 */
function readFinish({
  finish_reason: word,
  native_finish_reason: native,
}: JsonObject): Pick<ChatChunk, 'finishReason' | 'finishWord'> {
  const finish = readFinishWord(word);
  const nativeFinish = readFinishWord(native);
  const isHidden = finish === 'stop' && isCutOff(nativeFinish);
  return isHidden
    ? { finishReason: nativeFinish, finishWord: String(native) }
    : { finishReason: finish, ...(typeof word === 'string' ? { finishWord: word } : {}) };
}

/**
 * The token usage in a chunk, or null. Groq sends it in `x_groq`, Moonshot in the choice, llama.cpp in `timings` (quirks:
 * usage-without-choices, usage-everywhere, usage-elsewhere), also beside a `usage` without cache counts.
 */
function readUsage(chunk: JsonObject, choice: JsonObject | null): Usage | null {
  // Most chunks say nothing of it.
  if (!chunk.usage && !choice?.usage && !chunk.x_groq && !chunk.timings) return null;
  const usage =
    fromUsage(chunk.usage) ??
    fromUsage(choice?.usage) ??
    (isJsonObject(chunk.x_groq) ? fromUsage(chunk.x_groq.usage) : null);
  const timings = fromTimings(chunk.timings);
  if (usage === null || usage.cachedTokens !== undefined || timings?.cachedTokens === undefined)
    return usage ?? timings;
  return { ...usage, cachedTokens: timings.cachedTokens };
}

/** llama.cpp reports separately how many prompt tokens it did not have to process again. */
function fromTimings(value: unknown): Usage | null {
  if (!isJsonObject(value)) return null;
  const cached = count(value.cache_n) ?? 0;
  const read = count(value.prompt_n);
  return fromUsage({
    prompt_tokens: read === null ? null : read + cached,
    completion_tokens: value.predicted_n,
    cached_tokens: cached,
  });
}

/**
 * The fragments in a `delta` or `message`: a list, a single object, or the `function_call` from before November 2023, which only
 * counts alone. Rules: quirks: index-no-integer, id-empty, id-null, id-word-null, name-empty, type-missing, calls-no-list,
 * arguments-null, arguments-object, function-call-field.
 */
export function readToolCalls(body: JsonObject): readonly ToolCallDelta[] {
  const { tool_calls: calls, function_call: legacy } = body;
  if (Array.isArray(calls) && calls.length > 0) return readList(calls);
  if (isJsonObject(calls)) return [readToolCall(calls)];
  return isJsonObject(legacy) ? [readToolCall({ index: 0, function: legacy })] : NO_CALLS;
}

function readList(calls: readonly unknown[]): ToolCallDelta[] {
  const deltas: ToolCallDelta[] = [];
  for (const call of calls) {
    if (isJsonObject(call)) deltas.push(readToolCall(call));
  }
  return deltas;
}

function readToolCall(call: JsonObject): ToolCallDelta {
  const fn = isJsonObject(call.function) ? call.function : call;
  const args = fn.arguments ?? fn.parameters;
  return {
    index: readIndex(call.index),
    id: present(call.id),
    name: present(fn.name),
    arguments: typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args),
    object: isJsonObject(args) ? args : null,
    extras: readExtras(call, fn),
  };
}

/** Reads an index, which gateways also send as a string. Null for anything else. */
function readIndex(value: unknown): number | null {
  const index = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index : null;
}

/**
 * Reads a string; blank strings, `null` and words for nothing are absent (quirks: id-empty, id-null, id-word-null, name-empty).
 */
function present(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return text === '' || text === 'null' || text === 'undefined' ? null : text;
}

function readExtras(call: JsonObject, fn: JsonObject): CallExtras | null {
  const fields = providerFields(call);
  const functionFields = fn === call ? null : providerFields(fn);
  const extraContent = call.extra_content ?? undefined;
  if (fields === null && functionFields === null && extraContent === undefined) return null;
  return {
    ...(extraContent === undefined ? {} : { extraContent }),
    ...(fields === null ? {} : { fields }),
    ...(functionFields === null ? {} : { functionFields }),
  };
}

/** Signatures under any name, and what LiteLLM passes through; null if there are none, which is the common case. */
function providerFields(object: JsonObject): Record<string, unknown> | null {
  let found: Record<string, unknown> | null = null;
  for (const key in object) {
    if (USUAL.has(key) || !PROVIDER_FIELD.test(key) || object[key] === null) continue;
    found ??= {};
    found[key] = object[key];
  }
  return found;
}

const USUAL: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function', 'name', 'arguments']);
const PROVIDER_FIELD = /signature|^provider_specific_fields$/i;

/** The fields that arrive in pieces. */
const GROWING = ['text', 'summary', 'data'] as const;

/**
 * Merges chunks of `reasoning_details`, to be echoed unchanged and in order (quirk: reasoning-details): chunks with the same
 * index, type and id become one entry whose `text`, `summary` and `data` are concatenated; of other fields (`signature`, `id`,
 * `format`) the last value is kept.
 */
class ReasoningDetails {
  readonly entries: unknown[] = [];
  private readonly open = new Map<string, JsonObject>();

  push(chunks: readonly unknown[]): void {
    for (const chunk of chunks) {
      if (isJsonObject(chunk)) this.take(chunk);
      else this.entries.push(chunk);
    }
  }

  private take(chunk: JsonObject): void {
    const key = `${String(chunk.index)} ${String(chunk.type)}`;
    const entry = this.open.get(key);
    if (entry && mayBeSame(entry.id, chunk.id)) merge(entry, chunk);
    else {
      const fresh = { ...chunk };
      this.entries.push(fresh);
      this.open.set(key, fresh);
    }
  }
}

function mayBeSame(one: unknown, other: unknown): boolean {
  return !one || !other || one === other;
}

function merge(entry: JsonObject, chunk: JsonObject): void {
  for (const key of Object.keys(chunk)) {
    const value = chunk[key];
    const before = entry[key];
    if (isGrowing(key) && typeof value === 'string' && typeof before === 'string') entry[key] = before + value;
    else if (value !== null && value !== '') entry[key] = value;
  }
}

function isGrowing(key: string): boolean {
  return (GROWING as readonly string[]).includes(key);
}
