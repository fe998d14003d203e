import { openDb } from '../../lib/storage/db.ts';
import { Receipts } from '../../lib/storage/receipts.ts';

const WARM_UP = 20;

/** How long recording takes before a request may be sent, in milliseconds. Each request repeats the previous one. */
async function measure(requests: number, pageSize: number): Promise<number[]> {
  const db = openDb(`receipt-speed-${crypto.randomUUID()}`);
  await db.threads.add({ threadId: 't', title: '', createdAt: 0, updatedAt: 0, lastSeq: 0, openRunId: '' });
  const receipts = new Receipts(db, Date.now);
  const page = Array.from({ length: pageSize / 8 }, (_, n) => `word${n % 1_000}`).join(' ');
  const messages = [{ role: 'user', content: page }];
  const times: number[] = [];
  for (let n = 0; n < requests + WARM_UP; n++) {
    messages.push({ role: 'assistant', content: `Answer ${n}` });
    const body = JSON.stringify({ model: 'm', messages });
    const passages = [{ page: 'https://example.org/', ranges: [], count: 1, text: page }];
    const start = performance.now();
    await receipts.record(
      { threadId: 't', runId: 'r' },
      { kind: 'model', method: 'POST', url: 'https://api.example.com/v1', headers: [], body, passages },
    );
    if (n >= WARM_UP) times.push(performance.now() - start);
    // The server's turn, during which the text is stored.
    await receipts.settled();
  }
  await db.delete();
  return times;
}

Object.assign(globalThis, { measure });
