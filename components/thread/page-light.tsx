import { createContext, type RefObject, useContext, useEffect } from 'react';
import type { AnswerCheck, AnswerFact, FactPlace } from '../../lib/contracts/index.ts';

/** Highlights places on the page while they are pointed at in the panel. An empty list turns that off. */
export type LightUp = (places: readonly FactPlace[]) => void;

/** Null if there is no page, or the setting is off. */
export const PageLight = createContext<LightUp | null>(null);

/** The facts whose sentence on the page is pointed at. */
export const PointedFacts = createContext<readonly AnswerFact[]>([]);

const TARGETS = '[data-fact], [data-listed-fact], [data-passage], tr';

/**
 * Returns the places of what is pointed at or has the focus in an answer: a fact, all facts in a row of a table, a
 * quotation, or the passage of a source that a citation relies on.
 */
export function placesAt(target: EventTarget | null, check: AnswerCheck | null, runId: string): readonly FactPlace[] {
  const element = target instanceof Element ? target.closest<HTMLElement>(TARGETS) : null;
  if (element === null) return [];
  const { fact, listedFact, passage, source } = element.dataset;
  if (passage !== undefined) {
    const place = source === undefined ? { type: 'page' as const, runId } : { type: 'web' as const, number: +source };
    return [{ text: passage, before: '', after: '', title: '', place }];
  }
  const own = fact ?? listedFact;
  const indexes =
    own === undefined
      ? [...element.querySelectorAll<HTMLElement>('[data-fact]')].map(({ dataset }) => dataset.fact)
      : [own];
  return [...new Set(indexes)].flatMap((index) => check?.facts[Number(index)]?.places ?? []);
}

/**
 * Marks the facts of an answer whose sentence on the page is pointed at. Renders nothing, so that no answer is rendered
 * again.
 */
export function PointedFactMarks({ answer, messageId }: { answer: RefObject<HTMLElement | null>; messageId: string }) {
  const pointed = useContext(PointedFacts);
  useEffect(() => {
    const marks = pointed.flatMap((each) =>
      each.messageId === messageId
        ? [...(answer.current?.querySelectorAll(`[data-fact="${each.fact}"], [data-listed-fact="${each.fact}"]`) ?? [])]
        : [],
    );
    for (const mark of marks) mark.setAttribute('data-lit', '');
    return () => {
      for (const mark of marks) mark.removeAttribute('data-lit');
    };
  }, [pointed, answer, messageId]);
  return null;
}
