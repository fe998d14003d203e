import * as z from 'zod';
import { cutBlock } from '../page/cut-block.ts';
import { defineTool } from '../protocol/tool.ts';
import { attachedTab, pageApproval, readsPages, readTab } from './page-tool.ts';

/** Characters of a selection that reach the model. */
const maxLength = 24_000;

export const readSelection = defineTool({
  name: 'read_selection',
  title: 'Read selection',
  description:
    'Reads the text the user has selected on the page.\nUse it when they speak of "this", "the selected text" or "what I marked".',
  inputSchema: z.strictObject({}),
  annotations: readsPages,
  approval: (_input, context) => pageApproval(context.tabId, context),
  async *execute(_input, context) {
    const tabId = attachedTab(context);
    yield { message: 'Reading the selection…' };
    const { title, url, selection } = await readTab(tabId, context);
    const details = { title, url, characters: selection.length, more: selection.length > maxLength };
    if (selection === '') return { content: 'Nothing is selected on the page.', details };
    const { text, end } = cutBlock(selection, 0, maxLength);
    const rest = end === null ? '' : `\n\n…${selection.length - end} more characters are selected; they were left out.`;
    return { content: `Title: ${title}\nURL: ${url}\n\n${text}${rest}`, details };
  },
});
