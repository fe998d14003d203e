import type { Page } from 'puppeteer-core';

/** A row of the log in its stored form. */
export type Row = {
  threadId: string;
  event: { type: string; delta?: string; content?: string; outcome?: { type: string } };
};

/** All rows of all threads, read in an extension page without the extension's code. */
export function readRows(page: Page): Promise<Row[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('sidenote');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const reading = db.transaction('events').objectStore('events').getAll();
    const rows = await new Promise<Row[]>((resolve, reject) => {
      reading.onsuccess = () => resolve(reading.result);
      reading.onerror = () => reject(reading.error);
    });
    db.close();
    return rows;
  });
}
