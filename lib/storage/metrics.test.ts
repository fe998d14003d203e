import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MetricSample } from '../contracts/metric.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { clearSamples, createRecorder, KEPT_MS, pruneSamples, samplesSince } from './metrics.ts';

const HOUR = 3_600_000;

let db: SidenoteDb;
let clock = 0;
const now = () => clock;
beforeEach(() => {
  db = openDb(`metrics-${crypto.randomUUID()}`);
  clock = 10 * KEPT_MS;
});
afterEach(async () => {
  await db.delete();
});

const rollback = (at = clock): MetricSample => ({ at, model: null, type: 'rollback' });
const started = (toolName: string): MetricSample => ({
  at: clock,
  model: { endpointId: 'e', modelId: 'm' },
  type: 'call-started',
  toolName,
  ms: 3,
  whileStreaming: true,
});

describe('the recorder', () => {
  test('writes collected samples in one transaction, and at once on flush', async () => {
    const metrics = createRecorder(db, { now });
    for (let count = 0; count < 50; count++) metrics.record(rollback());
    metrics.record(started('read_page'));
    expect(await db.metrics.count()).toBe(0);
    await metrics.flush();
    expect(await db.metrics.count()).toBe(51);
    expect((await samplesSince(db, 0)).at(-1)).toEqual(started('read_page'));
  });

  test('writes soon after a sample, even after a manual flush', async () => {
    const metrics = createRecorder(db, { now, gatherMs: 0 });
    metrics.record(rollback());
    await metrics.flush();
    metrics.record(rollback());
    await expect.poll(() => db.metrics.count()).toBe(2);
  });

  test('deletes samples older than a week at the start and then once an hour', async () => {
    await db.metrics.bulkAdd([rollback(clock - KEPT_MS - 1), rollback(clock - KEPT_MS)]);
    const metrics = createRecorder(db, { now });
    await metrics.flush();
    expect(await samplesSince(db, 0)).toEqual([rollback(clock - KEPT_MS)]);
    clock += HOUR - 1;
    await metrics.flush();
    expect(await db.metrics.count()).toBe(1);
    clock += 1;
    await metrics.flush();
    expect(await db.metrics.count()).toBe(0);
  });

  test('a database that refuses writes causes no error, and earlier samples stay', async () => {
    const lines: object[] = [];
    const metrics = createRecorder(db, { now, isLogging: () => true, writeLine: (line) => lines.push(line) });
    metrics.record(rollback());
    await metrics.flush();
    db.close({ disableAutoOpen: true });
    metrics.record(rollback());
    await expect(metrics.flush()).resolves.toBeUndefined();
    expect(lines).toMatchObject([{ type: 'samples-lost', count: 1 }]);
    await db.open();
    metrics.record(rollback());
    await metrics.flush();
    expect(await db.metrics.count()).toBe(2);
  });

  test('does not store invented tool names', async () => {
    const metrics = createRecorder(db, { now });
    for (const name of ['read_page', 'the secret is 42', 'x'.repeat(65), '']) metrics.record(started(name));
    await metrics.flush();
    const names = (await samplesSince(db, 0)).map((sample) => 'toolName' in sample && sample.toolName);
    expect(names).toEqual(['read_page', 'unknown', 'unknown', 'unknown']);
  });

  test('writes tool calls to the console only while enabled', () => {
    const lines: object[] = [];
    let isLogging = false;
    const metrics = createRecorder(db, { now, isLogging: () => isLogging, writeLine: (line) => lines.push(line) });
    metrics.record(started('read_page'));
    isLogging = true;
    metrics.record(started('read_tab'));
    metrics.record(rollback());
    expect(lines).toEqual([started('read_tab')]);
  });
});

describe('the samples', () => {
  test('are read from a given time on, in order', async () => {
    await db.metrics.bulkAdd([rollback(5), rollback(3), rollback(4), rollback(2)]);
    expect((await samplesSince(db, 3)).map((sample) => sample.at)).toEqual([3, 4, 5]);
  });

  test('are limited in number, and the oldest are deleted first', async () => {
    await db.metrics.bulkAdd([clock, clock - 3, clock - 1, clock - 2].map(rollback));
    await pruneSamples(db, clock, 2);
    expect((await samplesSince(db, 0)).map((sample) => sample.at)).toEqual([clock - 1, clock]);
  });

  test('are deleted when the user clears them', async () => {
    await db.metrics.bulkAdd([rollback(), rollback()]);
    await clearSamples(db);
    expect(await samplesSince(db, 0)).toEqual([]);
  });
});
