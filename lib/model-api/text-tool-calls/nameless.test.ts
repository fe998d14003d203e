import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ModelEvent } from '../../contracts/model-client.ts';
import type { ToolDefinition } from '../../contracts/tool.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

const VALUES = z.record(z.string(), z.union([z.string(), z.boolean()]));
const TOOLS: ToolDefinition[] = [
  {
    name: 'fill_form',
    description: '',
    inputSchema: z.strictObject({ form: z.string().default(''), values: VALUES }),
    jsonSchema: {
      type: 'object',
      properties: {
        form: { type: 'string', enum: ['fill_delivery', 'fill_sign_up'] },
        values: { type: 'object', properties: { name: { type: 'string' }, news: { type: 'boolean' } } },
      },
      required: ['form', 'values'],
    },
  },
  { name: 'set_light', description: '', inputSchema: z.strictObject({ color: z.enum(['red', 'green']) }) },
];

const INPUT = { form: 'fill_sign_up', values: { name: 'Ada', news: true } };
const OBJECT = JSON.stringify(INPUT, null, 2);

function read(text: string, { isLenient = true, size = text.length, isTruncated = false } = {}) {
  const lexer = new DialectLexer(TOOLS, new CallIds([]), { isLenient });
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
  const events: ModelEvent[] = [...pieces.flatMap((piece) => lexer.push(piece)), ...lexer.end({ isTruncated })];
  const shown = events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('');
  const calls = events.flatMap((event) => (event.type === 'tool-input-available' ? [event.input] : []));
  return { calls, shown, hasError: events.some(({ type }) => type === 'tool-input-error') };
}

const CALL = { calls: [INPUT], shown: '', hasError: false };

describe('arguments-without-name: an object with a choice that only one tool has', () => {
  test.each([
    ['is a call', OBJECT],
    ['is a call in a fence', `\`\`\`json\n${OBJECT}\n\`\`\``],
    ['is a call in a fence without a language', `\`\`\`\n${OBJECT}\n\`\`\`\n`],
    ['is a call in a fence that was not closed', `\`\`\`json\n${OBJECT}`],
  ])('%s', (_title, text) => {
    expect(read(text)).toEqual(CALL);
    expect(read(text, { isLenient: false })).toEqual(CALL);
    for (const size of [1, 2, 3, 7, 20]) expect(read(text, { size })).toEqual(CALL);
  });

  test('is a call after an announcement', () => {
    const { calls, shown } = read(`I will fill in the form.\n\n\`\`\`json\n${OBJECT}\n\`\`\``);
    expect(calls).toEqual([INPUT]);
    expect(shown.trim()).toBe('I will fill in the form.');
  });

  test.each([
    ['if text follows it', `\`\`\`json\n${OBJECT}\n\`\`\`\nThis object fills in the form.`],
    [
      'after an explanation',
      `For example, a form can be described like this:\n\`\`\`json\n${OBJECT}\n\`\`\`\nThat is all.`,
    ],
    ['without a choice of a tool', '{"form": "fill_other", "values": {"name": "Ada"}}'],
    ['with a choice that is an ordinary word', '{"color": "red"}'],
    ['without the other arguments', '{"form": "fill_sign_up"}'],
    ['in a block of another language', `\`\`\`js\n${OBJECT}\n\`\`\``],
  ])('is text %s', (_title, text) => {
    expect(read(text)).toEqual({ calls: [], shown: text, hasError: false });
    expect(read(text, { size: 3 })).toEqual({ calls: [], shown: text, hasError: false });
  });

  test('never runs if it was cut off', () => {
    expect(read(OBJECT.slice(0, -4), { isTruncated: true }).calls).toEqual([]);
  });
});

describe('named-by-choice: a call that names a choice in place of the tool', () => {
  test.each([
    ['with the choice in the arguments', { name: 'fill_sign_up', arguments: INPUT }],
    ['without it', { name: 'fill_sign_up', arguments: { values: INPUT.values } }],
    ['with the inner arguments only', { name: 'fill_sign_up', arguments: INPUT.values }],
  ])('is a call of that tool %s', (_title, call) => {
    expect(read(JSON.stringify(call))).toEqual(CALL);
    expect(read(`<tool_call>${JSON.stringify(call)}</tool_call>`)).toEqual(CALL);
    expect(read(`<tool name="${call.name}">${JSON.stringify(call.arguments)}</tool>`)).toEqual(CALL);
  });

  test('is text or an error if the name is an ordinary word', () => {
    expect(read('{"name": "red", "arguments": {}}').calls).toEqual([]);
  });
});

describe('arguments-not-nested: arguments one level too high', () => {
  test('are put where the schema has them', () => {
    const flat = { form: INPUT.form, ...INPUT.values };
    expect(read(`<tool_call>${JSON.stringify({ name: 'fill_form', arguments: flat })}</tool_call>`)).toEqual(CALL);
  });

  test('stay where they are if one of them belongs nowhere', () => {
    const flat = { form: INPUT.form, ...INPUT.values, age: 7 };
    expect(read(`<tool_call>${JSON.stringify({ name: 'fill_form', arguments: flat })}</tool_call>`)).toMatchObject({
      calls: [],
      hasError: true,
    });
  });
});

describe('braces-in-attributes: an element named after the tool, with values in braces', () => {
  const values = JSON.stringify(INPUT.values);
  test.each([
    ['an object', `<fill_form form="fill_sign_up" values=${values}>`],
    ['an object and its end', `<fill_form form="fill_sign_up" values=${values}></fill_form>`],
    ['an object in an element that closes itself', `<fill_form form="fill_sign_up" values=${values} />`],
    ['an object in the braces of JSX', `<fill_form form={"fill_sign_up"} values={${values}} />`],
    ['an object with blanks', `<fill_form\n  form="fill_sign_up"\n  values={ "name": "Ada", "news": true }\n/>`],
  ])('%s', (_title, text) => {
    expect(read(text)).toEqual(CALL);
    for (const size of [1, 5, 30]) expect(read(text, { size })).toEqual(CALL);
  });

  test('text with braces and quotation marks stays whole', () => {
    const { calls } = read('<fill_form form="fill_sign_up" values={"name": "A } \\" > {b}"}>');
    expect(calls).toEqual([{ form: 'fill_sign_up', values: { name: 'A } " > {b}' } }]);
  });
});
