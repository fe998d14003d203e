import { expect, onTestFinished, test, vi } from 'vitest';
import type { PdfPageRead, PdfReply } from './pdf-request.ts';
import { type PdfWorkerRequest, readPdfInTime } from './read-in-time.ts';

const REQUEST = { id: 'a', bytes: new Uint8Array(), first: 1 };

/** Reads `pages`, and hangs at page `hangsAt`. */
class FakeWorker extends EventTarget {
  static readonly started: FakeWorker[] = [];
  readonly #pages: number;
  readonly #hangsAt: number;
  isEnded = false;

  constructor(pages: number, hangsAt = Number.POSITIVE_INFINITY) {
    super();
    this.#pages = pages;
    this.#hangsAt = hangsAt;
    FakeWorker.started.push(this);
  }

  postMessage({ id, maxPages }: PdfWorkerRequest): void {
    this.#post({ sourceName: 'worker', action: 'ready' } as never);
    const last = Math.min(this.#pages, maxPages);
    for (let number = 1; number <= last; number += 1) {
      if (number === this.#hangsAt) return;
      this.#post({ id, number, text: `page ${number}` });
    }
    this.#post({ id, title: '', pages: this.#pages, blocks: [], truncated: last < this.#pages });
  }

  #post(data: PdfPageRead | PdfReply): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  terminate(): void {
    this.isEnded = true;
  }
}

/** Reads a document that hangs at a page. Returns the reply and the reported pages. */
async function read(pages: number, hangsAt?: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  FakeWorker.started.length = 0;
  const reported: number[] = [];
  const worker = () => new FakeWorker(pages, hangsAt) as unknown as Worker;
  const reply = readPdfInTime(REQUEST, worker, ({ number }) => reported.push(number));
  await vi.advanceTimersByTimeAsync(15_000);
  return { reply: await reply, reported };
}

test('a document is read in a separate worker, which ends with it', async () => {
  const { reply, reported } = await read(3);
  expect(reply).toMatchObject({ pages: 3, truncated: false });
  expect(reported).toEqual([1, 2, 3]);
  expect(FakeWorker.started.map(({ isEnded }) => isEnded)).toEqual([true]);
});

test('a page that takes longer than 15 seconds ends the worker, and those before it are read', async () => {
  const { reply, reported } = await read(9, 3);
  expect(reply).toMatchObject({ pages: 9, truncated: true });
  expect(reported).toEqual([1, 2]);
  expect(FakeWorker.started.map(({ isEnded }) => isEnded)).toEqual([true, true]);
});

test('a document whose first page takes too long is said to be slow', async () => {
  expect((await read(9, 1)).reply).toMatchObject({ code: 'pdf-slow' });
});

test('a worker that breaks ends the reading at once', async () => {
  const worker = new FakeWorker(2, 1);
  const reply = readPdfInTime(
    REQUEST,
    () => worker as unknown as Worker,
    () => undefined,
  );
  worker.dispatchEvent(new Event('error'));
  expect(await reply).toMatchObject({ code: 'pdf-slow' });
});
