import { expect, test, vi } from 'vitest';
import { announceUnwritten, listenForUnwritten } from './failed-write-channel.ts';
import type { Unwritten } from './failed-writes.ts';
import { troubleOf } from './storage-failure.ts';

const UNWRITTEN: Unwritten = {
  threadId: 't',
  after: 3,
  events: [{ type: 'text-delta', delta: 'not yet saved' }],
  trouble: troubleOf('full'),
};

test('every page that listens hears what could not be written, as long as it listens', async () => {
  const name = crypto.randomUUID();
  const heard: string[] = [];
  const stopFirst = listenForUnwritten(name, () => heard.push('first'));
  const stopSecond = listenForUnwritten(name, ({ events }) => heard.push(JSON.stringify(events)));
  const stopOther = listenForUnwritten('other', () => heard.push('other database'));
  announceUnwritten(name, UNWRITTEN);
  await vi.waitFor(() => expect(heard.sort()).toEqual([JSON.stringify(UNWRITTEN.events), 'first']));
  stopFirst();
  announceUnwritten(name, UNWRITTEN);
  await vi.waitFor(() => expect(heard).toHaveLength(3));
  expect(heard.filter((each) => each === 'first')).toHaveLength(1);
  stopSecond();
  stopOther();
});
