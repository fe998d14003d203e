import * as z from 'zod';
import { defineTool, label, type PageSnapshot, READING_EGRESS } from '../contracts/index.ts';
import {
  blocksOfView,
  buildOutline,
  formatSection,
  listPageTables,
  outlineText,
  type PlacedTable,
  tableCalled,
} from '../page-reader/query/index.ts';
import {
  attachedTab,
  buildReadingOutput,
  formatContinuation,
  formatPageHeader,
  needsOpenPage,
  READ_ONLY_ANNOTATIONS,
  readTabSnapshot,
  requiredOrEmpty,
  resultBudget,
} from './page-tool.ts';

const OUTLINE_LENGTH = 3000;

export const readSection = defineTool({
  name: 'read_section',
  title: 'Read section',
  description:
    'Reads one section of the open page: a heading and all that stands under it.\n' +
    'Cheaper than the page, once its outline or find_in_page has named the section.',
  inputSchema: z.strictObject({
    section: requiredOrEmpty('Its id (S4) or heading.'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'file-text',
    countsAs: 'read',
    labels: [{ phrase: 'toolSection', values: { section: 'section' } }, { phrase: 'toolTheSection' }],
  },
  offer: { reads: { type: 'page-text', rank: 3 }, continuedBy: 'read_page' },
  effects: { egress: READING_EGRESS, needs: needsOpenPage },
  async *execute({ section }, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressSection') };
    const reading = await readTabSnapshot(tabId, context);
    const sectionPart = formatSection(reading, section, {
      maxTokens: resultBudget(context),
      howToContinue: formatContinuation,
    });
    if (sectionPart) return buildReadingOutput(reading, sectionPart);
    const details = { title: reading.title, url: reading.url };
    const table = wantedTable(section, reading);
    if (table) {
      const content = `${formatPageHeader(reading)}\n\n"${section}" is a table, not a section: read_table reads it.`;
      return { content, details, followUp: { toolName: 'read_table', input: { table: table.id } } };
    }
    const outline = outlineText(buildOutline(reading.blocks), OUTLINE_LENGTH);
    const rest = outline === '' ? 'The page has no headings: use read_page.' : `Its outline:\n${outline}`;
    const problem = section.trim() === '' ? 'No section was named.' : `There is no section "${section}" on this page.`;
    return {
      content: `${formatPageHeader(reading)}\n\n${problem}\n\n${rest}`,
      details,
    };
  },
});

/** `T2` is a table; section ids do not have this form. */
function wantedTable(name: string, reading: PageSnapshot): PlacedTable | null {
  const blocks = blocksOfView(reading, 'whole');
  return /^\s*(?:table\s*)?T\d+\s*$/i.test(name) ? tableCalled(name, listPageTables(blocks), blocks) : null;
}
