import { expect, test } from 'vitest';
import { PartialArguments } from './partial-arguments.ts';

function assemble(...parts: object[]): unknown {
  const partial = new PartialArguments();
  for (const part of parts) partial.add([part]);
  return JSON.parse(partial.toJson());
}

test('joins texts with the same path and keeps other types', () => {
  expect(
    assemble(
      { jsonPath: '$.city', stringValue: 'Os', willContinue: true },
      { jsonPath: '$.city', stringValue: 'lo' },
      { jsonPath: '$.days', numberValue: 0 },
      { jsonPath: '$.exact', boolValue: false },
      { jsonPath: '$.near', nullValue: 'NULL_VALUE' },
    ),
  ).toEqual({ city: 'Oslo', days: 0, exact: false, near: null });
});

test('builds lists and objects from nested paths', () => {
  expect(
    assemble(
      { jsonPath: '$.sites[0].url', stringValue: 'a.no' },
      { jsonPath: "$.sites[1]['url']", stringValue: 'b.no' },
      { jsonPath: '$["a name"]', stringValue: 'x' },
    ),
  ).toEqual({ sites: [{ url: 'a.no' }, { url: 'b.no' }], 'a name': 'x' });
});

test.each(['$', '$.', '$[x]', '$..a', 5, undefined, `$${'.a'.repeat(65)}`])('leaves out the path %j', (jsonPath) => {
  expect(assemble({ jsonPath, stringValue: 'x' })).toEqual({});
});

test('never reaches a prototype', () => {
  const input = assemble({ jsonPath: '$.__proto__.city', stringValue: 'x' }) as Record<string, unknown>;
  expect(input.city).toBeUndefined();
  expect(({} as Record<string, unknown>).city).toBeUndefined();
});
