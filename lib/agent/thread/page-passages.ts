import {
  type AnswerCheck,
  type AnswerFact,
  type FactPlace,
  MAX_WATCHED_PASSAGES,
  type PagePassage,
  type ReadPlace,
  type ThreadState,
  type WebSource,
} from '../../contracts/index.ts';
import { allowedSites, parseOrigin, withoutFragment } from '../../security/index.ts';

/** A tab as the browser reveals it. `url` is '' while it is hidden. */
type ShownTab = { tabId: number; url: string };

/** The passages that contain facts of answers, and the facts of each. */
export type FactPassages = { passages: readonly PagePassage[]; facts: readonly (readonly AnswerFact[])[] };

const NO_PASSAGES: FactPassages = { passages: [], facts: [] };

/**
 * Whether a tab shows the page on which a text was read: the tab of the run while it shows a site that the run may
 * read, or the page of a source. What an imported chat says about tabs does not count.
 */
export function isPlaceInTab(
  place: ReadPlace,
  { messages, imported }: Pick<ThreadState, 'messages' | 'imported'>,
  sources: readonly WebSource[],
  tab: ShownTab,
): boolean {
  if (tab.url === '') return false;
  if (place.type === 'web') {
    const source = sources.find(({ number }) => number === place.number);
    return source !== undefined && withoutFragment(source.url) === withoutFragment(tab.url);
  }
  if (place.type !== 'page' || imported.has(place.runId)) return false;
  const run = messages.find(({ messageId }) => messageId === place.runId);
  if (run?.role !== 'assistant' || run.tabId !== tab.tabId) return false;
  return allowedSites(run).has(parseOrigin(tab.url) ?? '');
}

/** Returns where the facts of the checked answers are on the page of a tab, those of the newest answers first. */
export function listFactPassages(
  checks: ReadonlyMap<string, AnswerCheck | null>,
  thread: Pick<ThreadState, 'messages' | 'imported'>,
  sources: readonly WebSource[],
  tab: ShownTab,
): FactPassages {
  const found = new Map<string, { passage: PagePassage; facts: AnswerFact[] }>();
  const isInTab = rememberPlaces((place) => isPlaceInTab(place, thread, sources, tab));
  for (const { messageId } of thread.messages.toReversed()) {
    for (const [fact, { places }] of checks.get(messageId)?.facts.entries() ?? []) {
      for (const { place, text, before, after } of places) {
        if (!isInTab(place)) continue;
        const key = [text, before, after].join('\n');
        const entry = found.get(key) ?? { passage: { text, before, after }, facts: [] };
        entry.facts.push({ messageId, fact });
        found.set(key, entry);
      }
    }
  }
  if (found.size === 0) return NO_PASSAGES;
  const entries = [...found.values()].slice(0, MAX_WATCHED_PASSAGES);
  return { passages: entries.map(({ passage }) => passage), facts: entries.map(({ facts }) => facts) };
}

/** The facts of an answer share few places. */
function rememberPlaces(isInTab: (place: ReadPlace) => boolean): (place: FactPlace['place']) => boolean {
  const known = new Map<ReadPlace, boolean>();
  return (place) => {
    const answer = known.get(place) ?? isInTab(place);
    known.set(place, answer);
    return answer;
  };
}
