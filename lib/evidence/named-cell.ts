import { canBeMistaken } from './closest-owner.ts';
import { fitMeasures, isFigure } from './compare-figures.ts';
import type { FactChecker } from './fact-checker.ts';
import { type Fact, isWithinSpan } from './facts.ts';
import { listClaims } from './match-fact.ts';
import { isHeading } from './owner.ts';
import { readCell } from './readable-text.ts';
import type { IndexedFact, SourceDocument } from './source-index.ts';
import { listWords } from './vocabulary.ts';

type Axis = 'row' | 'column';

const MIN_LENGTH_OF_LABEL = 2;

/**
 * Finds the cell that a claim should contain if the answer names a line of a table with its whole label: "Team has 2 TB"
 * for a table in which the row "Team" has 250 GB and another one has 2 TB. It has to name exactly one line, and not that
 * of the claimed cell.
 */
export function findCellOfNamedLine(
  fact: Fact,
  matches: readonly IndexedFact[],
  checker: FactChecker,
): IndexedFact | null {
  const [match] = matches;
  if (!match || matches.some(isHeading)) return null;
  if (
    matches.some(
      ({ passage, document }) =>
        passage.table < 0 || passage.table !== match.passage.table || document !== match.document,
    )
  )
    return null;
  for (const axis of ['row', 'column'] as const) {
    const rival = findInNamedLine(axis, fact, matches, match, checker);
    if (rival) return rival;
  }
  return null;
}

function findInNamedLine(
  axis: Axis,
  fact: Fact,
  matches: readonly IndexedFact[],
  { passage, document }: IndexedFact,
  checker: FactChecker,
): IndexedFact | null {
  const across = axis === 'row' ? 'column' : 'row';
  if (passage.column === 0 || matches.some((each) => each.passage[across] !== passage[across])) return null;
  const cells = document.facts.filter(
    ({ passage: other }) =>
      other.table === passage.table && other.row > 0 && other.column > 0 && other[across] === passage[across],
  );
  const sentence = checker.contexts.sentenceAt(fact.start);
  const [line, ...otherLines] = listNamedLines(
    axis,
    passage.table,
    { ...sentence, end: fact.start },
    document,
    checker,
  );
  if (line === undefined || otherLines.length > 0) return null;
  const isOwn = (each: number) => matches.some((match) => match.passage[axis] === each);
  if (isOwn(line) || listNamedLines(axis, passage.table, sentence, document, checker).some(isOwn)) return null;
  const [rival, ...others] = cells.filter((cell) => cell.passage[axis] === line);
  if (!rival || others.length > 0 || !isOfSameKind(axis, fact, rival, matches, checker)) return null;
  return listClaims(rival, checker).some((claim) => isWithinSpan(claim, sentence)) ? null : rival;
}

/** The cells of a column are of one kind, also if its header gives their unit. */
function isOfSameKind(
  axis: Axis,
  fact: Fact,
  rival: IndexedFact,
  matches: readonly IndexedFact[],
  checker: FactChecker,
): boolean {
  const [match] = matches;
  if (axis === 'row' && match && isFigure(match) && isFigure(rival) && !match.fact.measure && !rival.fact.measure)
    return true;
  if (!canBeMistaken(fact, rival, matches, checker)) return false;
  // The name of another property in the sentence, such as the ascent of a trail, is none of a column for another thing.
  const isProperty =
    fact.type === 'figure' &&
    isFigure(rival) &&
    (!fact.measure || !rival.fact.measure || fitMeasures(fact.measure, rival.fact.measure) !== 'same');
  return axis === 'row' || checker.contexts.isInTable(fact.start) || !isProperty;
}

/**
 * Lists the rows or columns of a table whose whole label is in a part of a sentence, or in the row or column of a claim
 * in a table.
 */
function listNamedLines(
  axis: Axis,
  table: number,
  { start, end }: { start: number; end: number },
  document: SourceDocument,
  { answer, contexts, index, lexicon }: FactChecker,
): number[] {
  const cell = answer.blocks[contexts.blockAt(start)]?.cell;
  const text = cell
    ? readCell(answer, axis === 'row' ? { ...cell, column: 0 } : { ...cell, row: 0 })
    : answer.text.slice(start, end);
  const words = new Set(listWords(text).flatMap((word) => index.vocabulary.find(word)));
  const isTranslated = document.language !== lexicon.language;
  const labels: string[] = [];
  for (let line = 1; ; line += 1) {
    const place = axis === 'row' ? { table, row: line, column: 0 } : { table, row: 0, column: line };
    const label = readCell(document.readable, place).trim();
    if (label === '') break;
    labels.push(label);
  }
  const named = labels.flatMap((label, at) => {
    if (!isLabel(label)) return [];
    const ids = listWords(label).flatMap((word) => index.vocabulary.get(word) ?? []);
    const isWritten = text.includes(label) && !labels.some((other) => other !== label && other.includes(label));
    const hasWords = ids.length > 0 && ids.every((id) => words.has(id));
    // In another language, only a name is written as in the table.
    const isNamed = isTranslated ? hasWords && text.includes(label) : lexicon.isUnspaced ? isWritten : hasWords;
    return isNamed ? [{ line: at + 1, label }] : [];
  });
  // "Pro 15" does not name "Pro".
  const isPartOfOther = (label: string) => named.some((other) => other.label !== label && other.label.includes(label));
  return named.flatMap(({ line, label }) => (isPartOfOther(label) ? [] : [line]));
}

function isLabel(label: string): boolean {
  return label.length >= MIN_LENGTH_OF_LABEL && (/\p{L}/u.test(label) || /^\d{4}$/.test(label));
}
