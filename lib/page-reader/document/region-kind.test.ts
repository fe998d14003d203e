import { describe, expect, test } from 'vitest';
import { isInForum } from './region-kind.ts';

describe('the address of an article', () => {
  test.each([
    'https://forum.example.org/lamp',
    'https://example.org/threads/lamp.123/',
    'https://example.org/discussions/topic/lamp/',
    'https://example.org/viewtopic.php?t=1',
  ])('is in a forum: %s', (address) => expect(isInForum(address)).toBe(true));

  test.each(['https://example.org/news/7-key-questions-for-the-harbour', 'https://example.org/a-thread-of-lamps.html'])(
    'is in no forum: %s',
    (address) => expect(isInForum(address)).toBe(false),
  );
});
