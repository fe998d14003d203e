import { LAST_OF_LIST, RESPECTIVELY } from '../language/index.ts';
import { type Fact, isWithinSpan } from './facts.ts';

type Span = { start: number; end: number };

/** The text between two figures of a list. */
const BETWEEN_FIGURES = /^\s*(?:[,،、;]|[\p{L}\p{M}]{1,4}|[,،、]\s*[\p{L}\p{M}]{1,4})?\s*(?:[\p{L}\p{M}]{1,3}\s)?$/u;
const MARK = /[,،、;；:：()]/u;

/**
 * Returns the thing that a figure of "Lima, Rome and Bari had 3, 5 and 8 respectively" belongs to, and the other things
 * of the list. Null for other sentences.
 */
export function findRespectiveItems(
  text: string,
  place: Span,
  sentence: Span,
  facts: readonly Fact[],
): { own: Span; others: Span[] } | null {
  if (!RESPECTIVELY.test(text.slice(sentence.start, sentence.end))) return null;
  const inSentence = facts.filter((fact) => isWithinSpan(fact, sentence));
  const at = inSentence.findIndex((fact) => fact.start <= place.start && fact.end >= place.end);
  if (at < 0) return null;
  const isListed = (a: Fact | undefined, b: Fact | undefined) =>
    a !== undefined && b !== undefined && a.type === b.type && BETWEEN_FIGURES.test(text.slice(a.end, b.start));
  let first = at;
  let last = at;
  while (isListed(inSentence[first - 1], inSentence[first])) first -= 1;
  while (isListed(inSentence[last], inSentence[last + 1])) last += 1;
  const items = listItems(
    text,
    { start: sentence.start, end: inSentence[first]?.start ?? place.start },
    last - first + 1,
    inSentence,
  );
  const own = items?.[at - first];
  return items && own ? { own, others: items.filter((item) => item !== own) } : null;
}

/** Returns the last list with `count` items in a part of a text. */
function listItems(text: string, part: Span, count: number, facts: readonly Fact[]): Span[] | null {
  if (count < 2) return null;
  const before = text.slice(part.start, part.end);
  // Excludes the one between two figures of an earlier list.
  const joint = [...before.matchAll(LAST_OF_LIST)].findLast(
    ({ index }) => !facts.some(({ end }) => part.start + index >= end && part.start + index - end <= 2),
  );
  if (!joint) return null;
  const items: Span[] = [];
  const afterJoint = joint.index + joint[0].length;
  const lastEnd = before.slice(afterJoint).search(MARK);
  items.push({
    start: part.start + afterJoint,
    end: part.start + (lastEnd < 0 ? before.length : afterJoint + lastEnd),
  });
  let end = joint.index;
  while (items.length < count) {
    if (end <= 0) return null;
    let start = end;
    while (start > 0 && !MARK.test(before[start - 1] ?? '')) start -= 1;
    items.unshift({ start: part.start + start, end: part.start + end });
    end = start - 1;
  }
  return items;
}
