import { expect, test } from 'vitest';
import { THREAD_ID } from '../../testing/agent/crash-scenario.ts';
import { scriptedFormRun } from '../../testing/agent/scripted-form-run.ts';
import { buildForm, buildReading, granted, MemoryPages } from '../../testing/tools/memory-pages.ts';
import { fillForm } from '../../tools/fill-form.ts';

const VALUES = { name: 'Ada', city: 'Wien' };

function setUp() {
  const form = buildForm('Order', [{ label: 'Name' }, { label: 'City' }]);
  const page = new MemoryPages({ 1: granted(buildReading('a', 'Order.'), { forms: [form] }) });
  const input = { form: 'Order', values: VALUES };
  return scriptedFormRun({ page, tool: fillForm, input, question: 'Fill in' });
}

test('a form is shown before anything changes, and filled in with the values of its card', async () => {
  const { run, goOn, page, confirm, allow, call } = setUp();
  await run();
  expect(page.fillings).toEqual([]);
  expect(confirm().form).toMatchObject({ title: 'Order', fields: [{ value: 'Ada' }, { value: 'Wien' }] });
  // Longer than for other approvals, because the user edits the card.
  expect(confirm().expiresAt).toBe(601_000);
  await allow({ name: 'Grace' });
  await goOn();
  expect(page.fillings.map(({ values }) => values)).toEqual([{ name: 'Grace' }]);
  expect(call()).toMatchObject({ state: 'output-available', output: { details: { filling: { type: 'filled' } } } });
});

test('an approval without values, or that has ended, fills in nothing and is asked for again', async () => {
  for (const spoil of ['values', 'time'] as const) {
    const { run, goOn, page, confirm, allow, world, log } = setUp();
    await run();
    const { confirmId } = confirm();
    if (spoil === 'values')
      await log.append(THREAD_ID, [{ type: 'tool-approval-response', toolCallId: 'a', approved: true }], 'run');
    else await allow({ name: 'Ada' });
    if (spoil === 'time') world.now += 700_000;
    await goOn();
    expect(page.fillings, spoil).toEqual([]);
    expect(confirm().confirmId).not.toBe(confirmId);
  }
});

test('a worker that was stopped while it filled in asks for the outcome of the same filling', async () => {
  const { run, goOn, page, allow, call, log } = setUp();
  await run();
  await allow(VALUES);
  await log.append(THREAD_ID, [{ type: 'tool-output-start', toolCallId: 'a' }], 'run');
  expect(call()?.state).toBe('executing');
  await goOn();
  expect(page.fillings).toHaveLength(1);
  expect(page.fillings[0]).toMatchObject({ values: VALUES, until: 601_000 });
  expect(call()).toMatchObject({ state: 'output-available' });
});
