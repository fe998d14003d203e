import { memoize } from '../control-flow/index.ts';
import { canBeMistaken, closenessOfClaim } from './closest-owner.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Fact, isWithinSpan } from './facts.ts';
import { isMatch, listMatches } from './match-fact.ts';
import { isHeading } from './owner.ts';
import type { ReadableText } from './readable-text.ts';
import type { IndexedFact, Passage } from './source-index.ts';

/** This many facts of one line show that a sentence is about it. */
const MIN_COMPANIONS = 2;
/** How close the name of another line has to be to a claim about that line. */
const MIN_CLOSENESS_OF_NAME = 0.5;

type Axis = 'row' | 'column';

/**
 * Finds the cell that a claim should contain. The facts around the claim in the answer must be those of one line of a
 * table, while the claim is in another line: "It costs 300 euros, weighs 6 kg and lasts 4 hours", where the 6 kg are
 * those of another product. This does not use words, so it also works in answers in another language than the table.
 */
export function findCellOfLine(fact: Fact, matches: readonly IndexedFact[], checker: FactChecker): IndexedFact | null {
  const [match] = matches;
  if (!match || matches.some(({ passage }) => passage.table < 0 || passage.table !== match.passage.table)) return null;
  if (matches.some(isHeading)) return null;
  for (const group of listGroups(fact, checker)) {
    for (const axis of ['column', 'row'] as const) {
      const rival = findInLine(axis, { fact, matches, match, group }, checker);
      if (rival) return rival;
    }
  }
  return null;
}

type Place = { fact: Fact; matches: readonly IndexedFact[]; match: IndexedFact; group: readonly Fact[] };

function findInLine(axis: Axis, { fact, matches, match, group }: Place, checker: FactChecker): IndexedFact | null {
  const companions = group.flatMap((other) => {
    if (other === fact) return [];
    const cells = cellsOfFact(other, checker).filter((cell) => isInTable(cell, match));
    return cells.length > 0 ? [{ other, lines: new Set(cells.map(({ passage }) => passage[axis])) }] : [];
  });
  if (companions.length < MIN_COMPANIONS) return null;
  const own = new Set(matches.map(({ passage }) => passage[axis]));
  const [first] = companions;
  const line = [...(first?.lines ?? [])].find((each) => companions.every(({ lines }) => lines.has(each)));
  if (line === undefined || own.has(line)) return null;
  // At least two facts have to be only in that line.
  if (companions.filter(({ lines }) => [...own].every((each) => !lines.has(each))).length < MIN_COMPANIONS) return null;
  const across = axis === 'row' ? 'column' : 'row';
  const places = new Set(matches.map(({ passage }) => passage[across]));
  const rivals = match.document.facts.filter(
    (rival) =>
      isInTable(rival, match) &&
      rival.passage[axis] === line &&
      places.has(rival.passage[across]) &&
      canBeMistaken(fact, rival, matches, checker),
  );
  const [rival] = rivals;
  if (!rival || rivals.length > 1) return null;
  if (group.some((other) => other !== fact && isMatch(other, rival, checker))) return null;
  const names = readNames(axis, fact, match.passage, rival.passage, checker);
  const isLast = group.every(({ start }) => start <= fact.start);
  return names.isOwn || (isLast && !names.isRival) ? null : rival;
}

function isInTable({ passage, document }: IndexedFact, match: IndexedFact): boolean {
  return document === match.document && passage.table === match.passage.table && passage.row > 0;
}

/** Whether the answer names, next to a claim, only the line of the claim, or only the other one. */
function readNames(axis: Axis, fact: Fact, own: Passage, rival: Passage, checker: FactChecker) {
  const labels = (passage: Passage): ReadonlySet<number> => (axis === 'row' ? passage.labels : passage.headers);
  const close = closenessOfClaim(fact, checker).filter(({ weight }) => weight >= MIN_CLOSENESS_OF_NAME);
  const isNamed = (a: ReadonlySet<number>, b: ReadonlySet<number>) =>
    close.some(({ ids }) => ids.some((id) => a.has(id)) && !ids.some((id) => b.has(id)));
  return { isOwn: isNamed(labels(own), labels(rival)), isRival: isNamed(labels(rival), labels(own)) };
}

/** Lists the facts about the same thing as a claim: those of its sentence and its list, or of its row and its column. */
function listGroups(fact: Fact, { answer, contexts, facts }: FactChecker): Fact[][] {
  const block = contexts.blockAt(fact.start);
  const cell = answer.blocks[block]?.cell;
  if (!cell) {
    const parts = [contexts.sentenceAt(fact.start), readList(block, answer)];
    return parts.flatMap((part) => (part ? [facts.filter((other) => isWithinSpan(other, part))] : []));
  }
  return (['column', 'row'] as const).map((axis) =>
    facts.filter((other) => {
      const place = answer.blocks[contexts.blockAt(other.start)]?.cell;
      return place && place.table === cell.table && place.row > 0 && place[axis] === cell[axis];
    }),
  );
}

/** Returns the list of a block, which is about one thing, with the paragraph that introduces it. */
function readList(block: number, { blocks }: ReadableText): { start: number; end: number } | null {
  let first = block;
  while (blocks[first]?.kind === 'item' && blocks[first - 1]) first -= 1;
  if (blocks[first]?.kind !== 'paragraph' && blocks[first]?.kind !== 'item') first += 1;
  let last = first + 1;
  while (blocks[last]?.kind === 'item') last += 1;
  const [start, end] = [blocks[first], blocks[last - 1]];
  return start && end && last - first > MIN_COMPANIONS ? { start: start.start, end: end.end } : null;
}

const cellsOfFact = memoize((fact: Fact, checker: FactChecker) =>
  listMatches(fact, checker).filter(({ passage }) => passage.table >= 0),
);
