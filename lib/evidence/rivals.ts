import { memoize } from '../control-flow/index.ts';
import { readMinutesOfDay, saysAsMuch } from './compare-dates.ts';
import { findHeader, isFigure, measuresSameKind } from './compare-figures.ts';
import { isSameNoun } from './counts.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact } from './facts.ts';
import type { IndexedFact, SourceDocument } from './source-index.ts';

/** Whether a fact of a source is of the kind of a fact of the answer, so that the answer can have confused the two. */
export function isRival(fact: Fact, rival: IndexedFact, { answer }: FactChecker): boolean {
  switch (fact.type) {
    case 'figure':
      if (!isFigure(rival) || rival.fact.isOrdinal !== fact.isOrdinal || !measuresSameKind(fact, rival)) return false;
      if (isRowNumber(rival) || (fact.per === null && isRate(rival))) return false;
      return (
        fact.measure !== null ||
        rival.passage.table >= 0 ||
        isSameNoun(fact, answer, rival.fact, rival.document.readable)
      );
    case 'date':
      return rival.fact.type === 'date' && saysAsMuch(fact, rival.fact);
    case 'time':
      return readMinutesOfDay(rival.fact, rival.document.readable.text).length > 0;
    case 'identifier':
      return rival.fact.type === 'identifier' && rival.fact.form === fact.form;
    default:
      return fact satisfies never;
  }
}

/** Whether the header of a cell gives a rate, such as "kg/ha". */
const isRate = memoize(({ passage, document: { readable } }: IndexedFact): boolean => {
  const header = passage.table >= 0 ? findHeader(readable, passage.table, passage.column) : undefined;
  return header !== undefined && /[([][^()[\]]*\p{L}\/\p{L}/u.test(readable.text.slice(header.start, header.end));
});

/** Whether a cell numbers its row: the first column counts the rows of its table, like in a ranking. */
function isRowNumber({ passage, document }: IndexedFact): boolean {
  return passage.column === 0 && listNumberedTables(document).has(passage.table);
}

const listNumberedTables = memoize(({ facts }: SourceDocument): ReadonlySet<number> => {
  const columns = Map.groupBy(
    facts.filter(({ fact, passage }) => fact.type === 'figure' && passage.column === 0 && passage.row > 0),
    ({ passage }) => passage.table,
  );
  const isCounting = (cells: readonly IndexedFact[]) =>
    cells.length > 1 &&
    cells.every(({ fact }, at) => fact.type === 'figure' && !fact.measure && fact.values[0] === at + 1);
  return new Set([...columns].filter(([table, cells]) => table >= 0 && isCounting(cells)).map(([table]) => table));
});
