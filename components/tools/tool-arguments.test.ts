import { expect, test } from 'vitest';
import { feedText, type LiveFeed } from './tool-arguments.tsx';

function read(...texts: string[]): LiveFeed | null {
  let feed: LiveFeed | null = null;
  for (const text of texts) feed = feedText(feed, text);
  return feed;
}

test('a growing text is read incrementally', () => {
  expect(read('{"city":', '{"city":"Par', '{"city":"Paris"}')?.json.value).toEqual({ city: 'Paris' });
});

test('the same text twice changes nothing', () => {
  const first = read('{"city":"Par');
  expect(feedText(first, '{"city":"Par').json).toBe(first?.json);
});

test('a replaced text is read from the start, shorter or longer', () => {
  expect(read('{"city":"Paris"}', '{"ci')?.json.value).toEqual({});
  expect(read('{}', '{"city":"Paris"}')?.json.value).toEqual({ city: 'Paris' });
});
