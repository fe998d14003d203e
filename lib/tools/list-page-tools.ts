import * as z from 'zod';
import { defineTool, label, type PageTools, type TabTool, type ToolSituation } from '../contracts/index.ts';
import { oneLine } from '../page-reader/dom/index.ts';
import { attachedTab, formatPageHeader, linesWithinBudget, needsOpenPage, READ_ONLY_ANNOTATIONS } from './page-tool.ts';

export const listPageTools = defineTool({
  name: 'list_page_tools',
  title: 'List tools of the page',
  description:
    'Lists the tools that the open page offers to assistants, as the page describes them.\n' +
    'call_page_tool then calls one, for what the user asks only.',
  inputSchema: z.strictObject({}),
  annotations: READ_ONLY_ANNOTATIONS,
  view: { category: 'page', icon: 'wrench', labels: [{ phrase: 'toolPageTools' }] },
  offer: {
    reads: { type: 'page-details', rank: 0, isFirst: true },
    askedFor: 'actions',
    isOffered: ({ pageTools, model, askedFor }) =>
      pageTools !== 'none' && (!(model.isSmall || model.isCautious) || askedFor.has('list_page_tools')),
  },
  effects: { needs: needsOpenPage },
  async *execute(_input, context) {
    yield { label: label('toolPageToolsDoing') };
    const page = await context.page.pageTools(attachedTab(context), context.signal);
    const texts = linesWithinBudget(page.tools.map(describeTool), context);
    const body = page.tools.length === 0 ? 'This page has no tools.' : texts.join('\n\n');
    const omittedCount = page.omitted + page.tools.length - texts.length;
    const rest = omittedCount > 0 ? `\n\n…${omittedCount} more tools were left out.` : '';
    const { title, url } = page;
    const details = { title, url, pageTools: page.tools.length };
    return { content: `${formatPageHeader(page)}\n\n${body}${rest}`, details };
  },
});

function describeTool(
  { name, description, inputSchema, url }: TabTool,
  index: number,
  tools: PageTools['tools'],
): string {
  const isFromElsewhere = index > 0 && url !== tools[0]?.url;
  const lines = [
    `Tool: ${name}${isFromElsewhere ? ` (of the frame ${URL.parse(url)?.origin ?? ''})` : ''}`,
    `The page says: ${oneLine(description, MAX_DESCRIPTION) || '(nothing)'}`,
    `Arguments: ${JSON.stringify(inputSchema)}`,
  ];
  return lines.join('\n');
}

/** In characters. */
const MAX_DESCRIPTION = 1_000;

/** Whether a tool of the open page can be called by its name. */
export function arePageToolsListed({ pageTools }: ToolSituation): boolean {
  return pageTools === 'listed';
}
