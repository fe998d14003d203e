import * as z from 'zod';
import { defineTool, label, READING_EGRESS } from '../contracts/index.ts';
import { cutBlock } from '../page-reader/query/index.ts';
import { estimateTokens } from '../text/index.ts';
import {
  attachedTab,
  formatPageHeader,
  needsOpenPage,
  READ_ONLY_ANNOTATIONS,
  readTabSnapshot,
  resultBudget,
} from './page-tool.ts';

export const readSelection = defineTool({
  name: 'read_selection',
  title: 'Read selection',
  description:
    'Reads the text the user has selected.\nFor questions about "this", "the selected text" or "what I marked".',
  inputSchema: z.strictObject({}),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'text-select',
    countsAs: 'read',
    labels: [{ phrase: 'toolSelection' }],
  },
  offer: { reads: { type: 'page-text' } },
  effects: { egress: READING_EGRESS, needs: needsOpenPage },
  async *execute(_input, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressSelection') };
    const reading = await readTabSnapshot(tabId, context);
    const { title, url, selection } = reading;
    const tokens = estimateTokens(selection);
    const room = Math.floor((resultBudget(context) * selection.length) / Math.max(tokens, 1));
    const details = { title, url, characters: selection.length, more: selection.length > room };
    if (selection === '') return { content: 'Nothing is selected on the page.', details };
    const { text, end } = cutBlock(selection, 0, room);
    const rest = end === null ? '' : `\n\n…${selection.length - end} more characters are selected; they were left out.`;
    return { content: `${formatPageHeader(reading)}\n\n${text}${rest}`, details };
  },
});
