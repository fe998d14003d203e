import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCUMENT, MANAGED_SCHEMA, managedSchema, settingsDocument } from './settings.ts';

test('the document of settings is made from their table (`npm run settings` writes it)', () => {
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(settingsDocument());
});

test('the schema for administrators is made from the table of settings (`npm run settings` writes it)', () => {
  expect(JSON.parse(readFileSync(MANAGED_SCHEMA, 'utf8'))).toEqual(JSON.parse(managedSchema()));
});
