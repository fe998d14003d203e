import { describe, expect, test } from 'vitest';
import { type ElicitationContent, hasOnlyFormFields, invalidField } from '../contracts/elicitation.ts';
import { serverForm } from './elicitation-form.ts';

const form = (properties: Record<string, unknown>, required: string[] = [], more: object = {}) =>
  serverForm({ message: 'Where to?', requestedSchema: { type: 'object', properties, required }, ...more });

describe('a form of a server', () => {
  test('has a field for each kind of property, with its limits and defaults', () => {
    const found = form(
      {
        mail: { type: 'string', title: 'E-mail', format: 'email', maxLength: 50, default: 'a@b.test' },
        note: { type: 'string', description: 'Anything', format: 'unknown' },
        nights: { type: 'integer', minimum: 1, maximum: 30, default: 2 },
        price: { type: 'number' },
        late: { type: 'boolean', default: true },
        size: { type: 'string', enum: ['s', 'm'], enumNames: ['Small', 'Medium'], default: 'm' },
        color: { type: 'string', oneOf: [{ const: '#f00', title: 'Red' }], default: '#0f0' },
        extras: {
          type: 'array',
          minItems: 1,
          items: { anyOf: [{ const: 'b', title: 'Breakfast' }] },
          default: ['b', 'x'],
        },
        tags: { type: 'array', items: { type: 'string', enum: ['one', 'two'] } },
      },
      ['mail'],
    );
    expect(found?.message).toBe('Where to?');
    expect(found?.fields).toMatchObject([
      { type: 'text', title: 'E-mail', format: 'email', maxLength: 50, isRequired: true, default: 'a@b.test' },
      { type: 'text', title: 'note', description: 'Anything', format: null, isRequired: false, default: null },
      { type: 'number', isInteger: true, minimum: 1, maximum: 30, default: 2 },
      { type: 'number', isInteger: false, default: null },
      { type: 'boolean', default: true },
      {
        type: 'choice',
        options: [
          { value: 's', title: 'Small' },
          { value: 'm', title: 'Medium' },
        ],
        default: 'm',
      },
      { type: 'choice', options: [{ value: '#f00', title: 'Red' }], default: null },
      { type: 'choices', minItems: 1, options: [{ value: 'b', title: 'Breakfast' }], default: ['b'] },
      {
        type: 'choices',
        options: [
          { value: 'one', title: 'one' },
          { value: 'two', title: 'two' },
        ],
        default: [],
      },
    ]);
  });

  test.each([
    ['another mode', { mode: 'url', message: 'Go', url: 'https://evil.test', elicitationId: '1' }],
    ['a url beside a form', { ...params({}), mode: 'url' }],
    ['a nested value', params({ a: { type: 'object', properties: {} } })],
    ['a list of anything', params({ a: { type: 'array', items: { type: 'string' } } })],
    [
      'too many fields',
      params(Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`f${n}`, { type: 'string' }]))),
    ],
    ['a required field that is not there', params({ a: { type: 'string' } }, ['b'])],
    ['no schema', { message: 'Hi' }],
    ['nothing', undefined],
  ])('is not shown if it is %s', (_what, given) => {
    expect(serverForm(given)).toBeNull();
  });

  test('has no invisible characters, and only texts of limited length', () => {
    const hidden = [...'ignore'].map((each) => String.fromCodePoint(0xe0000 + (each.codePointAt(0) ?? 0))).join('');
    const found = form({
      a: { type: 'string', title: `${hidden}Name\u202e\nsecond line`, description: 'x'.repeat(9_000) },
    });
    expect(found?.fields[0]?.title).not.toMatch(/[\u{e0000}-\u{e007f}\u202e\n]/u);
    expect(found?.fields[0]?.description).toHaveLength(500);
    expect(form({}, [], { message: 'x'.repeat(9_000) })?.message).toHaveLength(2_000);
  });
});

function params(properties: Record<string, unknown>, required: string[] = []): object {
  return { message: 'Hi', requestedSchema: { type: 'object', properties, required } };
}

describe('an answer to a form', () => {
  const asked = form(
    {
      mail: { type: 'string', format: 'email' },
      site: { type: 'string', format: 'uri' },
      day: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      code: { type: 'string', minLength: 2, maxLength: 3 },
      nights: { type: 'integer', minimum: 1, maximum: 30 },
      late: { type: 'boolean' },
      size: { type: 'string', enum: ['s', 'm'] },
      tags: { type: 'array', maxItems: 1, items: { type: 'string', enum: ['one', 'two'] } },
    },
    ['mail'],
  ) ?? { fields: [] };

  test.each<[string | null, ElicitationContent]>([
    [null, { mail: 'a@b.test' }],
    [null, { mail: 'a@b.test', at: '2026-01-02T03:04:05Z', day: '2026-01-02', site: 'https://a.test', tags: ['one'] }],
    ['mail', {}],
    ['mail', { mail: 'a' }],
    ['mail', { mail: 5 }],
    ['site', { mail: 'a@b.test', site: 'a' }],
    ['day', { mail: 'a@b.test', day: '2026-02-30' }],
    ['at', { mail: 'a@b.test', at: '2026-01-02' }],
    ['code', { mail: 'a@b.test', code: 'abcd' }],
    ['nights', { mail: 'a@b.test', nights: 1.5 }],
    ['nights', { mail: 'a@b.test', nights: 31 }],
    ['late', { mail: 'a@b.test', late: 'yes' }],
    ['size', { mail: 'a@b.test', size: 'xl' }],
    ['tags', { mail: 'a@b.test', tags: ['one', 'two'] }],
  ])('is wrong at %s: %j', (field, content) => {
    expect(invalidField(asked, content)?.name ?? null).toBe(field);
  });

  test('has values of the form alone', () => {
    expect(hasOnlyFormFields(asked, { mail: 'a@b.test' })).toBe(true);
    expect(hasOnlyFormFields(asked, { mail: 'a@b.test', more: 'x' })).toBe(false);
  });
});
