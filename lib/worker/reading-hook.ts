import type {
  ApprovedForm,
  FieldValues,
  FillOutcome,
  PageAccess,
  PageReading,
  TabForm,
  Tool,
  ToolOutput,
} from '../contracts/index.ts';

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

type HookAnswer =
  | { type: 'reading'; reading: PageReading }
  | { type: 'output'; output: ToolOutput }
  | { type: 'forms'; forms: TabForm[] }
  | { type: 'outcome'; outcome: FillOutcome };

/** `ms` is the time until the answer. */
export type HookReply = { ms: number } & (HookAnswer | { type: 'failed'; message: string });

/** Reads or fills a tab as a run does, for `npm run read` and `npm run fill`. Errors are replies too. */
export async function answerHook(
  request: HookRequest,
  page: PageAccess,
  tools: readonly Tool[],
  now: () => number,
): Promise<HookReply> {
  const startedAt = now();
  try {
    const answer = await readOrFill(request, page, tools);
    return { ...answer, ms: now() - startedAt };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { type: 'failed', message, ms: now() - startedAt };
  }
}

/** Reads frames of other sites too, as a run does for sites that the user has shared with it. */
const EVERY_FRAME = { mayReadFrame: () => true };

async function readOrFill(request: HookRequest, page: PageAccess, tools: readonly Tool[]): Promise<HookAnswer> {
  const { tabId, tool, input, forms, fill } = request;
  const { signal } = new AbortController();
  if (forms) return { type: 'forms', forms: (await page.forms(tabId, signal, EVERY_FRAME)).forms };
  if (fill) return { type: 'outcome', outcome: await page.fillForm(approveForm(tabId, fill), signal) };
  if (tool === undefined) return { type: 'reading', reading: await page.read(tabId, signal, EVERY_FRAME) };
  const requestedTool = tools.find((each) => each.name === tool);
  if (!requestedTool)
    throw new Error(`There is no tool ${tool}; there are ${tools.map((each) => each.name).join(', ')}.`);
  const run = requestedTool.execute(requestedTool.inputSchema.parse(input ?? {}), {
    signal,
    answer: { threadId: '', runId: '' },
    question: '',
    contextWindow: null,
    page: { ...page, read: (id, ended, options) => page.read(id, ended, { ...options, ...EVERY_FRAME }) },
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

const FILL_WITHIN_MS = 60_000;

/** Returns the approval of a user who keeps all values. */
function approveForm(tabId: number, { form, values }: NonNullable<HookRequest['fill']>): ApprovedForm {
  const { frameId, documentId, url, form: definition } = form;
  const { title, submitLabel } = definition;
  const fields = definition.fields
    .filter(({ key }) => key in values)
    .map((field) => ({ field, isMultiple: false, value: null, origin: { type: 'user' as const } }));
  const proposal = { tabId, frameId, documentId, url, title, submitLabel, fields, leftToUser: [] };
  return { fillId: crypto.randomUUID(), proposal, values, until: Date.now() + FILL_WITHIN_MS };
}
