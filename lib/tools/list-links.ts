import * as z from 'zod';
import { defineTool, label, READING_EGRESS, type ToolPreview } from '../contracts/index.ts';
import { blocksOfView, listPageLinks, localUrl, numberLinks, type PageLink } from '../page-reader/query/index.ts';
import {
  attachedTab,
  formatPageHeader,
  hideCursor,
  linesWithinBudget,
  needsOpenPage,
  READ_ONLY_ANNOTATIONS,
  readTabSnapshot,
} from './page-tool.ts';
import { callsToOpen } from './web-search.ts';

/** Maximum number of links shown to the user. */
const MAX_SHOWN = 100;
/** If a filter leaves at most this many pages and the web is on, they are opened without another call. */
const MAX_NAMED = 3;

export const listLinks = defineTool({
  name: 'list_links',
  title: 'List links',
  description:
    'Lists links of the open page with their addresses, those in the main content first.\n' +
    'Resolves link numbers such as L12.',
  inputSchema: z.strictObject({
    filter: z.string().optional().describe('Words in text or address, or numbers: "L12, L15".'),
    cursor: z.string().optional().describe('First link to list, as an earlier list said.'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'link',
    labels: [{ phrase: 'toolLinksThatFit', values: { words: 'filter' } }, { phrase: 'toolLinks' }],
  },
  offer: {
    reads: { type: 'page-details', rank: 1 },
    askedFor: 'links',
    hiddenParameters: (situation) => hideCursor('list_links', situation),
  },
  effects: { egress: READING_EGRESS, needs: needsOpenPage },
  async *execute({ filter = '', cursor = '' }, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressLinks') };
    const reading = await readTabSnapshot(tabId, context);
    const numbers = numberLinks(blocksOfView(reading, 'whole'));
    const main = listPageLinks(reading.blocks, numbers);
    const isMain = new Set(main.map((link) => link.number));
    const others = listPageLinks(blocksOfView(reading, 'whole'), numbers).filter((link) => !isMain.has(link.number));
    const links = [...main, ...others].filter((link) => fits(link, filter));
    const first = /^\s*L?(\d{1,6})\s*$/i.exec(cursor)?.[1];
    const startIndex = links.findIndex((link) => link.number === Number(first));
    const start = Math.max(0, startIndex);
    const note =
      cursor.trim() === '' || startIndex >= 0
        ? []
        : [`Note: there is no link "${cursor.trim().slice(0, 40)}"; this is the beginning of the list.`];
    const lines = linesWithinBudget(
      links
        .slice(start)
        .map(
          ({ number, text, url }) => `L${number} ${text === '' ? '(no text)' : text}: ${localUrl(url, reading.url)}`,
        ),
      context,
    );
    const next = links[start + lines.length];
    const rest = next
      ? [
          `…${links.length - start - lines.length} more; call list_links with the same filter and cursor "L${next.number}"`,
        ]
      : [];
    const what = filter === '' ? `${links.length} links` : `${links.length} links that fit "${filter}"`;
    const about = `${what}. Addresses that begin with / are on ${URL.parse(reading.url)?.origin ?? 'this site'}.`;
    const followUps = filter.trim() === '' ? [] : await callsToOpen(namedPages(links, reading.url), context);
    if (followUps.length > 0) rest.push('These pages are opened now; their texts follow.');
    const content = [[formatPageHeader(reading), ...note, about].join('\n'), lines.join('\n'), ...rest]
      .filter((text) => text !== '')
      .join('\n\n');
    const items = links.slice(start, start + Math.min(lines.length, MAX_SHOWN)).map(({ text, url }) => ({ text, url }));
    const preview: ToolPreview = { kind: 'links', items };
    return {
      content,
      details: { title: reading.title, url: reading.url, links: links.length, more: next !== undefined, preview },
      followUps,
    };
  },
});

/** The other pages to which these links lead. Empty if there are too many. */
function namedPages(links: readonly PageLink[], here: string): { url: string }[] {
  const page = (url: string) => url.split('#')[0];
  const urls = links.map(({ url }) => url).filter((url) => /^https?:/.test(url) && page(url) !== page(here));
  const distinctPages = [...new Map(urls.map((url) => [page(url), { url }])).values()];
  return distinctPages.length > MAX_NAMED ? [] : distinctPages;
}

function fits({ number, text, url }: PageLink, filter: string): boolean {
  const numbers = filter.match(/\bL\d+\b/gi);
  if (numbers) return numbers.some((each) => each.toUpperCase() === `L${number}`);
  const place = `${text} ${url}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => place.includes(word));
}
