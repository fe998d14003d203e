import { describe, expect, test } from 'vitest';
import type { FieldSchema, FillOutcome, FormDraft, FormProposal, KnownForm } from '../contracts/index.ts';
import { buildForm, buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { at, run } from '../testing/tools/sample-pages.ts';
import { estimateTokens } from '../text/index.ts';
import { fillForm } from './fill-form.ts';
import { fillSchema } from './form-schema.ts';

const ORDER = buildForm('Order', [
  { label: 'Name', isRequired: true },
  { label: 'Size', kind: 'select', options: ['Small', 'Large'] },
  { label: 'Count', kind: 'number' },
  { label: 'Gift', kind: 'checkbox', value: false },
  { label: 'City', isRequired: true },
  { label: 'Password', state: 'secret', value: null },
  { label: 'Closed', state: 'disabled' },
]);
const SEARCH = buildForm('Search', [{ label: 'Words' }]);

const pagesWith = (forms = [ORDER, SEARCH], fill?: () => FillOutcome) =>
  new MemoryPages({ 1: granted(buildReading('shop', 'Order.'), { forms, ...(fill ? { fill } : {}) }) });
const contextWith = (pages: MemoryPages) => ({ ...at(1), page: pages });
const propose = (values: object, form = '') =>
  fillForm.effects?.preview?.({ form, values }, contextWith(pagesWith())) as Promise<FormDraft>;

describe('a call proposes', () => {
  test('values as the fields take them, in the order of the page, with required fields that are empty', async () => {
    const draft = await propose({ Count: '2', size: 'large', gift: 'yes', NAME: 'Ada' }, 'Order');
    expect(draft.fields.map(({ field, value }) => [field.label, value])).toEqual([
      ['Name', 'Ada'],
      ['Size', 'Large'],
      ['Count', 2],
      ['Gift', true],
      ['City', null],
    ]);
    expect(draft).toMatchObject({ title: 'Order', submitLabel: 'Send', leftToUser: ['Password'], tabId: 1 });
  });

  test('the form that alone has all of the fields, if none is named', async () => {
    expect((await propose({ words: 'tides' })).title).toBe('Search');
    expect((await propose({ words: 'tides' }, '2')).title).toBe('Search');
    await expect(propose({}, 'Contact')).rejects.toThrow('- fill_order: Order\n- fill_search: Search');
  });

  test.each([
    ['a field that the form does not have', { name: 'Ada', phone: '1' }, '"phone": no such field'],
    ['a password', { password: 'hunter2' }, 'only the user fills in passwords'],
    ['a disabled field', { closed: 'x' }, 'it is disabled'],
    ['an option that the field does not have', { size: 'Huge' }, 'takes one of "Small", "Large"'],
    ['a word for a number', { count: 'many' }, 'takes a number'],
    ['what the form holds already', { gift: false }, 'The form holds these values already'],
  ])('nothing with %s, and says what to change', async (_, values, message) => {
    const error = await propose(values, 'Order').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'form-input', message: expect.stringContaining(message) });
    expect(String(error)).toContain('Fields of this form: name, size, count, gift, city');
  });
});

describe('a value for a field with a format', () => {
  const trip = buildForm('Trip', [
    { label: 'Day', kind: 'date' },
    { label: 'Hour', kind: 'time' },
    { label: 'Start', kind: 'datetime' },
    { label: 'Month', kind: 'month' },
    { label: 'Week', kind: 'week' },
    { label: 'Color', kind: 'color' },
    { label: 'Return', kind: 'calendar' },
  ]);
  const draft = async (values: object) =>
    fillForm.effects?.preview?.({ form: '', values }, contextWith(pagesWith([trip])));

  test.each([
    ['day', '2026-12-24', '2026-12-24'],
    ['day', '2026/12/4', '2026-12-04'],
    ['day', '24.12.2026', '2026-12-24'],
    ['day', '12/24/2026', '2026-12-24'],
    ['day', '24/12/2026', '2026-12-24'],
    ['day', '5-5-2027', '2027-05-05'],
    ['day', '2026-12-24T00:00:00Z', '2026-12-24'],
    ['return', '24.12.2026', '2026-12-24'],
    ['hour', '9:05', '09:05'],
    ['hour', '15:30:00', '15:30'],
    ['hour', '15:30:20', '15:30:20'],
    ['hour', '3:30 pm', '15:30'],
    ['hour', '12 a.m.', '00:00'],
    ['start', '2026-12-24 15:30', '2026-12-24T15:30'],
    ['start', '24.12.2026, 3 PM', '2026-12-24T15:00'],
    ['month', '12/2026', '2026-12'],
    ['week', '2026W7', '2026-W07'],
    ['color', '#F0a', '#ff00aa'],
  ])('%s: %s is proposed as %s, which the field can hold', async (key, given, value) => {
    expect((await draft({ [key]: given }))?.fields.map((each) => each.value)).toEqual([value]);
  });

  test.each([
    ['day', '3/4/2027', 'a date as YYYY-MM-DD'],
    ['day', '2027-02-30', 'a date as YYYY-MM-DD'],
    ['day', 'next Friday', 'a date as YYYY-MM-DD'],
    ['return', 'tomorrow', 'a date as YYYY-MM-DD'],
    ['hour', '3', 'a time as HH:MM'],
    ['hour', '25:00', 'a time as HH:MM'],
    ['hour', '13 pm', 'a time as HH:MM'],
    ['start', '2026-12-24T15:30:00Z', 'without a time zone'],
    ['start', '2026-12-24', 'a date and time as'],
    ['month', 'December 2026', 'a month as YYYY-MM'],
    ['week', '52', 'a week as YYYY-Www'],
    ['color', 'red', 'a color as #RRGGBB'],
  ])('%s: %s is not guessed: the model is told that the field takes %s', async (key, given, format) => {
    await expect(draft({ [key]: given })).rejects.toThrow(format);
  });
});

test('a call with the label of several fields proposes nothing, and says how they are called', async () => {
  const trip = buildForm('Trip', [{ label: 'Name' }, { label: 'Name', key: 'name_2' }]);
  const draft = async (values: object) =>
    fillForm.effects?.preview?.({ form: '', values }, contextWith(pagesWith([trip])));
  await expect(draft({ Name: 'Ada' })).rejects.toThrow('several');
  expect((await draft({ name_2: 'Ada' }))?.fields.map(({ field }) => field.key)).toEqual(['name_2']);
});

describe('a call that the user has approved', () => {
  const filled = async (values: Record<string, string>, fill?: () => FillOutcome) => {
    const pages = pagesWith([ORDER], fill);
    const draft = await propose({ name: 'Ada', city: 'Wien' }, 'Order');
    const fields = draft.fields.map((each) => ({ ...each, origin: { type: 'user' as const } }));
    const proposal: FormProposal = { ...draft, fields };
    const form = { fillId: 'a', proposal, values, until: 1 };
    const output = await run(fillForm, { form: 'Order', values: { name: 'Ada' } }, { ...contextWith(pages), form });
    return { output, pages };
  };

  test('fills in what was approved, and does not reveal values that the user has changed to the model', async () => {
    const { output, pages } = await filled({ name: 'Grace' });
    expect(pages.fillings.map(({ values }) => values)).toEqual([{ name: 'Grace' }]);
    expect(output.content).toContain('- Name: set, to a value of the user\n- City: left as it was, by the user');
    expect(output.content).toContain('The user sends it with “Send”. The user still has to fill in: Password.');
    expect(output.content).not.toContain('Grace');
  });

  test.each<[string, FillOutcome, string]>([
    [
      'the page changed',
      { type: 'stopped', differences: [{ key: 'name', label: 'Name', what: 'label', before: 'Name', now: 'Card' }] },
      'Nothing was filled in: the form is not the one any more that the user approved.\n- Name: label, was "Name", is "Card"',
    ],
    ['it was too late', { type: 'late' }, 'Nothing was filled in: the approval had ended.'],
    ['the page was loaded again', { type: 'replaced' }, 'In doubt: the page was loaded again.'],
  ])('says that nothing was proved if %s', async (_, outcome, text) => {
    const { output } = await filled({ name: 'Ada' }, () => outcome);
    expect(output.content).toContain(text);
    expect(output.details).toMatchObject({ isError: true, filling: outcome });
  });

  test('fills in nothing without an approval', async () => {
    const pages = pagesWith();
    await expect(run(fillForm, { form: '', values: { name: 'Ada' } }, contextWith(pages))).rejects.toThrow();
    expect(pages.fillings).toEqual([]);
  });
});

describe('the arguments that a model is told', () => {
  const known = (title: string, count: number, more: Partial<FieldSchema> = {}): KnownForm => {
    const form = buildForm(
      title,
      Array.from({ length: count }, (_, n) => ({ label: `${title} field ${n}`, isRequired: n === count - 1 })),
    );
    const properties = Object.entries(form.schema.properties).map(([key, schema]) => [key, { ...schema, ...more }]);
    return { ...form, schema: { ...form.schema, properties: Object.fromEntries(properties) } };
  };
  const shape = (schema: Record<string, unknown>) =>
    schema.properties as { form: { enum: string[] }; values: { properties: Record<string, FieldSchema> } };

  test('are those of three forms at most', () => {
    const { form, values } = shape(
      fillSchema(
        ['A', 'B', 'C', 'D'].map((title) => known(title, 2)),
        false,
      ),
    );
    expect(form.enum).toEqual(['fill_a', 'fill_b', 'fill_c']);
    expect(Object.keys(values.properties)).toHaveLength(6);
  });

  test('take 400 tokens at most in a small window, and begin with what is required', () => {
    const large = known('Large', 60, { description: 'A long description of a field. '.repeat(10), pattern: '.*' });
    const schema = fillSchema([large, known('Other', 2)], true);
    expect(estimateTokens(JSON.stringify(schema))).toBeLessThanOrEqual(400);
    expect(Object.keys(shape(schema).values.properties)[0]).toBe('large_field_59');
    expect(fillForm.offer?.isOffered?.({ forms: [] } as never)).toBe(false);
  });
});
