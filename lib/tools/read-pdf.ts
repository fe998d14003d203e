import * as z from 'zod';
import { defineTool, label, READING_EGRESS, type ToolContext } from '../contracts/index.ts';
import { pdfPart } from '../page-reader/pdf/index.ts';
import { blocksOfView, listPageLinks, numberLinks, numberRange } from '../page-reader/query/index.ts';
import {
  attachedTab,
  formatPageHeader,
  READ_ONLY_ANNOTATIONS,
  readTabSnapshot,
  resultBudget,
  withPdfPages,
} from './page-tool.ts';

export const readPdf = defineTool({
  name: 'read_pdf',
  title: 'Read PDF',
  description:
    'Reads pages of the PDF in this tab, or of one the open page links to.\n' +
    'Long documents come in parts; the end of a part says which pages are next.',
  inputSchema: z.strictObject({
    pages: z.string().optional().describe('Such as "3", "10-20" or "30-". Leave out for the beginning.'),
    link: z.string().optional().describe('The number (L12) or address of a link on the page. Leave out for the tab.'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'file-text',
    countsAs: 'read',
    labels: [{ phrase: 'toolPdfPages', values: { pages: 'pages' } }, { phrase: 'toolPdf' }],
  },
  offer: {
    reads: { type: 'page-text', asksForMainText: ({ link }) => !link },
    askedFor: 'pdf',
    isOffered: (situation) => !situation.model.isSmall || /\.pdf\b|\/pdf\//i.test(situation.pageUrl ?? ''),
  },
  effects: {
    egress: [...READING_EGRESS, 'document'],
    needs: ({ link }, context) => {
      const { tabId } = context;
      if (tabId === null || !link) return { type: 'tab', tabId };
      return { type: 'document', tabId, findUrl: () => linkedUrl(tabId, link, context) };
    },
  },
  async *execute({ pages = '', link = '' }, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressLoadPdf') };
    const url = link === '' ? (await readTabSnapshot(tabId, context)).url : await linkedUrl(tabId, link, context);
    if (url === null) throw new Error(`"${link}" is no link on this page. list_links gives those there are.`);
    const { first, last } = numberRange(pages);
    yield { label: label('progressReadPdf') };
    const reading = yield* withPdfPages(
      (onPdfPage) => context.page.readPdf({ tabId, url, first }, context.signal, onPdfPage),
      (page) => page >= first && page <= last,
    );
    const details = { title: reading.title, url };
    if (reading.pdfPages === null) {
      if (link !== '') throw new Error('The link leads to no PDF. open_page opens pages, if it is offered.');
      const content = `${formatPageHeader(reading)}\n\nThis is no PDF. Use read_page for the open page.`;
      return { content, details, followUp: { toolName: 'read_page', input: {} } };
    }
    const part = pdfPart(reading, { first, last }, resultBudget(context));
    const rest =
      part.next === null
        ? ''
        : `\n\n…${part.rest}; call read_pdf with pages "${part.next}"${link === '' ? '' : ` and link "${link}"`}`;
    const head = `${formatPageHeader(reading)}\nPDF, ${reading.pdfPages} pages`;
    return {
      content: `${head}\n\n${part.text}${rest}`,
      details: { ...details, pages: reading.pdfPages, more: part.next !== null },
    };
  },
});

/**
 * The address of a link on the page, by number, address or text, or null. Other addresses are not allowed, since a
 * model that obeys a page could put text from the conversation into one.
 */
async function linkedUrl(tabId: number, link: string, context: ToolContext): Promise<string | null> {
  const reading = await readTabSnapshot(tabId, context);
  const blocks = blocksOfView(reading, 'whole');
  const links = listPageLinks(blocks, numberLinks(blocks));
  const number = /^\s*L?(\d+)\s*$/i.exec(link)?.[1];
  if (number) return links.find((each) => each.number === Number(number))?.url ?? null;
  const absolute = URL.parse(link.trim(), reading.url)?.href;
  const linkText = link.trim().toLowerCase();
  const byText = links.filter((each) => each.text.trim().toLowerCase() === linkText);
  return (links.find((each) => each.url === absolute) ?? (byText.length === 1 ? byText[0] : null))?.url ?? null;
}
