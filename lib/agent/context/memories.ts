import { MEMORY_LIMITS, type Memory } from '../../contracts/index.ts';
import { estimateTokens, splitWords } from '../../text/index.ts';
import { memorySection } from './model-request.ts';

type Sentence = Pick<Memory, 'memoryId' | 'text'>;

/** Whether all these sentences are sent with every question, so that the selection does not depend on the question. */
export function fitsMemoryBudget(sentences: readonly { text: string }[]): boolean {
  return estimateTokens(memorySection(sentences.map(({ text }) => text))) <= MEMORY_LIMITS.tokens;
}

/**
 * Selects the sentences for the next requests of a chat, by their ids, in the order of `memories`. Usually all are
 * selected. If they exceed their budget, those that share rare words with the question come first, then the newest.
 * `previous` is the last selection of this chat. It is kept as long as it contains everything that fits the question,
 * because a changed selection changes the system prompt and invalidates everything that a server cached after it.
 */
export function selectMemories(
  memories: readonly Sentence[],
  question: string,
  previous: readonly string[],
): readonly string[] {
  if (fitsMemoryBudget(memories)) return memories.map(({ memoryId }) => memoryId);
  const scores = scoreMemories(memories, question);
  const kept = memories.filter(({ memoryId }) => previous.includes(memoryId));
  const isComplete = memories.every(({ memoryId }) => scores.get(memoryId) === 0 || previous.includes(memoryId));
  if (kept.length > 0 && isComplete && fitsMemoryBudget(kept)) return kept.map(({ memoryId }) => memoryId);
  const ranked = memories
    .map((memory, index) => ({ memory, index, score: scores.get(memory.memoryId) ?? 0 }))
    .toSorted((one, other) => other.score - one.score || other.index - one.index);
  let chosen: Sentence[] = [];
  for (const { memory } of ranked) if (fitsMemoryBudget([...chosen, memory])) chosen = [...chosen, memory];
  const ids = new Set(chosen.map(({ memoryId }) => memoryId));
  return memories.flatMap(({ memoryId }) => (ids.has(memoryId) ? [memoryId] : []));
}

/** A word in a larger share of the sentences ("I", "my") says nothing about the topic of a question. */
const MAX_SHARE = 0.3;

/** Scores how well each sentence matches a question: the sum over the shared words, where rare words count more. */
function scoreMemories(memories: readonly Sentence[], question: string): ReadonlyMap<string, number> {
  const words = new Map(memories.map(({ memoryId, text }) => [memoryId, new Set(splitWords(text))]));
  const counts = new Map<string, number>();
  for (const ofSentence of words.values()) for (const word of ofSentence) counts.set(word, (counts.get(word) ?? 0) + 1);
  const asked = new Set(splitWords(question));
  return new Map(
    [...words].map(([memoryId, ofSentence]) => {
      const shared = [...ofSentence].filter(
        (word) => asked.has(word) && (counts.get(word) ?? 0) <= Math.max(1, memories.length * MAX_SHARE),
      );
      return [memoryId, shared.reduce((sum, word) => sum + 1 / (counts.get(word) ?? 1), 0)];
    }),
  );
}
