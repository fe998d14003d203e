// npm run answers:forms -- --base-url URL --model NAME [--arms one-call,by-field] [--limit N] [--out FILE]: has a real
// model fill in 40 forms from a sentence of the user, through the extension's own engine and tools, and prints how many
// values are right. one-call: `fill_form` as the extension offers it, with all values in the first call. by-field: a
// tool that sets one field a call, as other assistants have it. A key, if the server needs one, is taken from the
// environment variable ANSWERS_API_KEY.
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import '../lib/testing/english.ts';
import { DEFAULT_CONTEXT_TOKENS } from '../lib/contracts/page-context.ts';
import { type FieldValue, FieldValues } from '../lib/contracts/page-forms.ts';
import type { AssistantMessage } from '../lib/contracts/thread.ts';
import { defineTool, type Tool } from '../lib/contracts/tool.ts';
import { buildReading } from '../lib/testing/tools/memory-pages.ts';
import { findField } from '../lib/tools/find-form.ts';
import { FORM_TASKS, type FormTask } from './answers/form-tasks.ts';
import { RequestMeter } from './answers/request-meter.ts';
import { runEngine } from './answers/run-engine.ts';
import { AnswerServer } from './answers/server.ts';

const ARMS = ['one-call', 'by-field'] as const;
type Arm = (typeof ARMS)[number];

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    model: { type: 'string' },
    arms: { type: 'string', default: ARMS.join(',') },
    limit: { type: 'string', default: String(FORM_TASKS.length) },
    out: { type: 'string' },
  },
});
const { 'base-url': baseUrl, model, out } = values;
const arms = values.arms.split(',').filter((arm): arm is Arm => (ARMS as readonly string[]).includes(arm));
if (baseUrl === undefined || model === undefined || arms.length !== values.arms.split(',').length) {
  console.error(
    'usage: npm run answers:forms -- --base-url URL --model NAME [--arms one-call,by-field] [--limit N] [--out FILE]',
  );
  process.exit(2);
}

/** The values of one task, by key, and what it took. */
type Result = { given: Record<string, FieldValue>; message: AssistantMessage | null; requests: number; ms: number };
type Score = { right: number; expected: number; wrong: number };

/** As much text as most pages with a form have, so that the page does not count as one that is still loading. */
const SHOP_TEXT = `We keep what you enter here only for as long as we need it, and give it to nobody else. You can change it later in
your account, under Settings. Fields with a star must be filled in; all others help us to answer sooner. If something does not work,
write to the address at the end of this page, or call on workdays from 9 to 17. Our offices are in Graz and Oslo, and each is closed on
the holidays of its country. You can leave this page at any time: nothing is sent before you press the button below the form.`;

const USED_CONTEXT = { mode: 'page-first', maxTokens: DEFAULT_CONTEXT_TOKENS } as const;

async function fill(arm: Arm, server: AnswerServer, task: FormTask): Promise<Result> {
  const meter = new RequestMeter();
  const given: Record<string, FieldValue> = {};
  const startedAt = performance.now();
  const page = buildReading(
    'shop',
    `# ${task.form.title}`,
    SHOP_TEXT,
    task.form.fields.map(({ label }) => `- ${label}`).join('\n'),
  );
  const run = { page, question: task.question, toolMode: null, context: USED_CONTEXT, tab: { forms: [task.form] } };
  const client = server.client(meter.fetch);
  const tools = arm === 'by-field' ? { tools: [setField(task, given)] } : {};
  const message = await runEngine(client, server, { ...run, ...tools });
  if (arm === 'one-call') Object.assign(given, firstCall(message, task));
  return { given, message, requests: meter.counts.requests, ms: performance.now() - startedAt };
}

/** The values of the first call of `fill_form`, by the keys of the fields. */
function firstCall(message: AssistantMessage | null, { form }: FormTask): Record<string, FieldValue> {
  const parts = (message?.steps ?? []).flatMap(({ parts: all }) => all);
  const call = parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : [])).find(isFilling);
  const input = z.object({ values: FieldValues }).safeParse(call !== undefined && 'input' in call ? call.input : null);
  if (!input.success) return {};
  return Object.fromEntries(
    Object.entries(input.data.values).map(([name, value]) => [findField(form.fields, name)?.key ?? name, value]),
  );
}

function isFilling({ toolName }: { toolName: string }): boolean {
  return toolName === 'fill_form';
}

/** A tool that sets one field a call, at once. */
function setField({ form }: FormTask, given: Record<string, FieldValue>): Tool {
  const labels = form.fields.map(({ label, options }) =>
    options === null ? label : `${label} (${options.join(' | ')})`,
  );
  return defineTool({
    name: 'set_field',
    title: 'Set field',
    description: `Sets one field of the form “${form.title}” of the open page. Its fields: ${labels.join('; ')}.`,
    inputSchema: z.strictObject({ field: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async *execute({ field, value }) {
      yield { message: 'Filling…' };
      const key = findField(form.fields, field)?.key;
      if (key === undefined) return { content: `There is no field ${field}.`, details: { isError: true } };
      given[key] = value;
      return { content: `${field} is set.` };
    },
  });
}

function score({ expected, form }: FormTask, given: Readonly<Record<string, FieldValue>>): Score {
  const keys = Object.keys(expected);
  const right = keys.filter((key) => isSame(given[key], expected[key] as FieldValue)).length;
  // A value that the field has already, or an empty one, changes nothing.
  const isNothing = (key: string) =>
    given[key] === '' || isSame(given[key], form.fields.find((field) => field.key === key)?.value ?? '');
  const wrong = Object.keys(given).filter(
    (key) => !isNothing(key) && (expected[key] === undefined || !isSame(given[key], expected[key])),
  ).length;
  return { right, expected: keys.length, wrong };
}

function isSame(given: FieldValue | undefined, expected: FieldValue): boolean {
  const fold = (value: FieldValue | undefined) =>
    String(value ?? '')
      .trim()
      .toLowerCase()
      .replace(/^(?:the|a|an)\s+|[.\s]+$/g, '');
  return given !== undefined && fold(given) === fold(expected);
}

for (const arm of arms) {
  const server = await AnswerServer.open(baseUrl, model, process.env.ANSWERS_API_KEY || null);
  const totals = { right: 0, expected: 0, wrong: 0, whole: 0, requests: 0, ms: 0 };
  const tasks = FORM_TASKS.slice(0, Number(values.limit));
  for (const task of tasks) {
    const { given, message, requests, ms } = await fill(arm, server, task);
    const { right, expected, wrong } = score(task, given);
    const isWhole = right === expected && wrong === 0;
    totals.right += right;
    totals.expected += expected;
    totals.wrong += wrong;
    totals.whole += isWhole ? 1 : 0;
    totals.requests += requests;
    totals.ms += ms;
    if (out !== undefined)
      appendFileSync(
        out,
        `${JSON.stringify({ arm, id: task.id, right, expected, wrong, given, requests, ms, steps: message?.steps })}\n`,
      );
    console.log(
      `${arm} ${task.id}: ${right} of ${expected} right, ${wrong} wrong, ${requests} requests, ${(ms / 1000).toFixed(1)} s`,
    );
  }
  const { right, expected, wrong, whole, requests, ms } = totals;
  console.log(
    `${arm}: ${whole} of ${tasks.length} forms right, ${right} of ${expected} values right, ${wrong} wrong; ` +
      `${(requests / tasks.length).toFixed(1)} requests and ${(ms / 1000 / tasks.length).toFixed(1)} s a form`,
  );
}
process.exit(0);
