import {
  type AnswerCheck,
  type CheckedFact,
  CITATION,
  type DoubtfulCitation,
  type FactCheckRequest,
  type FactPlace,
  type PagePassage,
  type ReadText,
} from '../contracts/index.ts';
import { memoize } from '../control-flow/index.ts';
import { findFirstIndex } from '../text/index.ts';
import { checkAnswer } from './check-answer.ts';
import type { Claim } from './claim.ts';
import { isWithinSpan } from './facts.ts';
import { SourceReader } from './index-sources.ts';
import type { Place, SourceDocument, SourceIndex } from './source-index.ts';

/** Longer passages are shortened for display, in characters. */
const MAX_PASSAGE_LENGTH = 400;
/** The length of the text before and after a passage that distinguishes it from an identical one, in characters. */
const SURROUNDINGS_LENGTH = 80;

/**
 * Compares the texts of an answer with what its chat has read. `reader` contains the sources of earlier answers in the
 * chat.
 */
export function checkFacts(request: FactCheckRequest, reader = new SourceReader()): AnswerCheck {
  const { parts, sources, question, given } = request;
  const index = reader.index(sources);
  const checked = parts.map((text) => checkAnswer(text, index, { question, given }));
  return {
    parts,
    facts: checked.flatMap((claims, part) => claims.map((claim) => factFrom(claim, part, index, sources))),
    citations: parts.flatMap((text, part) =>
      doubtfulCitations({ text, part, claims: checked[part] ?? [], index, sources }),
    ),
    isOfPage: sources.every(({ place }) => place.type === 'page' || place.type === 'user'),
  };
}

function factFrom(claim: Claim, part: number, index: SourceIndex, sources: readonly ReadText[]): CheckedFact {
  const { start, end, text, state, places } = claim;
  return {
    part,
    start,
    end,
    text,
    state: state === 'not-found' && places.length > 0 ? 'elsewhere' : state,
    places: places.flatMap((place) => placeFrom(place, index, sources)),
  };
}

function placeFrom(place: Place, index: SourceIndex, sources: readonly ReadText[]): FactPlace[] {
  const document = index.documents[place.source];
  const source = sources[place.source];
  if (!document || !source) return [];
  return [{ ...passageAt(place, document), title: source.title, place: source.place }];
}

/** Returns the passage without markup, with the cells of a row separated, and the text around it. */
function passageAt({ start, end }: Place, { readable: { written, offsets } }: SourceDocument): PagePassage {
  const from = findReadablePosition(start, offsets);
  const to = findReadablePosition(end, offsets);
  const line = written
    .slice(from, to)
    .trim()
    .replace(/\s*\n\s*/g, ' · ');
  const isLong = line.length > MAX_PASSAGE_LENGTH;
  return {
    text: isLong ? `${line.slice(0, MAX_PASSAGE_LENGTH - 1)}…` : line,
    before: written.slice(Math.max(0, from - SURROUNDINGS_LENGTH), from),
    after: isLong
      ? line.slice(MAX_PASSAGE_LENGTH - 1).slice(0, SURROUNDINGS_LENGTH)
      : written.slice(to, to + SURROUNDINGS_LENGTH),
  };
}

/** Returns the index of the first character of the readable text that comes from `offset` of the document or later. */
function findReadablePosition(offset: number, offsets: readonly number[]): number {
  return findFirstIndex(offsets.length, (index) => (offsets[index] ?? 0) >= offset);
}

type Cited = { text: string; part: number; claims: readonly Claim[]; index: SourceIndex; sources: readonly ReadText[] };

/** Returns the citations whose sources all lack a fact of the preceding sentence that other sources have. */
function doubtfulCitations({ text, part, claims, index, sources }: Cited): DoubtfulCitation[] {
  if (sources.every(({ place }) => place.type !== 'web')) return [];
  const groups = citationGroups(text);
  return groups.flatMap(({ start, numbers }, position) => {
    const sentence = { start: sentenceStart(text, start, groups[position - 1]?.end ?? 0), end: start };
    const sentenceClaims = claims.filter((claim) => isWithinSpan(claim, sentence) && claim.state !== 'not-found');
    // Pages about the same subject have names in common.
    const others = sentenceClaims.filter(({ kind }) => kind !== 'name');
    const facts = others.length > 0 ? others : sentenceClaims;
    if (facts.length === 0) return [];
    const holders = facts.map((fact) => collectSourceNumbers(fact, text, index, sources));
    if (holders.some((holding) => numbers.some(({ number }) => holding.has(number)))) return [];
    const holderNumbers = [...new Set(holders.flatMap((holding) => [...holding]))].sort((a, b) => a - b);
    if (holderNumbers.length === 0) return [];
    return numbers
      .filter(({ number }) => sources.some(({ place }) => place.type === 'web' && place.number === number))
      .map(({ number, start }) => ({ part, start, number, holders: holderNumbers }));
  });
}

type Group = { start: number; end: number; numbers: { number: number; start: number }[] };

/** Groups consecutive citations, as in "[1][2]", which belong to the same sentence. */
function citationGroups(text: string): Group[] {
  const groups: Group[] = [];
  for (const match of text.matchAll(CITATION)) {
    const numbers = (match[1] ?? '').split(',').map((number) => ({ number: Number(number), start: match.index }));
    const last = groups.at(-1);
    const end = match.index + match[0].length;
    if (last && /^\s*$/.test(text.slice(last.end, match.index))) {
      last.numbers.push(...numbers);
      last.end = end;
    } else groups.push({ start: match.index, end, numbers });
  }
  return groups;
}

function sentenceStart(text: string, end: number, from: number): number {
  const before = text.slice(from, end).trimEnd();
  const ends = [...before.matchAll(/\n|[.!?…]["'”’»)]*\s+|[。！？][」』”]*/g)].map(
    (match) => match.index + match[0].length,
  );
  return from + (ends.findLast((at) => at < before.length) ?? 0);
}

/** Returns the numbers of the sources that contain a fact. */
function collectSourceNumbers(
  claim: Claim,
  text: string,
  index: SourceIndex,
  sources: readonly ReadText[],
): Set<number> {
  const numbers = new Set<number>();
  sources.forEach(({ place }, source) => {
    if (place.type !== 'web' || numbers.has(place.number)) return;
    if (claim.places.some((each) => each.source === source) || isIn(claim, text, index, source))
      numbers.add(place.number);
  });
  return numbers;
}

/** Whether one source alone contains the fact. A claim lists only some of its places. */
function isIn(claim: Claim, text: string, index: SourceIndex, source: number): boolean {
  const document = index.documents[source];
  if (!document) return false;
  const claimText = text.slice(claim.start, claim.end);
  return checkAnswer(claimText, indexOnly(index)(document)).some(({ state }) => state !== 'not-found');
}

/** Returns, for each index, a function that restricts it to one document. A document may be part of several indexes. */
export const indexOnly = memoize((index: SourceIndex) =>
  memoize((document: SourceDocument): SourceIndex => {
    const isOwn = (indexed: { document: SourceDocument }) => indexed.document === document;
    return {
      ...index,
      documents: [document],
      facts: index.facts.filter(isOwn),
      identifiers: index.identifiers.filter(isOwn),
      values: Float64Array.from(
        index.facts.flatMap((indexed, at) => (isOwn(indexed) ? [index.values[at] ?? Number.NaN] : [])),
      ),
    };
  }),
);
