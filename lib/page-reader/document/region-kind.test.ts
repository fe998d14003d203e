import { describe, expect, test } from 'vitest';
import { isCommentsHeading, isForumPage, isInForum, isSideHeading } from './region-kind.ts';

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

test('replies are the content of an entry of a tracker, but not of an article in an issue of a magazine', () => {
  expect(isForumPage('https://code.example.org/org/lamp/issues/812', undefined)).toBe(true);
  expect(isForumPage('https://code.example.org/lamp/-/merge_requests/7/', undefined)).toBe(true);
  expect(isForumPage('https://magazine.example.org/issues/12/the-harbour', undefined)).toBe(false);
});

test.each([
  '## Related articles',
  '### Mehr zum Thema:',
  '## À lire aussi',
  '## Читайте также',
  '## 関連記事',
  '### [Read next](/x)',
])('recognizes a boilerplate heading: %s', (heading) => expect(isSideHeading(heading)).toBe(true));

test.each([
  '## Related work',
  '## See also',
  '## Articles connexes',
  '## Mehr Themen im Überblick',
  '## Read the manual',
])('a heading of the content: %s', (heading) => expect(isSideHeading(heading)).toBe(false));

test.each([
  '## 23 Comments',
  '### Kommentare (4)',
  '## Comentários',
  '## Комментарии 12',
  '## 评论',
  '## 12 replies',
  '### Discussion (3)',
])('recognizes a heading of comments: %s', (heading) => expect(isCommentsHeading(heading)).toBe(true));

test.each(['## Comments on the budget', '## Discussion', '## Diskussion:', '## The replies we sent'])(
  'a heading that only speaks of comments: %s',
  (heading) => expect(isCommentsHeading(heading)).toBe(false),
);
