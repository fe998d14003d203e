import type { ClaimDraft } from './claim.ts';
import { isSameDate, isSameTime, readMinutesOfDay, saysAsMuch } from './compare-dates.ts';
import { isConvertedFigure, isFigure, isSameFigure, measuresSameKind } from './compare-figures.ts';
import { findComputation } from './computations.ts';
import { type ContextWord, contextOfFact, scoreContext } from './context.ts';
import type { FactChecker } from './fact-checker.ts';
import type { Fact, Figure } from './facts.ts';
import { squeeze } from './identifiers.ts';
import type { ReadableText } from './readable-text.ts';
import type { IndexedFact, Place, SourceIndex } from './source-index.ts';
import { isSameWord, listWords } from './vocabulary.ts';

const MAX_PLACES = 5;

/** Looks a fact up in the sources. Null where it is no claim. */
export function checkFact(fact: Fact, checker: FactChecker): ClaimDraft | null {
  const { index } = checker;
  const matches = listComparable(fact, index).filter((indexed) => isMatch(fact, indexed, checker));
  const kind = fact.type === 'figure' ? 'figure' : fact.type === 'identifier' ? 'identifier' : 'date';
  const draft = { start: fact.start, end: fact.end, kind } as const;
  if (matches.length > 0) {
    const owner = findOwner(fact, matches, checker);
    return { ...draft, state: owner.isOther ? 'not-found' : 'found', places: owner.places };
  }
  if (fact.type === 'identifier') {
    const places = findText(fact, checker);
    return { ...draft, state: places.length > 0 ? 'found' : 'not-found', places };
  }
  const converted = index.facts.filter(
    (indexed) => fact.type === 'figure' && isFigure(indexed) && isConvertedFigure(fact, indexed),
  );
  if (converted.length > 0) return { ...draft, state: 'computed', places: listPlaces(converted) };
  const operands = findComputation(fact, checker);
  if (operands) return { ...draft, state: 'computed', places: listPlaces(operands) };
  return { ...draft, state: 'not-found', places: [] };
}

/** The facts that can be the same, chosen by what is fast to compare. */
function listComparable(fact: Fact, { facts, identifiers, values }: SourceIndex): readonly IndexedFact[] {
  if (fact.type === 'identifier') return identifiers;
  if (fact.type !== 'figure')
    return facts.filter((indexed) => indexed.fact.type === fact.type || indexed.fact.type === 'figure');
  const near: IndexedFact[] = [];
  const least = Math.min(...fact.values) * 0.5;
  const most = Math.max(...fact.values) * 1.5;
  facts.forEach((indexed, number) => {
    const value = values[number] ?? 0;
    // Without one value of its own, a fact is compared in any case.
    if (Number.isNaN(value) || (value >= least && value <= most)) near.push(indexed);
  });
  return near;
}

function isMatch(fact: Fact, indexed: IndexedFact, checker: FactChecker): boolean {
  const { answer } = checker;
  switch (fact.type) {
    case 'figure':
      if (isFigure(indexed)) return isSameFigure(fact, indexed) && !isOfOtherNoun(fact, indexed, checker);
      if (indexed.fact.type === 'time') return isSameTime(indexed.fact, { fact, text: checker.answer.text });
      return isPartOfDate(fact, indexed);
    case 'date':
      return isSameDate(fact, indexed);
    case 'time':
      return isSameTime(fact, { fact: indexed.fact, text: indexed.document.readable.text });
    case 'identifier':
      return (
        indexed.fact.type === 'identifier' &&
        isSameIdentifier(fact.form, squeeze(answer.text.slice(fact.start, fact.end)), squeezeSource(indexed))
      );
    default:
      return fact satisfies never;
  }
}

const LENGTH_OF_NOUN = 30;
/** Larger figures are seldom met by chance. */
const MAX_OF_CHANCE = 100;

/** "10 people" for "10 years": a number without a unit that counts something else where the language is the same. */
function isOfOtherNoun(
  { measure }: Figure,
  { fact, passage, document }: IndexedFact,
  { lexicon }: FactChecker,
): boolean {
  if ((fact.type === 'figure' ? (fact.values[0] ?? 0) : 0) > MAX_OF_CHANCE) return false;
  if (measure?.type !== 'unit' || fact.type !== 'figure' || fact.measure || passage.table >= 0) return false;
  if (document.language !== lexicon.language || lexicon.isUnspaced) return false;
  const after = document.readable.text.slice(fact.end, fact.end + LENGTH_OF_NOUN).split(/[.,;:!?()\n]/)[0] ?? '';
  const nouns = [...after.matchAll(/[\p{L}\p{M}]{3,}/gu)];
  return (
    nouns.length > 0 &&
    !document.lexicon.functionWords.has(/^\s?([\p{L}\p{M}]+)/u.exec(after)?.[1]?.toLowerCase() ?? '') &&
    !nouns.some((noun) => document.lexicon.measures.match(after, noun.index)) &&
    !/[°%$€£'"]/.test(after)
  );
}

/** "the 14th" and "in 2024 Ausgaben": a number alone can be the day or the year of a date. */
function isPartOfDate(figure: Figure, { fact }: IndexedFact): boolean {
  if (fact.type !== 'date' || figure.magnitude > 1 || figure.hasDecimals) return false;
  const value = figure.values[0] ?? 0;
  if (figure.measure) return false;
  return fact.readings.some(({ year, day }) => (value > 31 ? year === value : figure.isOrdinal && day === value));
}

const squeezed = new WeakMap<IndexedFact, string>();

function squeezeSource(indexed: IndexedFact): string {
  let text = squeezed.get(indexed);
  if (text === undefined) {
    text = squeeze(indexed.document.readable.text.slice(indexed.fact.start, indexed.fact.end));
    squeezed.set(indexed, text);
  }
  return text;
}

function isSameIdentifier(form: string, a: string, b: string): boolean {
  if (a === b) return true;
  if (form !== 'phone') return false;
  const [x, y] = [a.replace(/\D/g, '').replace(/^0+/, ''), b.replace(/\D/g, '').replace(/^0+/, '')];
  return Math.min(x.length, y.length) >= 6 && (x.endsWith(y) || y.endsWith(x));
}

/** Identifiers can have forms that are none in the source: "Airbus A 320", "version 2.4" in a list of numbers. */
function findText(fact: Fact, { answer, index }: FactChecker): Place[] {
  const claim = answer.text
    .slice(fact.start, fact.end)
    .toLowerCase()
    .replace(/^v\.?(?=\d)/, '');
  const parts = claim.match(/\p{L}+|\d+|[.@]/gu) ?? [];
  if (parts.length === 0) return [];
  const escapePart = (part: string) => part.replace(/[.]/g, '\\.');
  const pattern = new RegExp(
    `(?<![\\p{L}\\d]|\\d\\.)v?${parts.map(escapePart).join('[-_/ :?=&()+]{0,3}')}(?![\\p{L}\\d]|\\.\\d)`,
    'giu',
  );
  const places: Place[] = [];
  for (const document of index.documents) {
    const match = pattern.exec(document.lower);
    pattern.lastIndex = 0;
    const passage = match && document.passages.find(({ end }) => match.index < end);
    if (passage) places.push(passage.place);
  }
  return places;
}

/**
 * Only words that one of two places has tell whose the fact is. Those of another place have to weigh more than those of the places where
 * the claimed fact is, by this ratio and this much at least. Higher values flag fewer misattributed facts and fewer true ones.
 */
const OWNER = { ratio: 2, minWeight: 1.2, minWords: 2, ratioInTable: 1.5, minWeightInTable: 0.6 };
/** A word tells whose a fact is if at most this share of the passages has it. */
const MAX_SHARE_OF_DISTINCTIVE_WORD = 0.25;
const MAX_PASSAGES_OF_DISTINCTIVE_WORD = 40;
const MAX_CANDIDATES = 60;

/** Decides whether the fact belongs to what the answer says, or to something else: another row, another name. */
function findOwner(
  fact: Fact,
  matches: readonly IndexedFact[],
  checker: FactChecker,
): { isOther: boolean; places: Place[] } {
  const { index, contexts } = checker;
  const words = contexts.around(fact.start, fact.end, fact.type === 'identifier');
  const scored = matches
    .map((match) => ({ match, score: scoreContext(words, contextOfFact(match), index) }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.match;
  const places = listPlaces(scored.map(({ match }) => match));
  // What a heading says is said of all below it.
  if (matches.some(({ passage, document }) => document.readable.blocks[passage.block]?.kind === 'heading'))
    return { isOther: false, places };
  if (!best) return { isOther: false, places };
  const distinctive = words.filter(({ ids }) => ids.some((id) => isDistinctive(id, index)));
  const matchSet = new Set(matches);
  const companions = findCompanions(fact, checker);
  const context = contextOfFact(best);
  // A row that the answer names has its own figures, whatever the text around the table says in the same words.
  const isOwnRow = distinctive.some(
    ({ ids, weight }) => weight >= 0.4 && ids.some((id) => best.passage.labels.has(id)),
  );
  for (const rival of listCandidates(distinctive, context, index)) {
    if (matchSet.has(rival) || !isRival(fact, rival, checker)) continue;
    const isInTable = areParallel(best, rival);
    const own = weighOwnWords(
      distinctive,
      contextOfFact(rival),
      context,
      index,
      pickLabels(rival, isInTable ? best : null),
    );
    if (own.total < (isInTable ? OWNER.minWeightInTable : OWNER.minWeight)) continue;
    if (isInTable && namesOnlyRow(words, best, rival)) continue;
    if (!isInTable && (own.count < OWNER.minWords || isOwnRow)) continue;
    const others = weighOwnWords(words, context, contextOfFact(rival), index, null);
    if (own.total < others.total * (isInTable ? OWNER.ratioInTable : OWNER.ratio)) continue;
    if (companions.some((companion) => isMatch(companion, rival, checker))) continue;
    return { isOther: true, places };
  }
  return { isOther: false, places };
}

/** Whether the words next to the claim name its row and not the other one. Those further away belong to the facts there. */
function namesOnlyRow(words: readonly ContextWord[], { passage: own }: IndexedFact, { passage: other }: IndexedFact) {
  const near = words.filter(({ weight }) => weight >= 1);
  const names = (labels: ReadonlySet<number>, others: ReadonlySet<number>) =>
    near.some(({ ids }) => ids.some((id) => labels.has(id)) && !ids.some((id) => others.has(id)));
  return own.row !== other.row && names(own.labels, other.labels) && !names(other.labels, own.labels);
}

function isDistinctive(id: number, index: SourceIndex): boolean {
  return (
    (index.vocabulary.frequencies[id] ?? 0) <=
    Math.max(2, Math.min(MAX_PASSAGES_OF_DISTINCTIVE_WORD, index.passageCount * MAX_SHARE_OF_DISTINCTIVE_WORD))
  );
}

/** The facts beside distinctive words that are not beside the match, those with the heaviest words first. */
function listCandidates(
  words: readonly ContextWord[],
  match: ReadonlyMap<number, number>,
  index: SourceIndex,
): IndexedFact[] {
  const { byWord, weights } = wordIndex(index);
  const touched: number[] = [];
  for (const { ids, weight } of words) {
    if (ids.some((id) => match.has(id))) continue;
    for (const id of ids) {
      if (!isDistinctive(id, index)) continue;
      const share = weight * (index.weights[id] ?? 0);
      for (const number of byWord.get(id) ?? []) {
        if (weights[number] === 0) touched.push(number);
        weights[number] = (weights[number] ?? 0) + share;
      }
    }
  }
  const candidates = touched
    .filter((number) => (weights[number] ?? 0) >= OWNER.minWeightInTable)
    .sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))
    .slice(0, MAX_CANDIDATES)
    .flatMap((number) => index.facts[number] ?? []);
  for (const number of touched) weights[number] = 0;
  return candidates;
}

/** The numbers of the facts beside each word, and room for a weight of each fact, which is zero between uses. */
type WordIndex = { byWord: Map<number, number[]>; weights: Float64Array };

const wordIndexes = new WeakMap<SourceIndex, WordIndex>();

function wordIndex(index: SourceIndex): WordIndex {
  let cachedIndex = wordIndexes.get(index);
  if (!cachedIndex) {
    const byWord = new Map<number, number[]>();
    index.facts.forEach((indexed, number) => {
      for (const [word, weight] of contextOfFact(indexed)) {
        if (weight < 0.6 || !isDistinctive(word, index)) continue;
        const numbers = byWord.get(word);
        if (numbers) numbers.push(number);
        else byWord.set(word, [number]);
      }
    });
    cachedIndex = { byWord, weights: new Float64Array(index.facts.length) };
    wordIndexes.set(index, cachedIndex);
  }
  return cachedIndex;
}

/** Whether two facts are in one row or one column of a table. */
function areParallel({ passage: a, document }: IndexedFact, { passage: b, document: other }: IndexedFact): boolean {
  return a.table >= 0 && document === other && a.table === b.table && (a.column === b.column || a.row === b.row);
}

/** The words that say whose a cell is: of its row, or of its column where the other fact is in the same row. Null outside of tables. */
function pickLabels({ passage }: IndexedFact, match: IndexedFact | null): ReadonlySet<number> | null {
  if (passage.table < 0) return null;
  return match && match.passage.row === passage.row ? passage.headers : passage.labels;
}

/** The weight of the answer's words that are beside one fact and not beside the other. */
function weighOwnWords(
  words: readonly ContextWord[],
  context: ReadonlyMap<number, number>,
  other: ReadonlyMap<number, number>,
  index: SourceIndex,
  labels: ReadonlySet<number> | null,
): { total: number; count: number } {
  let total = 0;
  let count = 0;
  for (const { ids, weight } of words) {
    if (ids.some((id) => (other.get(id) ?? 0) > 0)) continue;
    let best = 0;
    for (const id of ids) {
      if (labels && !labels.has(id)) continue;
      best = Math.max(best, (context.get(id) ?? 0) * (index.weights[id] ?? 0));
    }
    total += best * weight;
    if (best > 0 && weight >= 0.4) count += 1;
  }
  return { total, count };
}

/** The other facts of the sentence: where it names both, it compares them, and which is whose cannot be told. */
function findCompanions(fact: Fact, { facts, contexts }: FactChecker): Fact[] {
  const sentence = contexts.sentenceAt(fact.start);
  return facts.filter((other) => other !== fact && other.start >= sentence.start && other.end <= sentence.end);
}

function isRival(fact: Fact, rival: IndexedFact, { answer }: FactChecker): boolean {
  switch (fact.type) {
    case 'figure':
      if (!isFigure(rival) || rival.fact.isOrdinal !== fact.isOrdinal || !measuresSameKind(fact, rival)) return false;
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

/** Whether two figures count the same: the words after them are forms of one. */
export function isSameNoun(a: Figure, textA: ReadableText, b: Figure, textB: ReadableText): boolean {
  const [x, y] = [nounAfter(a, textA), nounAfter(b, textB)];
  return x !== undefined && y !== undefined && isSameWord(x, y);
}

function nounAfter({ end }: Figure, { text }: ReadableText): string | undefined {
  return listWords(text.slice(end, end + 30))[0];
}

function listPlaces(facts: readonly IndexedFact[]): Place[] {
  const places = new Map(facts.map(({ passage }) => [`${passage.place.source}:${passage.place.start}`, passage.place]));
  return [...places.values()].slice(0, MAX_PLACES);
}
