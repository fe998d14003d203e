import { expect, test, vi } from 'vitest';
import { announceFailedWrite, createStorageFailure, type FailedWrite, onFailedWrite } from './storage-failure.ts';

const UNWRITTEN: FailedWrite = {
  threadId: 't',
  after: 3,
  events: [{ type: 'text-delta', delta: 'not yet saved' }],
  failure: createStorageFailure('full'),
};

test('every subscribed page gets failed writes until it unsubscribes', async () => {
  const name = crypto.randomUUID();
  const received: string[] = [];
  const stopFirst = onFailedWrite({ name }, () => received.push('first'));
  const stopSecond = onFailedWrite({ name }, ({ events }) => received.push(JSON.stringify(events)));
  const stopOther = onFailedWrite({ name: 'other' }, () => received.push('other database'));
  announceFailedWrite({ name }, UNWRITTEN);
  await vi.waitFor(() => expect(received.sort()).toEqual([JSON.stringify(UNWRITTEN.events), 'first']));
  stopFirst();
  announceFailedWrite({ name }, UNWRITTEN);
  await vi.waitFor(() => expect(received).toHaveLength(3));
  expect(received.filter((each) => each === 'first')).toHaveLength(1);
  stopSecond();
  stopOther();
});
