import { expect, test, vi } from 'vitest';
import { yieldToTasks } from './pending-tasks.ts';

test('pending promises settle before the work continues', async () => {
  const order: string[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 100; turn++) await null;
    order.push('promise');
  };
  void settle();
  await yieldToTasks();
  order.push('work');
  expect(order).toEqual(['promise', 'work']);
});

test('the work continues although timers are stopped', async () => {
  vi.useFakeTimers();
  try {
    await expect(yieldToTasks()).resolves.toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
