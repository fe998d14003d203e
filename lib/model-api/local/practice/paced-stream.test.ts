import { afterEach, expect, test, vi } from 'vitest';
import { practiceWords } from '../../../../entrypoints/background/practice-words.ts';
import { plainBody } from '../../../testing/model-api/practice-request.ts';
import { createPracticeFetch } from './practice-fetch.ts';

const practiceFetch = createPracticeFetch(practiceWords);

const url = 'https://practice.invalid/v1/chat/completions';

/** A fetch without waiting. `waits` records the pauses that it skipped. */
function countingFetch(paceMs: number) {
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
  };
  return { waits, fetch: createPracticeFetch(practiceWords, { sleep, paceMs }) };
}

function post(body: object): RequestInit {
  return { method: 'POST', body: JSON.stringify(body) };
}

afterEach(() => {
  vi.useRealTimers();
});

test('paces its chunks, and slow waits are added', async () => {
  const { waits, fetch } = countingFetch(12);
  await (await fetch(url, post(plainBody('practice: slow')))).text();
  expect(waits.slice(0, 4)).toEqual([3_000, 400, 12, 400]);
});

test('without a pace nothing waits', async () => {
  const { waits, fetch } = countingFetch(0);
  await (await fetch(url, post(plainBody('hi')))).text();
  expect(waits).toEqual([]);
});

test('an abort in the middle errors the body and leaves no timer', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const response = await practiceFetch(url, { ...post(plainBody('practice: slow')), signal: controller.signal });
  const reader = response.body?.getReader();
  const reading = reader?.read();
  await vi.advanceTimersByTimeAsync(3_500);
  expect((await reading)?.done).toBe(false);
  const next = reader?.read();
  await vi.advanceTimersByTimeAsync(1);
  expect(vi.getTimerCount()).toBe(1);
  controller.abort();
  await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a body that is cancelled leaves no timer', async () => {
  vi.useFakeTimers();
  const response = await practiceFetch(url, post(plainBody('practice: slow')));
  const reader = response.body?.getReader();
  const reading = reader?.read();
  await vi.advanceTimersByTimeAsync(1);
  expect(vi.getTimerCount()).toBe(1);
  await reader?.cancel();
  expect((await reading)?.done).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('an abort while it waits without streaming rejects', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const body = { ...plainBody('practice: slow'), stream: false };
  const asking = practiceFetch(url, { ...post(body), signal: controller.signal });
  const outcome = expect(asking).rejects.toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort();
  await outcome;
  expect(vi.getTimerCount()).toBe(0);
});

test('a signal that is already aborted rejects at once', async () => {
  await expect(practiceFetch(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
});
