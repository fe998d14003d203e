import { expect, test } from 'vitest';
import { feedText, type LiveFeed } from './tool-arguments.tsx';

function read(...texts: string[]): LiveFeed | null {
  let feed: LiveFeed | null = null;
  for (const text of texts) feed = feedText(feed, text);
  return feed;
}

test('a text that grows is read on', () => {
  expect(read('{"city":', '{"city":"Par', '{"city":"Paris"}')?.json.value).toEqual({ city: 'Paris' });
});

test('the same text twice changes nothing', () => {
  const first = read('{"city":"Par');
  expect(feedText(first, '{"city":"Par').json).toBe(first?.json);
});

test('a text that begins anew is read anew, shorter or longer', () => {
  expect(read('{"city":"Paris"}', '{"ci')?.json.value).toEqual({});
  expect(read('{}', '{"city":"Paris"}')?.json.value).toEqual({ city: 'Paris' });
});
