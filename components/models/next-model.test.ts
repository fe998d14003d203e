import { expect, test } from 'vitest';
import type { Message } from '../../lib/contracts/index.ts';
import { keyOfModel, modelEntries } from './model-entry.ts';
import { isModelGone, nextModel } from './next-model.ts';

const endpoint = (endpointId: string, models: string[]) => ({
  endpointId,
  name: endpointId,
  baseUrl: `https://${endpointId}.example/v1`,
  models,
  createdAt: 0,
});
const entries = modelEntries([
  endpoint('openai', ['text-embedding-3', 'gpt-5.1', 'gpt-5.1-mini', 'o4']),
  endpoint('router', ['openai/gpt-5-mini', 'mistralai/mistral-large', 'qwen/qwen3-8b']),
]);
const ref = (endpointId: string, modelId: string) => ({ endpointId, modelId });
const next = (model: ReturnType<typeof ref>, favourites: ReturnType<typeof ref>[] = [], gone: string[] = []) =>
  nextModel(model, { entries, favourites, gone: new Set(gone) })?.model.modelId ?? null;

test('the next favorite is asked, and after the last one the first', () => {
  const favourites = [ref('router', 'qwen/qwen3-8b'), ref('openai', 'gpt-5-mini'), ref('openai', 'o4')];
  expect(next(ref('openai', 'gpt-5-mini'), favourites)).toBe('o4');
  expect(next(ref('openai', 'o4'), favourites)).toBe('qwen/qwen3-8b');
  expect(next(ref('openai', 'gpt-4.1'), favourites)).toBe('qwen/qwen3-8b');
});

test('a favorite that is not listed, or was found to be gone, is skipped', () => {
  const favourites = [ref('openai', 'gpt-5'), ref('router', 'gone'), ref('openai', 'o4')];
  expect(next(ref('openai', 'gpt-5'), favourites)).toBe('o4');
  expect(next(ref('openai', 'gpt-5'), favourites, [keyOfModel(ref('openai', 'o4'))])).toBe('gpt-5.1');
});

test('without favorites the most similar name is asked, of the same endpoint if there is one', () => {
  expect(next(ref('openai', 'gpt-5-mini'))).toBe('gpt-5.1-mini');
  expect(next(ref('openai', 'gpt-5-mini'), [], [keyOfModel(ref('openai', 'gpt-5.1-mini'))])).toBe('gpt-5.1');
  expect(next(ref('openai', 'mistral-large-2411'))).toBe('mistralai/mistral-large');
});

test('no model is offered that has nothing of the name', () => {
  expect(next(ref('router', 'zephyr'))).toBeNull();
  expect(nextModel(ref('openai', 'gpt-5'), { entries: [], favourites: [], gone: new Set() })).toBeNull();
});

test('only an answer that failed because its model is missing counts as gone', () => {
  const answer = (reason: object) =>
    ({
      role: 'assistant',
      outcome: { type: 'error', failure: { code: 'not-found', reason, retryable: false } },
    }) as Message;
  expect(isModelGone(answer({ type: 'model-not-found', host: 'h', model: 'm' }))).toBe(true);
  expect(isModelGone(answer({ type: 'no-chat-endpoint', host: 'h' }))).toBe(false);
  expect(isModelGone({ role: 'assistant', outcome: { type: 'complete' } } as Message)).toBe(false);
  expect(isModelGone(undefined)).toBe(false);
});
