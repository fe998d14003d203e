import type { Message, ModelRef } from '../../lib/contracts/index.ts';
import { keyOfModel, type ModelEntry } from './model-entry.ts';

/** Whether an answer failed because the server does not have its model. */
export function isModelGone(message: Message | undefined): boolean {
  if (message?.role !== 'assistant' || message.outcome?.type !== 'error') return false;
  const { failure } = message.outcome;
  return 'reason' in failure && failure.reason.type === 'model-not-found';
}

type Listed = {
  entries: readonly ModelEntry[];
  favourites: readonly ModelRef[];
  /** The keys of models that were tried and are also gone, although they are still listed. */
  gone: ReadonlySet<string>;
};

/**
 * Returns the model to ask instead of one that its server no longer has: the next favourite, otherwise the one with the
 * most similar name, from the same endpoint if it has one. Null if no name is similar.
 */
export function nextModel(model: ModelRef, { entries, favourites, gone }: Listed): ModelEntry | null {
  const key = keyOfModel(model);
  const candidates = entries.filter((entry) => entry.key !== key && !gone.has(entry.key));
  const byKey = new Map(candidates.map((entry) => [entry.key, entry]));
  const keys = favourites.map(keyOfModel);
  const after = keys.indexOf(key) + 1;
  const favourite = [...keys.slice(after), ...keys.slice(0, after)].find((each) => byKey.has(each));
  if (favourite !== undefined) return byKey.get(favourite) ?? null;
  const pairs = letterPairs(model.modelId);
  let best: { entry: ModelEntry; score: number } | null = null;
  for (const entry of candidates) {
    const likeness = similarity(pairs, letterPairs(entry.model.modelId));
    if (likeness < MIN_SIMILARITY) continue;
    const score = likeness + (entry.model.endpointId === model.endpointId ? SAME_ENDPOINT : 0);
    if (best === null || score > best.score) best = { entry, score };
  }
  return best?.entry ?? null;
}

/** The names of one family share about half of their pairs of letters: `gpt-5-mini` and `gpt-5.1`. */
const MIN_SIMILARITY = 0.4;

/** Outweighs any similarity: another endpoint may be another provider with another price. */
const SAME_ENDPOINT = 1;

function letterPairs(name: string): ReadonlySet<string> {
  // The provider before the slash is omitted, because only some endpoints name it.
  const letters = name.toLowerCase().replace(/^.*\//, '');
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}

/** Returns the Sørensen–Dice coefficient of two sets, 0 to 1. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const total = one.size + other.size;
  return total === 0 ? 0 : (2 * one.intersection(other).size) / total;
}
