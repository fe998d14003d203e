import { expect, test } from 'vitest';
import { yieldToTasks } from './pending-tasks.ts';

test('tasks that are pending run before the work goes on', async () => {
  const order: string[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    order.push('task');
    port1.close();
  };
  port2.postMessage(null);
  await yieldToTasks();
  order.push('work');
  expect(order).toEqual(['task', 'work']);
});
