import { expect, test } from 'vitest';
import { THREAD_ID } from '../../testing/agent/crash-scenario.ts';
import { scriptedFormRun } from '../../testing/agent/scripted-form-run.ts';
import { buildReading, granted, MemoryPages, registerTool } from '../../testing/tools/memory-pages.ts';
import { callPageTool } from '../../tools/call-page-tool.ts';

const BOOK = registerTool('book', { guests: { type: 'integer' }, name: { type: 'string' } }, { required: ['guests'] });
const ARGUMENTS = { guests: 4, name: 'Mallory' };

function setUp(input: object = ARGUMENTS, question = 'Book for 4 people') {
  const page = new MemoryPages({ 1: granted(buildReading('a', 'Inn.'), { tools: [BOOK] }) });
  return scriptedFormRun({ page, tool: callPageTool, input: { tool: 'book', arguments: input }, question });
}

test('a tool of a page is called after its card was approved, with the values of the card', async () => {
  const { run, goOn, page, confirm, allow, call } = setUp();
  await run();
  expect(page.toolCalls).toEqual([]);
  expect(confirm().form).toMatchObject({
    tool: BOOK,
    fields: [
      { value: 4, origin: { type: 'user' } },
      { value: 'Mallory', origin: { type: 'unknown' } },
    ],
  });
  expect(confirm()).toMatchObject({ expiresAt: 601_000 });
  // No rule can make the question unnecessary.
  expect(confirm().rule).toBeUndefined();
  await allow({ guests: 5 });
  await goOn();
  expect(page.toolCalls.map((each) => each.arguments)).toEqual([{ guests: 5 }]);
  expect(call()).toMatchObject({ state: 'output-available', output: { details: { call: 'answered' } } });
});

test('an approval of a call without values, or that has ended, calls nothing and is asked for again', async () => {
  for (const spoil of ['values', 'time'] as const) {
    const { run, goOn, page, confirm, allow, world } = setUp();
    await run();
    const { confirmId } = confirm();
    await allow(spoil === 'values' ? undefined : { guests: 4 });
    if (spoil === 'time') world.now += 700_000;
    await goOn();
    expect(page.toolCalls, spoil).toEqual([]);
    expect(confirm().confirmId).not.toBe(confirmId);
  }
});

test('a call of a page’s tool whose worker was stopped is in doubt, and is not made again', async () => {
  const { run, goOn, page, allow, call, log } = setUp();
  await run();
  await allow({ guests: 4 });
  await log.append(THREAD_ID, [{ type: 'tool-output-start', toolCallId: 'a' }], 'run');
  expect(call()?.state).toBe('executing');
  await goOn();
  expect(page.toolCalls).toEqual([]);
  expect(call()).toMatchObject({ state: 'output-error', code: 'in-doubt' });
});

test('an argument that is masked as a secret is refused before the user is asked, although the user wrote it', async () => {
  const card = '4111 1111 1111 1111';
  const { run, page, call } = setUp({ guests: 2, name: card }, `Book with ${card}`);
  await run();
  expect(call()).toMatchObject({ state: 'output-error', code: 'carries-secret' });
  expect(page.toolCalls).toEqual([]);
});
