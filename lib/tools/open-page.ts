import * as z from 'zod';
import { defineTool, label, type PageSnapshot, READING_EGRESS, WebError } from '../contracts/index.ts';
import { blocksOfView, listPageLinks, numberLinks } from '../page-reader/query/index.ts';
import { buildPartOutput, fittingPart, hideCursor, READ_ONLY_ANNOTATIONS, withPdfPages } from './page-tool.ts';
import { createWebOffError } from './web-search.ts';

/** Maximum number of a page's links that are stored with the call. These may be opened next without approval. */
const MAX_LINKS = 300;

export const openPage = defineTool({
  name: 'open_page',
  title: 'Open page',
  description:
    'Loads a page or PDF from the web and gives what fits the question.\n' +
    'Only addresses from web_search, list_links or the user. Cite what you use by its number, as in [2].',
  inputSchema: z.strictObject({
    url: z.string().trim().min(1).max(2_000).describe('The whole address, as it was given.'),
    cursor: z.string().optional().describe('Where to read on, as given at the end of the part before.'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'web',
    icon: 'globe',
    questions: [{ message: 'approveOpen', destination: 'host' }],
    labels: [{ phrase: 'toolOpenPage', host: { argument: 'url' } }, { phrase: 'toolAPage' }],
  },
  offer: { hiddenParameters: (situation) => hideCursor('open_page', situation) },
  effects: {
    optIn: { type: 'web', webEgress: ({ url }) => ({ type: 'address', url }) },
    egress: ['page', 'tab', ...READING_EGRESS],
    sendsTo: ({ url }) => url,
  },
  timeoutMs: 45_000,
  async *execute({ url, cursor }, context) {
    if (context.web === null) throw createWebOffError();
    const { access, typed, within, tab } = context.web;
    yield { label: tab === null ? label('progressOpenPage') : label('progressOpenTab') };
    const request = { url, threadId: context.answer.threadId, typed, tabId: context.tabId };
    const reading =
      tab === null
        ? yield* withPdfPages((onPdfPage) => access.open({ ...request, within }, context.signal, onPdfPage))
        : await access.openInTab({ ...request, ...tab }, context.signal);
    const howToContinue = (next: string) => `call open_page with url "${url}" and cursor "${next}"`;
    if (reading.blocks.every(({ markdown }) => markdown.trim() === ''))
      throw new WebError('needs-browser', 'The page has no text that can be read.');
    const output = cursor
      ? buildPartOutput(reading, { cursor, view: 'main', howToContinue }, context)
      : fittingPart(reading, { question: context.question, howToContinue }, context);
    const content = `${tab === null ? '' : redirectNote(tab.address, reading.url)}${output.content}`;
    return { ...output, content, details: { ...output.details, links: linksOfPage(reading) } };
  },
});

/** A note about a redirect: sites show their login form at another address if the user is not logged in. */
function redirectNote(requestedUrl: string, reached: string): string {
  const normalizePath = (address: string) => URL.parse(address)?.pathname.replace(/\/$/, '');
  if (normalizePath(requestedUrl) === normalizePath(reached)) return '';
  return '[The site led to another of its pages. If that asks for a login, the user has to sign in there in a tab of their own first.]\n\n';
}

function linksOfPage(reading: PageSnapshot): string[] {
  const blocks = blocksOfView(reading, 'whole');
  const isWeb = (url: string) => /^https?:/.test(url) && url.length <= 500;
  return listPageLinks(blocks, numberLinks(blocks))
    .map(({ url }) => url)
    .filter(isWeb)
    .slice(0, MAX_LINKS);
}
