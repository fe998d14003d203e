import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CodePiece, highlight } from './highlight.ts';
import type { CodeRequest } from './highlight-worker.ts';
import { Highlighter, type HighlightWorker } from './highlighter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Workers that highlight immediately, but never answer for code that contains `slow`. */
function startWorkers() {
  const workers: { isTerminated: boolean }[] = [];
  const start = (): HighlightWorker => {
    const worker = {
      isTerminated: false,
      onmessage: null as HighlightWorker['onmessage'],
      onerror: null,
      terminate(): void {
        worker.isTerminated = true;
      },
      postMessage({ code, language }: CodeRequest): void {
        if (code.includes('slow')) return;
        const data = highlight(code, language);
        worker.onmessage?.call(worker as unknown as Worker, { data } as MessageEvent);
      },
    };
    workers.push(worker);
    return worker;
  };
  return { highlighter: new Highlighter(start), workers };
}

const isColoured = (pieces: readonly CodePiece[] | null) => pieces?.some((piece) => typeof piece !== 'string') ?? false;

test('a block whose colours take too long ends its worker, and the next one gets another', async () => {
  const { highlighter, workers } = startWorkers();
  const [fast, slow, next] = ['const a = 1;', 'slow', 'const b = 2;'].map((code) =>
    highlighter.highlight({ code, language: 'js' }),
  );
  expect(isColoured((await fast) ?? null)).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await slow).toBeNull();
  expect(isColoured((await next) ?? null)).toBe(true);
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
});

test('code of an unknown language stays as it is, in the same worker', async () => {
  const { highlighter, workers } = startWorkers();
  expect(await highlighter.highlight({ code: 'a', language: 'klingon' })).toBeNull();
  expect(isColoured(await highlighter.highlight({ code: 'const a = 1;', language: 'js' }))).toBe(true);
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false]);
});
