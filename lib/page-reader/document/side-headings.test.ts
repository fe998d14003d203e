import { expect, test } from 'vitest';
import { isCommentsHeading, isSideHeading } from './side-headings.ts';

test.each([
  '## Related articles',
  '### Mehr zum Thema:',
  '## À lire aussi',
  '## Читайте также',
  '## 関連記事',
  '### [Read next](/x)',
])('recognizes a boilerplate heading: %s', (heading) => expect(isSideHeading(heading)).toBe(true));

test.each(['## Related work', '## See also', '## Mehr Themen im Überblick', '## Read the manual'])(
  'a heading of the content: %s',
  (heading) => expect(isSideHeading(heading)).toBe(false),
);

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
