import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { compareWithLimit, sumUsage } from '../agent/metrics/usage.ts';
import type { ThreadEvent } from '../contracts/event.ts';
import { recordObservation } from './capabilities.ts';
import { openDb } from './db.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { listedPrices, usageSince } from './usage.ts';

const model = { endpointId: 'e', modelId: 'm' };

function answered(n: number): ThreadEvent[] {
  const run = { runId: `r${n}`, messageId: `q${n}`, model, tabId: null, page: null, maxSteps: 1 };
  const stats = { ms: 2_000, steps: 1, toolCalls: 0, inputTokens: 1_000_000, outputTokens: 500_000 };
  return [
    { type: 'user-message', messageId: `q${n}`, content: 'Hi.' },
    { type: 'run-start', ...run },
    { type: 'run-end', outcome: { type: 'complete' }, stats },
  ];
}

test('usage of a month is read from the chats, with the listed prices', async () => {
  const db = openDb(crypto.randomUUID());
  let now = 1_000;
  const log = createDatabaseThreadLog(db, () => now);
  await log.append('old', answered(1), null);
  now = 5_000;
  await log.append('old', answered(2), null);
  await log.append('new', answered(3), null);
  await recordObservation(db, model, 'https://a.test/v1', { type: 'price', price: { input: 2, output: 4 } }, now);
  const usages = await usageSince(db, 5_000);
  expect(usages.map(({ messageId }) => messageId).sort()).toEqual(['r2', 'r3']);
  const sum = sumUsage(usages, 'model', await listedPrices(db)).get('["e","m"]');
  expect(sum).toMatchObject({ answers: 2, cost: 8, unpriced: 0 });
  expect(compareWithLimit(sum?.cost ?? 0, 8)).toBe('over');
});
