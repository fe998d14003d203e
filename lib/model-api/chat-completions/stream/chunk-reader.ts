import { isJsonObject, type JsonObject } from '../../../contracts/index.ts';
import type { OpaqueState } from '../opaque-state.ts';
import { type ChatChunk, readChatChunk } from './chat-chunks.ts';

/**
 * Reads the values of one reply as one interface writes them, each into a chunk in the words of this one. Made anew for
 * each reply. Takes any parsed JSON; never throws.
 */
export interface ChunkReader {
  /**
   * Every value shows that the model is at work, although it says nothing: thinking that is not shown takes minutes
   * (quirk: silent-thinking). Elsewhere servers send empty values for as long as they live.
   */
  readonly everyValueIsProgress?: true;
  read(value: unknown): ChatChunk;
  /** Whether a value belongs to an answer in this interface, even if it says nothing. */
  isAnswer(value: unknown): boolean;
  /** Called with each chunk that counts: a whole message does only where no deltas came. */
  take?(chunk: ChatChunk): void;
  /** What the provider wants echoed with this step, or null. `toolCalls`: what belongs to a call, by its id. */
  opaque(toolCalls: OpaqueState['toolCalls']): unknown;
}

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
