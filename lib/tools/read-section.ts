import * as z from 'zod';
import { t } from '../i18n/translate.ts';
import { formatSection } from '../page/format.ts';
import { outlineOf, outlineText } from '../page/outline.ts';
import { defineTool } from '../protocol/tool.ts';
import {
  attachedTab,
  outputOf,
  pageApproval,
  pageHead,
  readOn,
  readsPages,
  readTab,
  resultBudget,
} from './page-tool.ts';

const outlineLength = 3000;

export const readSection = defineTool({
  name: 'read_section',
  title: 'Read section',
  description:
    'Reads one section of the open page: a heading and all that stands under it.\n' +
    'Cheaper than the page, once its outline or find_in_page has named the section.',
  inputSchema: z.strictObject({
    section: z.string().min(1).describe('Its id (S4) or heading.'),
  }),
  annotations: readsPages,
  readsOpenPage: true,
  approval: (_input, context) => pageApproval(context.tabId, context),
  async *execute({ section }, context) {
    const tabId = attachedTab(context);
    yield { message: t('progressSection') };
    const reading = await readTab(tabId, context);
    const found = formatSection(reading, section, { maxTokens: resultBudget(context), howToContinue: readOn });
    if (found) return outputOf(reading, found);
    const outline = outlineText(outlineOf(reading.blocks), outlineLength);
    const rest = outline === '' ? 'The page has no headings: use read_page.' : `Its outline:\n${outline}`;
    return {
      content: `${pageHead(reading)}\n\nThere is no section "${section}" on this page.\n\n${rest}`,
      details: { title: reading.title, url: reading.url },
    };
  },
});
