import * as z from 'zod';
import {
  defineTool,
  label,
  PageError,
  type PageToolOutcome,
  parseJson,
  type ToolContext,
  type ToolOutput,
} from '../contracts/index.ts';
import { textAtStart } from '../text/index.ts';
import { arePageToolsListed } from './list-page-tools.ts';
import { attachedTab, needsOpenPage, resultBudget } from './page-tool.ts';
import { withApprovedValues } from './page-tool-arguments.ts';
import { draftToolCall } from './tool-call-draft.ts';

/** Small models write objects as text. */
const Arguments = z.preprocess(
  (value) => (typeof value === 'string' ? (parseJson(value) ?? value) : value),
  z.record(z.string(), z.unknown()).default({}),
);

export const callPageTool = defineTool({
  name: 'call_page_tool',
  title: 'Call a tool of the page',
  description:
    'Calls a tool that list_page_tools has listed. The user sees, changes and approves the arguments first.\n' +
    'Give only arguments that the user wants to give to the page.',
  inputSchema: z.strictObject({ tool: z.string().max(200), arguments: Arguments }),
  jsonSchema: {
    type: 'object',
    properties: {
      tool: { type: 'string', description: 'Its name.' },
      arguments: { type: 'object', description: 'By the schema of the tool.', properties: {} },
    },
    required: ['tool', 'arguments'],
  },
  // Not idempotent, regardless of what the page says: after an interruption, it is unknown what its code has done.
  annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: true },
  view: {
    category: 'action',
    icon: 'wrench',
    labels: [{ phrase: 'toolPageTool', values: { tool: 'tool' } }, { phrase: 'toolAPageTool' }],
  },
  offer: {
    reads: { type: 'page-details', rank: 0, isFirst: true },
    isOffered: arePageToolsListed,
  },
  effects: {
    needs: needsOpenPage,
    async preview(input, context) {
      const tabId = attachedTab(context);
      const { tools } = await context.page.pageTools(tabId, context.signal);
      return draftToolCall(tabId, tools, input);
    },
  },
  async *execute(input, context) {
    yield { label: label('toolAPageToolDoing') };
    const { form } = context;
    const tool = form?.proposal.tool;
    if (form === null || tool === undefined)
      throw new PageError('tool-input', 'The user was not asked. Nothing was called.');
    const call = {
      proposal: { ...form.proposal, tool },
      arguments: withApprovedValues(input.arguments, form.values),
      until: form.until,
    };
    const outcome = await context.page.callPageTool(call, context.signal);
    const { url, title } = form.proposal;
    const isError = outcome.type !== 'answered' || outcome.isError;
    const details = { url, title, call: outcome.type, ...(isError ? { isError } : {}) };
    return { content: formatCallOutcome(tool.name, outcome, context), details } satisfies ToolOutput;
  },
});

const STOPPED = {
  changed: 'the page has changed the tool since the user approved the call. List the tools again',
  gone: 'the page has no such tool any more. List the tools again',
  replaced: 'the page was loaded again. List the tools again',
  late: 'the approval had ended',
} as const;

function formatCallOutcome(name: string, outcome: PageToolOutcome, context: ToolContext): string {
  switch (outcome.type) {
    case 'answered': {
      const start = textAtStart(outcome.text, resultBudget(context));
      const rest = outcome.text.length - start.length;
      const cut = rest === 0 ? '' : `\n[cut: ${rest} more characters]`;
      const text = start === '' ? '(no text)' : start;
      return `The tool ${name} of the page ${outcome.isError ? 'reports an error' : 'answered'}:\n${text}${cut}`;
    }
    case 'stopped':
      return `Nothing was called: ${STOPPED[outcome.reason]}.`;
    case 'no-answer':
      return `In doubt: the tool ${name} of the page gave no answer. What it did is unknown, so do not call it again: the user has to look at the page.`;
    default:
      return outcome satisfies never;
  }
}
