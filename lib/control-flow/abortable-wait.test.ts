import { expect, test } from 'vitest';
import { sleep, unlessAborted } from './abortable-wait.ts';

test('a sleep without abort ends', async () => {
  await expect(sleep(1, new AbortController().signal)).resolves.toBeUndefined();
});

test('a signal ends a sleep immediately, even one that is already aborted', async () => {
  const stop = new AbortController();
  const asleep = sleep(60_000, stop.signal);
  stop.abort('stopped');
  await expect(asleep).rejects.toBe('stopped');
  await expect(sleep(60_000, stop.signal)).rejects.toBe('stopped');
});

test('work is not awaited once the signal is aborted, even before it began', async () => {
  const stop = new AbortController();
  expect(await unlessAborted(Promise.resolve('done'), stop.signal)).toBe('done');
  const waiting = unlessAborted(new Promise(() => undefined), stop.signal);
  stop.abort('stopped');
  await expect(waiting).rejects.toBe('stopped');
  await expect(unlessAborted(new Promise(() => undefined), stop.signal)).rejects.toBe('stopped');
  await expect(unlessAborted(Promise.resolve('done'), stop.signal)).rejects.toBe('stopped');
});
