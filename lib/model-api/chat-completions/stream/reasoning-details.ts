import { isJsonObject, type JsonObject } from '../../../contracts/index.ts';

/** The fields that arrive in pieces. */
const GROWING = ['text', 'summary', 'data'] as const;

/**
 * Merges chunks of `reasoning_details`, to be echoed unchanged and in order (quirk: reasoning-details): chunks with the
 * same index, type and id become one entry whose `text`, `summary` and `data` are concatenated; of other fields
 * (`signature`, `id`, `format`) the last value is kept.
 */
export class ReasoningDetails {
  readonly entries: unknown[] = [];
  readonly #open = new Map<string, JsonObject>();

  push(chunks: readonly unknown[]): void {
    for (const chunk of chunks) {
      if (isJsonObject(chunk)) this.#take(chunk);
      else this.entries.push(chunk);
    }
  }

  #take(chunk: JsonObject): void {
    const key = `${String(chunk.index)} ${String(chunk.type)}`;
    const entry = this.#open.get(key);
    if (entry && mayBeSame(entry.id, chunk.id)) merge(entry, chunk);
    else {
      const fresh = { ...chunk };
      this.entries.push(fresh);
      this.#open.set(key, fresh);
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
