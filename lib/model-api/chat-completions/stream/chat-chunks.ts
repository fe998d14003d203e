import { isJsonObject, type JsonObject, type Usage } from '../../../contracts/index.ts';
import { readErrorInAnswer } from '../../errors/error-in-answer.ts';
import type { OpaqueState } from '../opaque-state.ts';
import { CallsOfChoices, readChunkChoices, WordsOfChoices } from './chat-choices.ts';
import { asText, findReasoningField, readParts } from './chat-content.ts';
import { type ChatChunk, type ChunkReader, count, fromUsage } from './chunk-reader.ts';
import { isCutOff, readFinishWord } from './finish-words.ts';
import { ReasoningDetails } from './reasoning-details.ts';

/**
 * The reader for `/chat/completions`. Reads chunks, or a response without streaming, in all forms that servers send.
 * Accepts any parsed JSON and never throws. A `message` only counts if there is no `delta`, because Perplexity repeats
 * the whole message beside each delta. Rules: docs/quirks.md.
 */
export class ChatChunkReader implements ChunkReader {
  #reasoningField: string | null = null;
  readonly #details = new ReasoningDetails();
  readonly #calls = new CallsOfChoices();
  readonly #words = new WordsOfChoices();

  read(value: unknown): ChatChunk {
    const chunk = isJsonObject(value) ? unwrapReply(value) : NOTHING;
    const choices = readChunkChoices(chunk.choices);
    const choice = choices[0] ?? null;
    const body = choice?.body ?? NOTHING;
    const content = typeof body.content === 'string' ? null : readParts(body.content);
    const reasoningField = findReasoningField(body);
    const reasoningDetails = Array.isArray(body.reasoning_details) ? body.reasoning_details : NO_DETAILS;
    // OpenAI sends the text of a refusal in a separate field (quirk: refusal-field).
    const refusal = typeof body.refusal === 'string' ? body.refusal : '';
    const text = (content === null ? (body.content as string) : content.text) + refusal;
    const calls = this.#calls.read(choices);
    const finish = readFinish(choice?.choice ?? NOTHING);
    return {
      source: choice?.source ?? null,
      text: this.#words.read(text, choices, finish.finishReason !== null),
      reasoning: (content?.reasoning ?? '') + (reasoningField ? asText(body[reasoningField]) : otherReasoning(body)),
      // Reasoning is only echoed under its original field name if it came as text.
      reasoningField: reasoningField !== null && typeof body[reasoningField] === 'string' ? reasoningField : null,
      reasoningDetails,
      toolCalls: content === null || content.calls.length === 0 ? calls : [...content.calls, ...calls],
      ...finish,
      usage: readUsage(chunk, choice?.choice ?? null),
      error: readErrorInAnswer(chunk, choice !== null) ?? (choice?.choice.error || choice?.body.error || null),
    };
  }

  isAnswer(value: unknown): boolean {
    return isJsonObject(value) && Array.isArray(unwrapReply(value).choices);
  }

  opaque(toolCalls: OpaqueState['toolCalls']): OpaqueState | null {
    const reasoningField = this.#reasoningField;
    const reasoningDetails = this.#details.entries;
    const isEmpty = reasoningField === null && reasoningDetails.length === 0 && Object.keys(toolCalls).length === 0;
    return isEmpty ? null : { reasoningField, reasoningDetails, toolCalls };
  }

  take(chunk: ChatChunk): void {
    this.#reasoningField ??= chunk.reasoningField;
    if (chunk.reasoningDetails.length > 0) this.#details.push(chunk.reasoningDetails);
  }
}

const NOTHING: JsonObject = {};
const NO_DETAILS: readonly unknown[] = [];

/**
 * Cloudflare puts a model's response into `result`, DashScope into `output`, and others elsewhere (quirk:
 * wrapped-result).
 */
function unwrapReply(chunk: JsonObject): JsonObject {
  if (chunk.choices !== undefined && chunk.choices !== null) return chunk;
  for (const field of ['result', 'output', 'data', 'response', 'body', 'completion', 'payload']) {
    const inner = chunk[field];
    if (isJsonObject(inner) && Array.isArray(inner.choices)) return { ...chunk, ...inner };
  }
  return chunk;
}

/** Reasoning without a dedicated field: OpenRouter's entries, and the fields that LiteLLM passes through. */
function otherReasoning(body: JsonObject): string {
  const { reasoning_details: details, provider_specific_fields: fields } = body;
  if (details) return asText(details);
  const field = isJsonObject(fields) ? findReasoningField(fields) : null;
  return field !== null && isJsonObject(fields) ? asText(fields[field]) : '';
}

/**
 * How the answer ended, or null if it has not ended. A gateway's `stop` may hide its provider's finish reason (quirk:
 * native-finish-reason). In other fields only known values count, since vLLM puts the text at which it stopped into
 * `stop_reason`.
 */
function readFinish(choice: JsonObject): Pick<ChatChunk, 'finishReason' | 'finishWord' | 'cutsCalls'> {
  const { finish_reason: word, native_finish_reason: native } = choice;
  const finish = readFinishWord(word);
  if (finish === null) return readOtherFinish(choice);
  const nativeFinish = readFinishWord(native);
  if (finish === 'stop' && isCutOff(nativeFinish)) return { finishReason: nativeFinish, finishWord: String(native) };
  const finishWord = typeof word === 'string' ? word : JSON.stringify(word);
  // Complete calls may run, but one that was cut off must not be completed.
  return { finishReason: finish, finishWord, ...(isCutOff(nativeFinish) ? { cutsCalls: true } : {}) };
}

function readOtherFinish(choice: JsonObject): Pick<ChatChunk, 'finishReason' | 'finishWord'> {
  const { delta } = choice;
  const inDelta = isJsonObject(delta) ? delta.finish_reason : null;
  for (const word of [choice.finishReason, choice.stop_reason, choice.finish_details, inDelta]) {
    const finish = word ? readFinishWord(word) : null;
    if (finish !== null && finish !== 'other') return { finishReason: finish, finishWord: String(word) };
  }
  return { finishReason: null };
}

/**
 * The token usage in a chunk, or null. Groq sends it in `x_groq`, Moonshot in the choice, llama.cpp in `timings`
 * (quirks: usage-without-choices, usage-everywhere, usage-elsewhere), which may accompany a `usage` without cache
 * counts.
 */
function readUsage(chunk: JsonObject, choice: JsonObject | null): Usage | null {
  // Most chunks have no usage.
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

/** llama.cpp reports separately how many prompt tokens it reused from its cache. */
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
