import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';
import { buildForm, buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { answerHook, type HookRequest } from './reading-hook.ts';

const FORM = buildForm('Order', [{ label: 'Name' }, { label: 'City' }]);
const SHOUT = defineTool({
  name: 'shout',
  title: 'Shout',
  description: 'Repeats a word.',
  inputSchema: z.strictObject({ word: z.string() }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async *execute({ word }) {
    yield { message: 'Shouting…' };
    return { content: `${word}!` };
  },
});

const pages = new MemoryPages({ 7: granted(buildReading('shop', 'Order here.'), { forms: [FORM] }) });

/** The clock moves on by 5 ms each time it is read. */
function ask(request: Omit<HookRequest, 'tabId'> & { tabId?: number }) {
  let time = 0;
  const now = () => {
    time += 5;
    return time;
  };
  return answerHook({ tabId: 7, ...request }, pages, [SHOUT], now);
}

test('replies with the reading of a tab, and the time it took', async () => {
  expect(await ask({})).toMatchObject({ type: 'reading', reading: { title: 'shop' }, ms: 5 });
});

test('replies with the output of a tool', async () => {
  const input = { word: 'Hey' };
  expect(await ask({ tool: 'shout', input })).toEqual({ type: 'output', output: { content: 'Hey!' }, ms: 5 });
});

test('fills only the fields that have a value', async () => {
  const forms = await ask({ forms: true });
  if (forms.type !== 'forms') throw new Error('There are no forms.');
  const [form] = forms.forms;
  if (form === undefined) throw new Error('There is no form.');
  const reply = await ask({ fill: { form, values: { city: 'Oslo' } } });
  expect(reply).toMatchObject({
    type: 'outcome',
    outcome: { type: 'filled', fields: [{ key: 'city', status: 'set' }] },
  });
  const [filling] = pages.fillings;
  expect(filling?.proposal.fields.map(({ field }) => field.key)).toEqual(['city']);
  expect(filling?.proposal.url).toBe('https://shop.test/');
});

test('replies with what failed', async () => {
  expect(await ask({ tool: 'whisper' })).toEqual({
    type: 'failed',
    message: 'There is no tool whisper; there are shout.',
    ms: 5,
  });
  expect(await ask({ tabId: 8 })).toMatchObject({ type: 'failed', message: 'This tab has been closed.' });
});
