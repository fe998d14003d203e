import type { Page } from 'puppeteer-core';

/** In milliseconds since 1970. */
type Write = { startedAt: number; endedAt?: number };
declare global {
  var bareWrites: Write[] | undefined;
}

const PAUSE_MS = 20;

/** Makes an extension page repeat a minimal write to a separate database, until `endBareWrites`. */
export async function startBareWrites(page: Page): Promise<void> {
  await page.evaluate((pauseMs) => {
    const writes: Write[] = [];
    globalThis.bareWrites = writes;
    const opening = indexedDB.open('bare-writes');
    opening.onupgradeneeded = () => opening.result.createObjectStore('writes');
    opening.onsuccess = () => {
      const writeNext = () => {
        if (globalThis.bareWrites !== writes) return opening.result.close();
        const write: Write = { startedAt: Date.now() };
        writes.push(write);
        const transaction = opening.result.transaction('writes', 'readwrite', { durability: 'strict' });
        transaction.objectStore('writes').put(write.startedAt, 0);
        transaction.oncomplete = () => {
          write.endedAt = Date.now();
          setTimeout(writeNext, pauseMs);
        };
      };
      writeNext();
    };
  }, PAUSE_MS);
}

/**
 * Stops the writes. Returns a function that returns the longest write between two times, in milliseconds: how long the
 * machine itself was blocked, usually by its disk.
 */
export async function endBareWrites(page: Page): Promise<(from: number, to: number) => number> {
  const writes = await page.evaluate(() => {
    const { bareWrites = [] } = globalThis;
    globalThis.bareWrites = undefined;
    return bareWrites;
  });
  return (from, to) =>
    Math.max(0, ...writes.map(({ startedAt, endedAt = to }) => Math.min(endedAt, to) - Math.max(startedAt, from)));
}
