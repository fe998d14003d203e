import * as z from 'zod';
import {
  defineTool,
  label,
  READING_EGRESS,
  Recency,
  type SearchResult,
  type ToolContext,
  type ToolOutput,
  type ToolPreview,
  WebError,
} from '../contracts/index.ts';
import { cutOutsideSecrets } from '../security/index.ts';
import { READ_ONLY_ANNOTATIONS } from './page-tool.ts';

/** Maximum number of results for the model. */
const MAX_RESULTS = 8;
/** How many of the best results are opened without asking the model. */
const MAX_OPENED = 3;
const MAX_QUERY = 400;
/** Maximum characters kept of a title and of a snippet. */
const MAX_TITLE = 200;
const MAX_SNIPPET = 500;

export const webSearch = defineTool({
  name: 'web_search',
  title: 'Web search',
  description:
    'Searches the web and opens the best results by itself.\n' +
    'Use the words of the question; send nothing else of the page or the chat.',
  inputSchema: z.strictObject({
    query: z.string().trim().min(1).max(MAX_QUERY).describe('What to search for, in a few words.'),
    site: z.string().optional().describe('Only pages of this host, such as "example.org".'),
    recency: Recency.optional().describe('Only pages of the last day, week, month or year.'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'web',
    icon: 'search',
    questions: [
      { message: 'approveSearchOn', destination: 'engine', values: { words: 'query', site: 'site' } },
      { message: 'approveSearch', destination: 'engine', values: { words: 'query' } },
    ],
    labels: [{ phrase: 'toolWebSearch', values: { words: 'query' } }, { phrase: 'toolTheWeb' }],
  },
  effects: {
    optIn: {
      type: 'web',
      webEgress: ({ query, site = '' }) => ({ type: 'query', query, site: parseSiteHost(site) }),
      inputTelling: ({ query, site }) => (site === '' ? { query } : { query, site }),
    },
    egress: ['search', 'tab', ...READING_EGRESS],
    sendsTo: async (_input, { web }) => (await web?.access.searchAddress()) ?? null,
  },
  timeoutMs: 20_000,
  async *execute({ query, site = '', recency }, context) {
    const { web, signal } = context;
    if (web === null) throw createWebOffError();
    yield { label: label('progressSearchWeb') };
    const search = { query, site: parseSiteHost(site), recency: recency ?? null };
    const rawResults = await web.access.search(search, signal, context.tabId);
    // The texts come from an engine or its page, and may contain invisible characters.
    const results = rawResults.slice(0, MAX_RESULTS).map(({ title, snippet, ...rest }) => ({
      ...rest,
      title: cutOutsideSecrets(title, MAX_TITLE),
      snippet: cutOutsideSecrets(snippet, MAX_SNIPPET),
    }));
    const details = { engine: await web.access.searchAddress(), results };
    if (results.length === 0) return { content: 'No results. Try other words, or answer without.', details };
    const followUps = await callsToOpen(results, context);
    const next =
      followUps.length > 0
        ? 'The first of these pages are opened now; their texts follow. open_page opens others.'
        : 'No page could be opened: the user has not allowed that yet in the settings, under Web search. Say so; what stands here are only excerpts.';
    const preview: ToolPreview = { kind: 'results', items: results };
    return {
      content: `${results.map(resultText).join('\n\n')}\n\n${next}`,
      details: { ...details, preview },
      followUps,
    };
  },
});

/** The calls that open the first of these pages, if the web is on and the user allows them to be opened. */
export async function callsToOpen(
  pages: readonly { url: string }[],
  { web }: ToolContext,
): Promise<NonNullable<ToolOutput['followUps']>> {
  if (web === null) return [];
  const allowedUrls = await Promise.all(pages.map(async ({ url }) => (await web.access.mayOpen(url)) && url));
  const urlsToOpen = allowedUrls.filter((url) => url !== false).slice(0, MAX_OPENED);
  return urlsToOpen.map((url) => ({ toolName: 'open_page', input: { url } }));
}

function resultText({ title, url, snippet, date }: SearchResult): string {
  return [`- ${title}${date === '' ? '' : ` (${date})`}`, `  ${url}`, ...(snippet === '' ? [] : [`  ${snippet}`])].join(
    '\n',
  );
}

/** The host of the site that a model specified, or '' for none. */
function parseSiteHost(site: string): string {
  const text = site.trim().replace(/^site:/i, '');
  if (text === '') return '';
  return URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)?.hostname ?? '';
}

export function createWebOffError(): WebError {
  return new WebError('no-search-engine', 'The web is switched off in this chat.');
}
