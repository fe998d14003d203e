/** A page that was opened on the web and read, with the number answers cite it by. `texts`: what was read of it. */
export type WebSource = { number: number; url: string; title: string; texts: readonly string[] };

/** `[2]` or `[1, 3]`, as answers cite sources. */
export const CITATION = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/g;

/** The sources an answer cites, in the order of their numbers; `opened` where it cites none. */
export function citedSources(
  answer: string,
  sources: readonly WebSource[],
  opened: readonly WebSource[] = [],
): readonly WebSource[] {
  const numbers = new Set([...answer.matchAll(CITATION)].flatMap(([, list = '']) => list.split(',').map(Number)));
  const cited = sources.filter(({ number }) => numbers.has(number));
  return cited.length > 0 ? cited : opened;
}
