// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { keepDrawnMarkdown } from './drawn-markdown.ts';

test.each([
  ['a definition that looks like a comment', 'Hello.\n\n[//]: # (SECRET)\n\nBye.', 'Hello.\n\n\n\nBye.'],
  ['a definition of a link', 'Hello.\n\n[ref]: https://a.test/SECRET "SECRET"', 'Hello.\n\n'],
  ['a definition in a quotation', '> Hello.\n>\n> [ref]: https://a.test/SECRET\n', '> Hello.\n>\n> \n'],
  ['the label of a link', 'See [more][SECRET].\n\n[SECRET]: https://a.test/', 'See [more](https://a.test/).\n\n'],
  ['the title of a link', 'See [more](https://a.test/ "SECRET").', 'See [more](https://a.test/).'],
  ['the title of a picture', '![map](https://a.test/i.png "SECRET")', '![map](https://a.test/i.png)'],
  ['a link without text', 'Hello [](https://a.test/SECRET) there', 'Hello  there'],
  ['a link whose text is not drawn', 'Hello [\u200b](https://a.test/SECRET) there', 'Hello  there'],
  ['what follows the language of a fence', '```js SECRET\nlet a;\n```', '```js\nlet a;\n```'],
  [
    'cells beyond the columns of a table',
    '| a | b |\n| --- | --- |\n| 1 | 2 | SECRET |',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  ['a title after equal text in code', '`[a](b "c")` and [a](b "c")', '`[a](b "c")` and [a](b)'],
])('a copied answer lacks %s', (_, markdown, copied) => {
  expect(keepDrawnMarkdown(markdown)).toBe(copied);
});

test.each([
  'See [more](https://a.test/) and <https://b.test/>, https://c.test and `[a](b "c")`.',
  '```js\n[ref]: https://a.test "title"\n```',
  '| a | b |\n| --- | --- |\n| 1 | 2 \\| 3 |\n| 4 |\n',
  '- One [two](https://a.test/)\n  > three\n\n1. Four $x$ **five** ~~six~~\n',
  '<details><summary>Seven</summary>Eight</details>\n\nNine[^1]\n\n[^1]: Ten',
  'A [bracket] and ![x](https://a.test/i.png)',
])('what is drawn is copied as it was written: %j', (markdown) => {
  expect(keepDrawnMarkdown(markdown)).toBe(markdown);
});
