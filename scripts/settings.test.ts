import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCUMENT, MANAGED_SCHEMA, managedSchema, settingsDocument } from './settings.ts';

test('the document of settings is made from their table (`npm run settings` writes it)', () => {
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(settingsDocument());
});

test('the schema for administrators is made from the table of settings (`npm run settings` writes it)', () => {
  expect(JSON.parse(readFileSync(MANAGED_SCHEMA, 'utf8'))).toEqual(JSON.parse(managedSchema()));
});

test('the schema for administrators has only what Chrome allows, which loads no extension with another one', () => {
  const schemas = listSchemas(JSON.parse(managedSchema()));
  const known = ['type', 'title', 'description', 'properties', 'items', 'enum', 'minimum', 'maximum'];
  expect(schemas.length).toBeGreaterThan(15);
  expect(schemas.flatMap(Object.keys).filter((field) => !known.includes(field))).toEqual([]);
  expect(
    schemas.filter(({ type, minimum, maximum }) => type !== 'integer' && (minimum ?? maximum) !== undefined),
  ).toEqual([]);
});

type Schema = {
  type?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
};

function listSchemas(schema: Schema): Schema[] {
  const parts = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  return [schema, ...parts.flatMap(listSchemas)];
}
