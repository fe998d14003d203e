import { expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/event.ts';
import { asked, buildThread, called, gave, runStart, step } from '../../testing/agent/scripted-thread.ts';
import { contextBudget, pageBudget, shareBudget } from './context-budget.ts';
import { contextTokens } from './fit-context.ts';
import { modelMessages } from './model-context.ts';

const thread = (...events: ThreadEvent[]) => buildThread(asked('q', 'Why?'), runStart('r'), ...events);
const start: ThreadEvent = { type: 'step-start', stepId: 'r:1', toolMode: 'native' };
const tooLong: ThreadEvent = { type: 'step-reset', stepId: 'r:1', reason: 'context-length' };
const read = [...step('r:0', ...called('a', 'read')), gave('a', 'Low water at noon. '.repeat(60))];
/** What step 1 sent and the server refused, in tokens. */
const REFUSED = contextTokens(modelMessages(thread(...read)));
const later = [...read, start, tooLong, ...step('r:1', ...called('b', 'read')), gave('b', 'High water. '.repeat(900))];

test('the budget is unlimited if nothing is known', () => {
  expect(contextBudget(thread(...read), null, 500)).toBeNull();
});

test('a known window allows nine tenths of it, minus the rest of the request', () => {
  expect(contextBudget(thread(), 1_000, 500)).toBe(400);
  expect(contextBudget(thread(), 100, 500)).toBe(0);
});

test('a refused request limits the whole run to three fifths of its size if the window is unknown', () => {
  expect(contextBudget(thread(...read, start, tooLong), null, 500)).toBe(Math.floor(REFUSED * 0.6));
  expect(contextBudget(thread(...later), null, 500)).toBe(Math.floor(REFUSED * 0.6));
});

test('a window that should have fit the refused request according to the estimate allows seven tenths of it', () => {
  expect(contextBudget(thread(...later), 100_000, 500)).toBe(Math.floor(REFUSED * 0.7));
});

test('a window that the refusal named is filled almost as far as usual', () => {
  expect(contextBudget(thread(...read, start, tooLong), 300, 10)).toBe(Math.floor(300 * 0.88) - 10);
});

const page = (options: Partial<Parameters<typeof pageBudget>[0]> = {}) =>
  pageBudget({
    contextWindow: null,
    maxOutputTokens: null,
    isLocal: true,
    maxTokens: 24_000,
    carriedTokens: 0,
    historyTokens: 0,
    ...options,
  });

test("pages get two fifths of the room that history and answer leave in a known window, up to the user's limit", () => {
  expect(page({ contextWindow: 4_096 })).toBe(Math.floor((4_096 - 600 - 1_024) * 0.4));
  expect(page({ contextWindow: 32_768, historyTokens: 10_000 })).toBe(
    Math.floor((32_768 - 600 - 4_000 - 10_000) * 0.4),
  );
  expect(page({ contextWindow: 1_000_000 })).toBe(24_000);
  expect(page({ contextWindow: 1_000_000, maxTokens: 2_000 })).toBe(2_000);
});

test('pages get a minimum despite any history, but never most of a tiny window', () => {
  expect(page({ contextWindow: 8_192, historyTokens: 50_000 })).toBe(500);
  expect(page({ contextWindow: 512 })).toBe(204);
});

test('pages get 6,000 tokens of an unknown local window and 16,000 of a hosted one, minus what was sent before', () => {
  expect(page()).toBe(6_000);
  expect(page({ isLocal: false })).toBe(16_000);
  expect(page({ carriedTokens: 2_000 })).toBe(4_000);
  expect(page({ carriedTokens: 9_000 })).toBe(1_500);
});

test('a budget is shared so that an entry that needs less leaves the rest to the others', () => {
  expect(shareBudget(900, [5_000, 100, 5_000])).toEqual([400, 100, 400]);
  expect(shareBudget(900, [100, 200])).toEqual([100, 200]);
  expect(shareBudget(900, [Number.POSITIVE_INFINITY, 5_000])).toEqual([450, 450]);
  expect(shareBudget(900, [])).toEqual([]);
});
