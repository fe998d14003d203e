import { expect, test } from 'vitest';
import type { FormDefinition, FormField, TabForm } from '../lib/contracts/index.ts';
import { planFilling } from './fill-plan.ts';

const field = (key: string, label: string, attributes: string) =>
  ({ key, label, groups: [], fingerprint: { attributes } }) as unknown as FormField;
const form = (name: string, title: string, fields: FormField[]): TabForm => ({
  frameId: 0,
  documentId: 'document',
  url: 'https://page.test/',
  form: { name, title, fields } as unknown as FormDefinition,
});
const FORMS = [
  form('fill_search', 'Search', [field('words', 'Words', 'q  search')]),
  form('fill_sign_up', 'Sign up', [field('e_mail', 'E-mail', 'mail mail-field email')]),
];

test.each(['Sign up', 'fill_sign_up', '2', 'sign UP'])(
  'finds a form by its title, its tool or its number: %s',
  (name) => {
    expect(planFilling({ [name]: { 'E-mail': 'a@b.c' } }, 'page', FORMS)).toEqual([
      { name, form: FORMS[1], entries: { e_mail: 'a@b.c' } },
    ]);
  },
);

test.each(['e_mail', 'E-mail', 'mail', 'mail-field'])(
  'finds a field by its key, its label, its name or its id: %s',
  (name) => {
    expect(planFilling({ 2: { [name]: 'x' } }, 'page', FORMS)[0]?.entries).toEqual({ e_mail: 'x' });
  },
);

test('keeps names that fit nothing, so that they are reported', () => {
  expect(planFilling({ Other: { a: 1 }, 1: { b: true } }, 'page', FORMS)).toEqual([
    { name: '1', form: FORMS[0], entries: { b: true } },
    { name: 'Other', form: null, entries: { a: 1 } },
  ]);
});

test('uses the values under the name of the page, and none of another page', () => {
  const values = { page: { 1: { words: 'lamps' } }, other: { 2: { 'E-mail': 'x' } } };
  expect(planFilling(values, 'page', FORMS).map(({ entries }) => entries)).toEqual([{ words: 'lamps' }]);
  expect(planFilling(values, 'third', FORMS)).toEqual([]);
});
