import * as z from 'zod';
import {
  defineTool,
  label,
  type PageSnapshot,
  READING_EGRESS,
  type ToolContext,
  type ToolOutput,
} from '../contracts/index.ts';
import {
  blocksOfView,
  listPageLinks,
  numberLinks,
  type PageLink,
  tableText,
  tableTitle,
} from '../page-reader/query/index.ts';
import { attachedTab, needsOpenPage, READ_ONLY_ANNOTATIONS, readTabSnapshot } from './page-tool.ts';
import { chooseTable } from './read-table.ts';
import { transcriptParagraphs } from './read-transcript.ts';

/** Far more than a model would read, but less than the maximum size of a log event. */
const MAX_TOKENS = 40_000;
const MAX_CHARACTERS = 160_000;

export const exportPageData = defineTool({
  name: 'export_page_data',
  title: 'Export page data',
  description:
    'Gives the user data of the open page, complete and exact, to copy or save: a table as CSV, the links, or the transcript of the video.\n' +
    'It is the whole answer, so call it alone, and only if the user wants the data itself. Do not write the data yourself.',
  inputSchema: z.strictObject({
    what: z.enum(['table', 'links', 'transcript']).describe('What to give.'),
    table: z.string().optional().describe('Title or id of the table, if there are several.'),
    rows: z.string().optional().describe('Rows of the table, such as "1-50"; all if left out.'),
    columns: z.string().optional().describe('Names of columns, separated by commas; all if left out.'),
    contains: z.string().optional().describe('Only rows or links that hold these words.'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'save',
    labels: [
      { phrase: 'toolExportTable', when: { what: 'table' } },
      { phrase: 'toolExportTranscript', when: { what: 'transcript' } },
      { phrase: 'toolExportLinks' },
    ],
  },
  offer: {
    reads: { type: 'page-details' },
    askedFor: 'page-data',
    isOffered: ({ askedFor }) => askedFor.has('export_page_data'),
  },
  effects: { egress: [...READING_EGRESS, 'captions'], needs: needsOpenPage },
  async *execute({ what, table = '', rows = '', columns = '', contains = '' }, context) {
    const tabId = attachedTab(context);
    switch (what) {
      case 'table':
        yield { label: label('progressTable') };
        return tableFile(await readTabSnapshot(tabId, context), { table, rows, columns, contains });
      case 'links':
        yield { label: label('progressLinks') };
        return linksFile(await readTabSnapshot(tabId, context), contains);
      case 'transcript':
        yield { label: label('progressCaptions') };
        return transcriptFile(tabId, context);
      default:
        return what satisfies never;
    }
  },
});

type TableInput = { table: string; rows: string; columns: string; contains: string };

function tableFile(reading: PageSnapshot, { table, ...query }: TableInput): ToolOutput {
  const details = { title: reading.title, url: reading.url };
  const { found, list } = chooseTable(table, reading);
  if (!found) return { content: list, details };
  const { text, shown, total, unknown } = tableText(found.table, { ...query, format: 'csv' }, MAX_TOKENS);
  if (unknown.length > 0) {
    const names = found.table.header.map((name) => JSON.stringify(name)).join(', ');
    return { content: `There is no column ${JSON.stringify(unknown.join(', '))}. The columns are: ${names}`, details };
  }
  if (total === 0) return { content: 'No row of the table fits. Leave out contains, or use other words.', details };
  return {
    content: text,
    file: { title: tableTitle(found, blocksOfView(reading, 'whole')) || reading.title, type: 'csv' },
    returnDirect: true,
    details: { ...details, rows: shown.length, more: shown.length < total },
  };
}

function linksFile(reading: PageSnapshot, contains: string): ToolOutput {
  const details = { title: reading.title, url: reading.url };
  const blocks = blocksOfView(reading, 'whole');
  const words = contains.toLowerCase().split(/\s+/).filter(Boolean);
  const links = listPageLinks(blocks, numberLinks(blocks)).filter(({ text, url }) => {
    const place = `${text} ${url}`.toLowerCase();
    return words.every((word) => place.includes(word));
  });
  if (links.length === 0) return { content: 'No link of the page fits.', details };
  const lines = fitting(links.map(linkLine));
  return {
    content: lines.join('\n'),
    file: { title: reading.title, type: 'md' },
    returnDirect: true,
    details: { ...details, links: lines.length, more: lines.length < links.length },
  };
}

/** A list item in Markdown. The address contains no spaces or line breaks, since it was parsed. */
function linkLine({ text, url }: PageLink): string {
  const name = text.replace(/\s+/g, ' ').trim();
  return name === '' ? `- <${url}>` : `- [${name.replace(/[\\[\]]/g, '\\$&')}](<${url.replace(/[<>]/g, encodeURI)}>)`;
}

async function transcriptFile(tabId: number, context: ToolContext): Promise<ToolOutput> {
  const transcript = await context.page.transcript(tabId, context.signal);
  if (!transcript) return { content: 'There is no video with captions on this page.', details: {} };
  const { title, url } = transcript;
  const all = transcriptParagraphs(transcript).map(({ line }) => line);
  const lines = fitting(all);
  return {
    content: lines.join('\n'),
    file: { title, type: 'txt' },
    returnDirect: true,
    details: { title, url, lines: transcript.lines.length, more: lines.length < all.length },
  };
}

/** The first lines, as many as fit into one result. */
function fitting(lines: readonly string[]): string[] {
  let room = MAX_CHARACTERS;
  const first = lines.findIndex((line) => {
    room -= line.length + 1;
    return room < 0;
  });
  return first < 0 ? [...lines] : lines.slice(0, Math.max(1, first));
}
