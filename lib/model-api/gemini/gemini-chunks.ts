import { isJsonObject, type JsonObject, type Usage } from '../../contracts/index.ts';
import type { OpaqueState } from '../chat-completions/opaque-state.ts';
import {
  type ChatChunk,
  type ChunkReader,
  deltaChunk,
  EMPTY_CHUNK,
  type ToolCallDelta,
  textIn,
} from '../chat-completions/stream/chunk-reader.ts';
import { readFinishWord } from '../chat-completions/stream/finish-words.ts';
import type { GeminiState } from './gemini-contents.ts';
import { PartialArguments } from './partial-arguments.ts';

/**
 * Reads the values of `streamGenerateContent`. Calls arrive complete, except on Vertex if it was asked to stream them
 * (quirk: partial-arguments). A reply ends only with the body.
 */
export class GeminiChunkReader implements ChunkReader {
  #calls = 0;
  /** The call whose arguments are arriving. */
  #open: { index: number; parts: PartialArguments } | null = null;
  #textSignature: string | null = null;

  isAnswer(value: unknown): boolean {
    return (
      isJsonObject(value) &&
      ('usage_metadata' in value || 'candidates' in value || 'promptFeedback' in value || 'usageMetadata' in value)
    );
  }

  opaque(toolCalls: OpaqueState['toolCalls']): GeminiState | null {
    const texts = (name: string) =>
      Object.entries(toolCalls).flatMap(([toolCallId, { fields }]) => {
        const value = fields?.[name];
        return typeof value === 'string' ? [[toolCallId, value] as const] : [];
      });
    const [signatures, ids] = [texts('thoughtSignature'), texts('id')];
    if (signatures.length === 0 && ids.length === 0 && this.#textSignature === null) return null;
    return {
      interface: 'gemini',
      text: this.#textSignature,
      calls: Object.fromEntries(signatures),
      ids: Object.fromEntries(ids),
    };
  }

  read(wire: unknown): ChatChunk {
    if (!isJsonObject(wire)) return EMPTY_CHUNK;
    const value = camelKeys(isJsonObject(wire.response) && !wire.candidates ? wire.response : wire);
    if (value.error) return { ...EMPTY_CHUNK, error: value.error };
    const usage = readUsageMetadata(value.usageMetadata);
    const { promptFeedback: feedback } = value;
    if (isJsonObject(feedback) && camelKeys(feedback).blockReason)
      return { ...EMPTY_CHUNK, usage, finishReason: 'content-filter' };
    const [first, ...others] = Array.isArray(value.candidates) ? value.candidates : [];
    const candidate = isJsonObject(first) ? camelKeys(first) : null;
    if (candidate === null) return { ...EMPTY_CHUNK, usage };
    const { finishReason } = candidate;
    // The model wrote a call that the server could not parse; a retry may succeed (quirk: malformed-call).
    if (finishReason === 'MALFORMED_FUNCTION_CALL') {
      return { ...EMPTY_CHUNK, usage, error: malformedCall(textIn(candidate.finishMessage)) };
    }
    const chunk = this.#readParts([...listParts(candidate), ...others.flatMap(listParts).filter(isCallPart)]);
    chunk.usage = usage;
    chunk.finishReason = readFinishWord(finishReason);
    // The last arguments may come without a sign that they are the last.
    if (chunk.finishReason === 'stop') chunk.toolCalls = [...chunk.toolCalls, ...this.#endCall()];
    chunk.finishWord = textIn(finishReason);
    return chunk;
  }

  #readParts(parts: readonly unknown[]): ChatChunk {
    let text = '';
    let reasoning = '';
    const toolCalls: ToolCallDelta[] = [];
    for (const each of parts) {
      if (!isJsonObject(each)) continue;
      const part = camelKeys(each);
      const partText = textIn(part.text);
      if (typeof part.thought === 'string' && partText === '') reasoning += part.thought;
      else if (part.thought === true || part.thought === 'true') reasoning += partText;
      else text += partText;
      if (isJsonObject(part.functionCall)) {
        toolCalls.push(...this.#readCall(camelKeys(part.functionCall), part.thoughtSignature));
      } else if (typeof part.thoughtSignature === 'string') this.#textSignature = part.thoughtSignature;
    }
    return deltaChunk(text, reasoning, toolCalls);
  }

  #readCall(wire: JsonObject, thoughtSignature: unknown): ToolCallDelta[] {
    const { id, name, args, arguments: other, partialArgs, willContinue } = wire;
    if (this.#open !== null && !name) return this.#continueCall(partialArgs, willContinue === true);
    const before = this.#endCall();
    const isPartial = Array.isArray(partialArgs) || willContinue === true;
    const wireId = typeof id === 'string' && id !== '' ? id : null;
    const fields = {
      ...(typeof thoughtSignature === 'string' ? { thoughtSignature } : {}),
      ...(wireId === null ? {} : { id: wireId }),
    };
    const index = this.#calls++;
    const call: ToolCallDelta = {
      index,
      id: wireId,
      name: typeof name === 'string' ? name : null,
      arguments: isPartial ? '' : JSON.stringify(args ?? other ?? {}),
      object: null,
      extras: Object.keys(fields).length > 0 ? { fields } : null,
    };
    if (!isPartial) return [...before, call];
    this.#open = { index, parts: new PartialArguments() };
    return [...before, call, ...this.#continueCall(partialArgs, willContinue === true)];
  }

  #continueCall(partialArgs: unknown, willContinue: boolean): ToolCallDelta[] {
    this.#open?.parts.add(partialArgs);
    return willContinue ? [] : this.#endCall();
  }

  /** The arguments of the call whose arguments have arrived in parts. */
  #endCall(): ToolCallDelta[] {
    if (this.#open === null) return [];
    const { index, parts } = this.#open;
    this.#open = null;
    return [{ index, id: null, name: null, arguments: parts.toJson(), object: null, extras: null }];
  }
}

/** The parts of a candidate. Relays also send a single part without a list around it. */
function listParts(candidate: unknown): unknown[] {
  return isJsonObject(candidate) && isJsonObject(candidate.content) ? [candidate.content.parts].flat() : [];
}

/** Gateways put a call into another candidate than the text beside it (quirk: call-in-other-choice). */
function isCallPart(part: unknown): boolean {
  return isJsonObject(part) && isJsonObject(part.functionCall ?? part.function_call);
}

/**
 * A value from Gemini with its original field names. Gateways use those of the protocol buffers (quirk:
 * snake-case-fields).
 */
function camelKeys(value: JsonObject): JsonObject {
  if (!Object.keys(value).some((key) => key.includes('_'))) return value;
  const camel = (key: string) => key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [camel(key), each]));
}

/** Gemini's message may contain the call as the model wrote it, in Python. */
function malformedCall(message: string): JsonObject {
  const callSource = /^Malformed function call: *(?:```\w*\n)?([\s\S]+?)(?:\n```)?$/.exec(message)?.[1];
  const generation = callSource === undefined ? {} : { failed_generation: `\`\`\`tool_code\n${callSource}\n\`\`\`` };
  return { code: 500, message: 'MALFORMED_FUNCTION_CALL', ...generation };
}

/**
 * Reads token counts. Thinking tokens are counted separately from the answer's and cost the same. Cached tokens are
 * included in those of the prompt.
 */
function readUsageMetadata(wire: unknown): Usage | null {
  if (!isJsonObject(wire)) return null;
  const usage = camelKeys(wire);
  const count = (name: string) => (typeof usage[name] === 'number' ? usage[name] : 0);
  if (typeof usage.promptTokenCount !== 'number') return null;
  const cached = count('cachedContentTokenCount');
  return {
    inputTokens: count('promptTokenCount') + count('toolUsePromptTokenCount'),
    outputTokens: count('candidatesTokenCount') + count('thoughtsTokenCount'),
    ...(cached > 0 ? { cachedTokens: cached } : {}),
  };
}
