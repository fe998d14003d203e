/** The usual constants. */
const k1 = 1.2;
const b = 0.75;

/**
 * Scores documents (lists of words) for the words of a query: the BM25 score, and how many of the words each contains. Empty
 * documents are not counted.
 */
export function bm25(
  documents: readonly (readonly string[])[],
  words: readonly string[],
): { score: number; found: number }[] {
  const wanted = new Set(words);
  const counted = documents.map((all) => {
    const counts = new Map<string, number>();
    for (const word of all) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { length: all.length, counts };
  });
  const filled = counted.filter(({ length }) => length > 0);
  const average = filled.reduce((sum, { length }) => sum + length, 0) / Math.max(1, filled.length);
  const frequency = new Map(words.map((word) => [word, filled.filter(({ counts }) => counts.has(word)).length]));
  return counted.map(({ length, counts }) => {
    let score = 0;
    for (const [word, count] of counts) {
      const holding = frequency.get(word) ?? 0;
      const rarity = Math.log(1 + (filled.length - holding + 0.5) / (holding + 0.5));
      score += (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / Math.max(1, average)));
    }
    return { score, found: counts.size };
  });
}
