import * as z from 'zod';
import {
  appendOutput,
  defineTool,
  label,
  type OpenPage,
  type OpenPages,
  type TabPassage,
  type ToolContext,
  type ToolOutputDelta,
  type ToolPreview,
} from '../contracts/index.ts';
import { withReports } from '../control-flow/index.ts';
import { rankPassages } from '../page-reader/query/index.ts';
import { cutOutsideSecrets } from '../security/index.ts';
import { linesWithinBudget, READ_ONLY_ANNOTATIONS } from './page-tool.ts';

const MAX_QUERY = 400;
const MAX_PASSAGES = 8;
const MAX_OF_TAB = 2;

export const searchTabs = defineTool({
  name: 'search_tabs',
  title: 'Search tabs',
  description: "Searches the text of the user's open tabs.\nGives passages with the id that read_tab needs.",
  inputSchema: z.strictObject({
    query: z.string().trim().min(1).max(MAX_QUERY).describe('What to look for, in a few words.'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'own-data',
    icon: 'panels-top-left',
    countsAs: 'search',
    labels: [{ phrase: 'toolSearchTabs', values: { words: 'query' } }, { phrase: 'toolOwnTabs' }],
  },
  offer: { reads: { type: 'other-tabs' } },
  effects: { optIn: { type: 'own-data', kind: 'tabs' } },
  async *execute({ query }, context) {
    yield { label: label('progressSearchTabs') };
    const { pages, searched, leftOut } = yield* pagesAsRead(query, context);
    const ranked = rankPassages(pages, query, { limit: MAX_PASSAGES, ofEach: MAX_OF_TAB });
    const lines = linesWithinBudget(
      ranked.map(({ document: { tabId, title, url }, text, path }) => {
        const place = path.length > 0 ? `, under "${cutOutsideSecrets(path.join(' > '), 150)}"` : '';
        return `- tab_id ${tabId}: "${cutOutsideSecrets(title, 150)}" (${cutOutsideSecrets(url, 300)})${place}:\n${text}`;
      }),
      context,
    );
    const hits = ranked.slice(0, lines.length).map(({ document, text }) => toTabPassage(document, text));
    const resultTexts =
      lines.length > 0 ? lines : ['Nothing in the tabs that were searched fits. Try other words, or say so.'];
    const preview: ToolPreview = { kind: 'tabs', items: hits };
    const tabs = [...new Map(hits.map(({ tabId, url }) => [tabId, { tabId, url }])).values()];
    const best = lines.length === 0 ? undefined : ranked[0]?.document;
    const canReadBest = best?.isLoaded === true && best.tabId !== context.tabId;
    return {
      content: [...resultTexts, searchedNote(searched, leftOut)].join('\n\n'),
      details: { tabs, hits: hits.length, ...(best === undefined ? {} : { preview }) },
      // The model already has the page of the run, or reads it with read_page.
      ...(canReadBest ? { followUp: { toolName: 'read_tab', input: { tab_id: best.tabId, about: query } } } : {}),
    };
  },
});

/**
 * Reads the tabs. Yields the matches in each as it is read. The best overall are only known once all have been read.
 */
function pagesAsRead(query: string, { page, signal }: ToolContext): AsyncGenerator<ToolOutputDelta, OpenPages> {
  return withReports(
    (report: (items: TabPassage[]) => void) =>
      page.openPages(query, signal, (open) => {
        const items = rankPassages([open], query, { limit: MAX_OF_TAB, ofEach: MAX_OF_TAB });
        if (items.length > 0) report(items.map(({ document, text }) => toTabPassage(document, text)));
      }),
    (before: ToolOutputDelta | null, items) => appendOutput(before, { kind: 'tabs', items }),
  );
}

function toTabPassage({ tabId, title, url }: OpenPage, text: string): TabPassage {
  return { tabId, title, url, text };
}

function searchedNote(searched: number, leftOut: number): string {
  const rest =
    leftOut === 0
      ? ''
      : `; ${leftOut} more were not, because they sleep, or the user or the browser does not let them be searched`;
  return `[${searched} tabs were searched${rest}.]`;
}
