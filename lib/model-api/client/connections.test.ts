import { expect, test } from 'vitest';
import { createConnections } from './connections.ts';

const never = new AbortController().signal;

test('each server has six connections', () => {
  const connectionsTo = createConnections();
  const taken = Array.from({ length: 7 }, () => connectionsTo('http://a').tryTake());
  expect(taken.map((each) => each !== null)).toEqual([true, true, true, true, true, true, false]);
  expect(connectionsTo('http://b').tryTake()).not.toBeNull();
});

test('a released connection is given to the next waiter, in order', async () => {
  const connections = createConnections(1)('http://a');
  const release = connections.tryTake();
  const order: string[] = [];
  const first = connections.take(never).then((own) => {
    order.push('first');
    return own;
  });
  const second = connections.take(never).then(() => order.push('second'));
  release?.();
  expect(connections.tryTake()).toBeNull();
  (await first)();
  await second;
  expect(order).toEqual(['first', 'second']);
});

test('releasing twice frees one connection', async () => {
  const connections = createConnections(2)('http://a');
  const release = connections.tryTake();
  connections.tryTake();
  release?.();
  release?.();
  expect(connections.tryTake()).not.toBeNull();
  expect(connections.tryTake()).toBeNull();
});

test('an aborted waiter takes no connection and does not block the others', async () => {
  const connections = createConnections(1)('http://a');
  const release = connections.tryTake();
  const stop = new AbortController();
  const given = connections.take(stop.signal);
  const next = connections.take(never);
  stop.abort(new Error('stopped'));
  await expect(given).rejects.toThrow('stopped');
  release?.();
  (await next)();
  expect(connections.tryTake()).not.toBeNull();
});
