import './facts.css';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type AnswerCheck, type CheckedFact, type DoubtfulCitation, isDoubtful } from '../../lib/contracts/index.ts';
import { type AnswerToken, placeTexts, type TextPiece } from '../../lib/documents/index.ts';
import { cleanText, decodeHtmlEntities } from '../../lib/text/index.ts';
import { factState } from './fact-words.ts';

/** The facts of the answer that is shown. Null while it is not checked. */
export const AnswerFacts = createContext<AnswerCheck | null>(null);

/**
 * A fact in the text of a token, from one character to before another one. `isStart`: whether the fact begins there.
 */
type LeafFact = { from: number; to: number; fact: number; isStart: boolean };
export type LeafMarks = { facts: readonly LeafFact[]; citations: readonly (DoubtfulCitation & { at: number })[] };

const NO_MARKS: LeafMarks = { facts: [], citations: [] };

/** The marks of the texts of one answer, by token. Only texts read this context, so blocks are not rendered again. */
export const MarksOfTokens = createContext<ReadonlyMap<object, LeafMarks>>(new Map());

/** Returns the marks of a token that is rendered as `displayText`. `raw` is its text in the Markdown. */
export function useMarks(token: { raw: string }, displayText: string, raw = token.raw): LeafMarks {
  const marks = useContext(MarksOfTokens).get(token) ?? NO_MARKS;
  return marks === NO_MARKS || displayText === raw ? marks : fitMarks(marks, raw, displayText);
}

/**
 * Entities are rendered as their characters, and invisible characters are not rendered, so facts are located again by
 * their text.
 */
function fitMarks(marks: LeafMarks, raw: string, displayText: string): LeafMarks {
  let after = 0;
  const facts = marks.facts.flatMap((fact) => {
    const text = cleanText(decodeHtmlEntities(raw.slice(fact.from, fact.to)));
    const from = displayText.indexOf(text, after);
    if (from < 0) return [];
    after = from + text.length;
    return [{ ...fact, from, to: after }];
  });
  return { facts, citations: [] };
}

const NONE: ReadonlyMap<object, LeafMarks> = new Map();

/** Returns the marks of a text of the answer. There are none until it is checked and completely rendered. */
export function useTokenMarks(tokens: readonly AnswerToken[], text: string, isWhole: boolean) {
  const check = useContext(AnswerFacts);
  return useMemo(() => {
    const part = check?.parts.indexOf(text) ?? -1;
    return check === null || part < 0 || !isWhole ? NONE : placeMarks(check, part, tokens, text);
  }, [check, tokens, text, isWhole]);
}

function placeMarks(
  check: AnswerCheck,
  part: number,
  tokens: readonly AnswerToken[],
  text: string,
): ReadonlyMap<object, LeafMarks> {
  const facts = check.facts.flatMap((fact, index) => (fact.part === part ? [{ ...fact, index }] : []));
  const citations = check.citations.filter((citation) => citation.part === part);
  const marks = new Map<object, LeafMarks>();
  const begun = new Set<number>();
  // Facts and parts of the text are in the same order.
  let first = 0;
  for (const [token, pieces] of placeTexts(tokens, text)) {
    const leaf: { facts: LeafFact[]; citations: (DoubtfulCitation & { at: number })[] } = { facts: [], citations: [] };
    for (const piece of pieces) {
      const end = piece.offset + piece.length;
      while ((facts[first]?.end ?? Number.POSITIVE_INFINITY) <= piece.offset) first += 1;
      for (let next = first; (facts[next]?.start ?? end) < end; next += 1) {
        const fact = facts[next];
        if (!fact || (leaf.facts.at(-1)?.to ?? 0) > toLeaf(piece, fact.start)) continue;
        leaf.facts.push({
          from: toLeaf(piece, fact.start),
          to: toLeaf(piece, fact.end),
          fact: fact.index,
          isStart: !begun.has(fact.index),
        });
        begun.add(fact.index);
      }
      for (const citation of citations)
        if (citation.start >= piece.offset && citation.start < end)
          leaf.citations.push({ ...citation, at: toLeaf(piece, citation.start) });
    }
    if (leaf.facts.length > 0 || leaf.citations.length > 0) marks.set(token, leaf);
  }
  return marks;
}

function toLeaf({ at, offset, length }: TextPiece, place: number): number {
  return at + Math.max(0, Math.min(length, place - offset));
}

type FactTextProps = {
  text: string;
  /** Where it begins in the text of its token. */
  from?: number;
  marks: LeafMarks;
};

/** Text in which the facts are marked. */
export function FactText({ text, from = 0, marks }: FactTextProps): ReactNode {
  const check = useContext(AnswerFacts);
  const facts = marks.facts.filter((fact) => fact.from < from + text.length && fact.to > from);
  if (check === null || facts.length === 0) return text;
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { fact: index, isStart, ...place } of facts) {
    const start = Math.max(at, place.from - from);
    const end = Math.min(text.length, place.to - from);
    const fact = check.facts[index];
    if (!fact || end <= start) continue;
    pieces.push(text.slice(at, start));
    pieces.push(
      isStart ? (
        // biome-ignore lint/a11y/useSemanticElements: a button would be a box that no line breaks in
        <span
          key={index}
          role="button"
          className="fact"
          tabIndex={index === firstStop(check) ? 0 : -1}
          data-fact={index}
          data-state={fact.state}
          aria-description={describeFact(fact)}
        >
          {text.slice(start, end)}
        </span>
      ) : (
        <span key={index} className="fact" data-fact={index} data-state={fact.state}>
          {text.slice(start, end)}
        </span>
      ),
    );
    at = end;
  }
  return [...pieces, text.slice(at)];
}

/** Returns the fact at which the Tab key stops: the first doubtful one. Arrow keys move from there to the others. */
function firstStop({ facts }: AnswerCheck): number {
  return Math.max(0, facts.findIndex(isDoubtful));
}

function describeFact({ state, places: [place] }: CheckedFact): string {
  return place === undefined ? factState(state) : `${factState(state)}: ${place.text}`;
}
