import { beforeEach, describe, expect, test } from 'vitest';
import { HeldWork } from './held-work.ts';

let holds: number;
let ready: PromiseWithResolvers<void>;
let held: HeldWork;
beforeEach(() => {
  holds = 0;
  ready = Promise.withResolvers();
  held = new HeldWork(ready.promise, {
    hold: () => {
      holds += 1;
      return () => {
        holds -= 1;
      };
    },
  });
});

describe('held work', () => {
  test('begins when the database is ready, and keeps the worker alive until it ends', async () => {
    const started: number[] = [];
    const result = held.run(async (value: number) => {
      started.push(value);
      return holds;
    })(7);
    await Promise.resolve();
    expect(started).toEqual([]);
    ready.resolve();
    expect(await result).toBe(1);
    expect([started, holds]).toEqual([[7], 0]);
  });

  test('that fails releases the worker', async () => {
    ready.resolve();
    await expect(held.run(async () => Promise.reject(new Error('no')))()).rejects.toThrow('no');
    expect(holds).toBe(0);
  });

  test('that reports keeps the worker alive until its last report, or until there is no reader', async () => {
    ready.resolve();
    const count = held.stream(async function* (end: number) {
      for (let value = 0; value < end; value++) yield [value, holds];
    });
    expect(await Array.fromAsync(count(2))).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(holds).toBe(0);
    for await (const _item of count(9)) break;
    expect(holds).toBe(0);
  });
});
