import { isJsonObject, type JsonObject, type Usage } from '../../contracts/index.ts';
import {
  type ChatChunk,
  type ChunkReader,
  deltaChunk,
  EMPTY_CHUNK,
  type ToolCallDelta,
  textIn,
} from '../chat-completions/stream/chunk-reader.ts';
import { readFinishWord } from '../chat-completions/stream/finish-words.ts';

/** Reads the lines of `/api/chat`. Calls arrive complete. The last line has `done`. */
export class OllamaChunkReader implements ChunkReader {
  #calls = 0;

  isAnswer(value: unknown): boolean {
    return isJsonObject(value) && ('done' in value || isJsonObject(value.message));
  }

  opaque(): null {
    return null;
  }

  read(value: unknown): ChatChunk {
    if (!isJsonObject(value)) return EMPTY_CHUNK;
    if (value.error) return { ...EMPTY_CHUNK, error: value.error };
    const message = isJsonObject(value.message) ? value.message : {};
    // Servers that imitate Ollama use the fields of `/api/generate` or other names (quirk: ollama-imitations).
    const text = textIn(message.content ?? value.response);
    const reasoning = textIn(message.thinking ?? message.reasoning_content ?? message.reasoning ?? value.thinking);
    const chunk = deltaChunk(text, reasoning, this.#readCalls(message.tool_calls));
    if (value.done !== true) return chunk;
    const word = textIn(value.done_reason);
    // Old versions send no reason.
    return {
      ...chunk,
      finishReason: readFinishWord(word) ?? 'stop',
      finishWord: word,
      usage: readCounts(value),
      isLast: true,
    };
  }

  /** Each entry is a separate call, regardless of its `index` (quirk: index-always-zero). */
  #readCalls(calls: unknown): ToolCallDelta[] {
    if (!Array.isArray(calls)) return [];
    return calls.flatMap((call) => {
      if (!isJsonObject(call)) return [];
      const fn = isJsonObject(call.function) ? call.function : call;
      const input = fn.arguments ?? fn.parameters ?? fn.input;
      const text = typeof input === 'string' ? input : JSON.stringify(input ?? {});
      const id = textIn(call.id) || null;
      return [{ index: this.#calls++, id, name: textIn(fn.name) || null, arguments: text, object: null, extras: null }];
    });
  }
}

/** Cached prompt tokens are included since version 0.6. Older versions omit the count. */
function readCounts({ prompt_eval_count: input, eval_count: output }: JsonObject): Usage | null {
  if (typeof input !== 'number' && typeof output !== 'number') return null;
  return {
    ...(typeof input === 'number' ? { inputTokens: input } : {}),
    ...(typeof output === 'number' ? { outputTokens: output } : {}),
  };
}
