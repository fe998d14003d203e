import { isIn, type PlacedBlock, type Region } from '../dom/region.ts';
import { describeMake } from './region-kind.ts';

/**
 * Minimum number of facts in a row, and of lines without a class, since an author, a date and a duration are no facts.
 * Maximum length of a line in characters.
 */
const LIMITS = { minFacts: 3, minPlainLines: 4, maxLength: 80 };
/** A label in bold or before a colon, and its value, or a label before a value in bold. */
const LABEL_WITH_VALUE =
  /^(?:[-*] )?(?:(?:\*\*[^*]{2,40}\*\*:?|[^:：*[\]]{2,40}[:：])\s*\S|[^:：*[\]]{2,40}\s\*\*[^*]{1,40}\*\*$)/;

/** Consecutive facts, and the box that holds them. */
export type Facts = { box: Region | null; blocks: readonly PlacedBlock[] };

/**
 * Finds facts, such as the price, size and year of a house: three or more in a row, each with a label and its value in
 * one line, short lines of the same structure of which most contain a number, or boxes of the same structure with two
 * short lines each.
 */
export function findFactRows(blocks: readonly PlacedBlock[]): Facts[] {
  const places = new Map(blocks.map((block, index) => [block, index]));
  const fills = (run: readonly PlacedBlock[]) => isAlone(run, blocks, (run[0] && places.get(run[0])) ?? 0);
  const labelled = runs(blocks, hasLabel, ({ region }) => region.parent);
  const lines = runs(blocks, isShortLine, ({ region }) => region.parent).filter(
    (run) =>
      run.every(({ region }) => areAlike(region, run[0]?.region ?? null)) &&
      run.filter(hasDigit).length * 2 >= run.length &&
      (hasMake(run[0]) || (run.length >= LIMITS.minPlainLines && fills(run))),
  );
  const pairs = runs(blocks, isShortLine, ({ region }) => region.parent, 2).filter(
    (pair) => pair.length === 2 && fills(pair),
  );
  return [
    ...[...labelled, ...lines].map((run) => ({ box: run[0]?.region.parent ?? null, blocks: run })),
    ...groupPairs(pairs, places),
  ];
}

/** Runs of consecutive blocks that satisfy `isOne` and have the same `box`, with at least `limits.minFacts` blocks. */
function runs(
  blocks: readonly PlacedBlock[],
  isOne: (block: PlacedBlock) => boolean,
  box: (block: PlacedBlock) => Region | null,
  min = LIMITS.minFacts,
): PlacedBlock[][] {
  const all: PlacedBlock[][] = [];
  let run: PlacedBlock[] = [];
  for (const block of blocks) {
    if (!isOne(block)) run = [];
    else if (run[0] && box(run[0]) === box(block)) run.push(block);
    else run = [block];
    if (run.length === min) all.push(run);
  }
  return all;
}

/** Groups of boxes of the same structure beside each other, each with nothing but a label and its value. */
function groupPairs(pairs: readonly PlacedBlock[][], places: ReadonlyMap<PlacedBlock, number>): Facts[] {
  const groups: PlacedBlock[][][] = [];
  let group: PlacedBlock[][] = [];
  for (const pair of pairs) {
    const [last] = group.at(-1) ?? [];
    const [next] = pair;
    if (last && next && areAlike(last.region.parent, next.region.parent) && isNextTo(last, next, places))
      group.push(pair);
    else group = [pair];
    if (group.length === LIMITS.minFacts) groups.push(group);
  }
  return groups.map((each) => ({ box: each[0]?.[0]?.region.parent?.parent ?? null, blocks: each.flat() }));
}

function isNextTo(last: PlacedBlock, next: PlacedBlock, places: ReadonlyMap<PlacedBlock, number>): boolean {
  return (places.get(next) ?? 0) - (places.get(last) ?? 0) === 2;
}

function areAlike(one: Region | null, other: Region | null): boolean {
  if (!one || !other) return false;
  return one.parent === other.parent && one.tag === other.tag && describeMake(one) === describeMake(other);
}

/** Whether the box around these consecutive blocks, of which the first is at `start`, contains nothing else. */
function isAlone([first, ...rest]: readonly PlacedBlock[], blocks: readonly PlacedBlock[], start: number): boolean {
  const box = first?.region.parent;
  if (!box) return false;
  return [blocks[start - 1], blocks[start + rest.length + 1]].every((block) => !block || !isIn(block.region, box));
}

function hasMake(block: PlacedBlock | undefined): boolean {
  return block !== undefined && describeMake(block.region) !== null;
}

/** The value may be linked, such as a telephone number, but not the label. */
function hasLabel({ kind, counts, markdown }: PlacedBlock): boolean {
  if (kind === 'definition-list') return counts.link + counts.control === 0;
  return (
    (kind === 'paragraph' || kind === 'list') &&
    counts.control === 0 &&
    counts.text <= LIMITS.maxLength &&
    LABEL_WITH_VALUE.test(markdown)
  );
}

/** Whether this is a short line alone in a box, without a link, a control or a picture. */
function isShortLine({ kind, counts, markdown, region }: PlacedBlock): boolean {
  return (
    kind === 'paragraph' &&
    /^(?:div|p|span)$/.test(region.tag) &&
    counts.link + counts.control === 0 &&
    counts.text <= LIMITS.maxLength &&
    !/!\[|\n/.test(markdown)
  );
}

function hasDigit({ markdown }: PlacedBlock): boolean {
  return /\d/.test(markdown);
}
