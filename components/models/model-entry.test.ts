import { expect, test } from 'vitest';
import { type Endpoint, PRACTICE_ENDPOINT } from '../../lib/contracts/endpoint.ts';
import { groupModels, modelEntries } from './model-entry.ts';

const endpoint = (endpointId: string, models: string[]): Endpoint => {
  return { endpointId, name: endpointId.toUpperCase(), baseUrl: '', models, createdAt: 0 };
};
const ENTRIES = modelEntries([
  endpoint('a', ['org/llama-70b', 'mistral-small', 'llama-8b']),
  endpoint('b', ['gpt', 'llama-8b']),
  PRACTICE_ENDPOINT,
]);
const listed = (query: string, favourites = [{ endpointId: 'b', modelId: 'gpt' }]) =>
  groupModels(ENTRIES, { query, favourites, recent: [{ endpointId: 'a', modelId: 'gone' }] }).map(
    ({ title, entries }) => `${title}: ${entries.map((entry) => entry.name).join(', ')}`,
  );

test('all models are listed by endpoint, after favourites; removed ones are not listed as recent', () => {
  expect(listed('')).toEqual([
    'Favorites: gpt',
    'A: org/llama-70b, mistral-small, llama-8b',
    'B: gpt, llama-8b',
    'Sidenote: Practice model (not an AI)',
  ]);
});

test('a search finds all its words in any order, names with that prefix first', () => {
  expect(listed('llama')).toEqual(['A: llama-8b, org/llama-70b', 'B: llama-8b']);
  expect(listed('70B  LLAMA')).toEqual(['A: org/llama-70b']);
  expect(listed('not an ai')).toEqual(['Sidenote: Practice model (not an AI)']);
});

test('a search finds the models of an endpoint by its name', () => {
  expect(listed('b gpt')).toEqual(['B: gpt']);
  expect(listed('nothing like it')).toEqual([]);
});

test.each([
  ['/home/me/models/acme-7b-q4.gguf', 'acme-7b-q4'],
  ['C:\\models\\acme-7b.GGUF', 'acme-7b'],
  ['./acme.gguf', 'acme'],
  ['models/acme.gguf', 'acme'],
  ['acme.gguf', 'acme'],
  ['/srv/weights/acme-7b', 'acme-7b'],
  ['Acme/Acme-30B-A3B', 'Acme/Acme-30B-A3B'],
  ['accounts/acme/models/acme-v3', 'accounts/acme/models/acme-v3'],
  ['.gguf', '.gguf'],
  ['/', '/'],
])('the model %s is shown as %s and is found by both', (modelId, name) => {
  const [entry] = modelEntries([endpoint('a', [modelId])]);
  expect(entry).toMatchObject({ name, model: { modelId } });
  expect(entry?.words).toContain(modelId.toLowerCase());
});
