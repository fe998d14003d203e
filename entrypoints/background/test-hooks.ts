import { browser } from 'wxt/browser';
import * as z from 'zod';
import {
  type ApprovedForm,
  defineTool,
  type FieldValues,
  type FillOutcome,
  type PageAccess,
  type PageReading,
  type TabForm,
  type Tool,
  type ToolOutput,
} from '../../lib/contracts/index.ts';
import { fillTabForm, listTabForms, sendFor } from '../../lib/extension/index.ts';

/**
 * A request without other fields returns the complete reading of a tab. With `tool`, it returns the output of that tool
 * for the model; with `forms`, the forms of the tab; with `fill`, the result of filling in one of them.
 */
export type HookRequest = {
  tabId: number;
  tool?: string;
  input?: unknown;
  forms?: true;
  fill?: { form: TabForm; values: FieldValues };
};
/** `ms` is the time until the answer. */
export type HookReply = { ms: number } & (
  | { type: 'reading'; reading: PageReading }
  | { type: 'output'; output: ToolOutput }
  | { type: 'forms'; forms: TabForm[] }
  | { type: 'outcome'; outcome: FillOutcome }
  | { type: 'failed'; message: string }
);

/**
 * Lets `npm run read` and `npm run fill` read and fill in a tab through the extension like a run. Only in the build of
 * that name.
 */
export function installReadingHook(page: PageAccess, tools: readonly Tool[]): void {
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== 'reading-hook') return;
    port.onMessage.addListener((request: HookRequest) => {
      const start = performance.now();
      const reply = (answer: object) => port.postMessage({ ...answer, ms: performance.now() - start });
      answer(request, page, tools).then(reply, (error: unknown) =>
        reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
    });
  });
}

async function answer(request: HookRequest, page: PageAccess, tools: readonly Tool[]): Promise<object> {
  const { tabId, tool, input, forms, fill } = request;
  const { signal } = new AbortController();
  if (forms) return { type: 'forms', forms: (await listTabForms(tabId, { mayReadFrame: () => true })).forms };
  if (fill) return { type: 'outcome', outcome: await fillTabForm(approvedForm(tabId, fill)) };
  if (tool === undefined) return { type: 'reading', reading: await page.read(tabId, signal) };
  const requestedTool = tools.find((each) => each.name === tool);
  if (!requestedTool)
    throw new Error(`There is no tool ${tool}; there are ${tools.map((each) => each.name).join(', ')}.`);
  const run = requestedTool.execute(requestedTool.inputSchema.parse(input ?? {}), {
    signal,
    answer: { threadId: '', runId: '' },
    question: '',
    contextWindow: null,
    page,
    tabId,
    form: null,
    web: null,
    own: null,
    elicit: null,
  });
  for (;;) {
    const step = await run.next();
    if (step.done) return { type: 'output', output: step.value };
  }
}

/** Returns the approval of a user who keeps all values. */
function approvedForm(tabId: number, { form, values }: NonNullable<HookRequest['fill']>): ApprovedForm {
  const { frameId, documentId, url, form: definition } = form;
  const { title, submitLabel } = definition;
  const fields = definition.fields
    .filter(({ key }) => key in values)
    .map((field) => ({ field, isMultiple: false, value: null, origin: { type: 'user' as const } }));
  const proposal = { tabId, frameId, documentId, url, title, submitLabel, fields, leftToUser: [] };
  return { fillId: crypto.randomUUID(), proposal, values, until: Date.now() + FILL_WITHIN_MS };
}

const FILL_WITHIN_MS = 60_000;

const url = z.string().describe('Where to say so.');

/** A slow read-only tool, and one whose effect a server counts. Only in the end-to-end build. */
export const testTools: Tool[] = [
  defineTool({
    name: 'slow_look',
    title: 'Slow look',
    description: 'Looks for a while.',
    inputSchema: z.strictObject({ url, ms: z.number().describe('How long, in milliseconds.') }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async *execute({ url, ms }, { signal }) {
      yield { message: 'Looking…' };
      await sendFor('mcp')(url, { signal });
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { content: 'Looked.' };
    },
  }),
  defineTool({
    name: 'note_down',
    title: 'Note down',
    description: 'Notes something down, once.',
    inputSchema: z.strictObject({ url }),
    annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: true },
    async *execute({ url }, { signal }) {
      yield { message: 'Noting…' };
      await sendFor('mcp')(url, { method: 'POST', signal });
      return { content: 'Noted.' };
    },
  }),
];
