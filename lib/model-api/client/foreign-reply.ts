import { isJsonObject, type JsonObject } from '../../contracts/index.ts';
import { AnthropicChunkReader } from '../anthropic-messages/anthropic-chunks.ts';
import { ChatChunkReader } from '../chat-completions/stream/chat-chunks.ts';
import type { ChunkReader } from '../chat-completions/stream/chunk-reader.ts';
import { GeminiChunkReader } from '../gemini/gemini-chunks.ts';
import { ResponsesChunkReader } from '../openai-responses/responses-chunks.ts';

/**
 * The reader for a value that only one interface sends, or null. A gateway may answer in another interface than the one
 * it was asked in (quirk: reply-of-other-interface). Ollama's is not among them: its own address is better.
 */
export function readerForValue(value: unknown): ChunkReader | null {
  if (!isJsonObject(value)) return null;
  const isFrom = INTERFACES.find(([hasSent]) => hasSent(value));
  return isFrom === undefined ? null : isFrom[1]();
}

const INTERFACES: readonly (readonly [(value: JsonObject) => boolean, () => ChunkReader])[] = [
  [({ choices }) => hasObjects(choices), () => new ChatChunkReader()],
  [({ type }) => ANTHROPIC_TYPE.test(String(type)), () => new AnthropicChunkReader()],
  [({ type, object }) => object === 'response' || RESPONSES_TYPE.test(String(type)), () => new ResponsesChunkReader()],
  [({ candidates }) => hasObjects(candidates), () => new GeminiChunkReader()],
];

function hasObjects(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0 && list.every(isJsonObject);
}

const ANTHROPIC_TYPE = /^(?:message(?:_start|_delta)?|content_block_(?:start|delta|stop))$/;
const RESPONSES_TYPE = /^response\.\w/;
