import { expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../lib/testing/time-growth.ts';
import { dropMarkdownMarks, readableSentences, spokenSentences } from './spoken-text.ts';

test.each([
  ['One. Two? Three', ['One.', 'Two?', 'Three']],
  ['## Tides\n\n- **High** water\n- `low` water', ['Tides', 'High water', 'low water']],
  ['Before.\n\n```js\nlet a = 1;\n```\n\nAfter.', ['Before.', 'After.']],
  ['An open fence:\n```\ncode', ['An open fence:']],
  ['See [the table](https://a.example/x?y=1) or https://b.example/.', ['See the table or']],
  ['A chart: ![Tides](https://a.example/b.png)', ['A chart:']],
  ['$$\n\\frac{1}{2}\n$$\n\nA half.', ['A half.']],
  ['| Place | Range |\n|---|--:|\n| Brest | 7 m |', ['Place, Range', 'Brest, 7 m']],
  ['潮は一日に二度満ちる。なぜか。', ['潮は一日に二度満ちる。', 'なぜか。']],
  ['---', []],
  ['', []],
  ['Press <kbd>Esc</kbd>.[^1]\n| 8<br>12 |', ['Press Esc .', '8 12']],
])('%j is read as %j', (markdown, sentences) => {
  expect(readableSentences(markdown)).toEqual(sentences);
});

test.each([
  ['…two **high ', '…two high '],
  ['day**. ### The points\n- one', 'day.  The points\none'],
  ['see [the table](https://a.example/x) and ![Tides', 'see the table and Tides'],
  ['page](https://a.exam', 'page'],
  ['| Brest | 7 m |', ' Brest  7 m '],
  ['`npm start`', 'npm start'],
  ['2 * 3 - 1', '2 * 3 - 1'],
])('%j is shown as %j', (piece, words) => {
  expect(dropMarkdownMarks(piece)).toBe(words);
});

const announce = (text: string) => spokenSentences(`${text}.\n`, 0);

test.each<[string, (text: string) => unknown, string, number]>([
  ['links that do not end, announced', announce, '[', 50_000],
  ['targets that do not end, announced', announce, '[a](', 50_000],
  ['a line of spaces, announced', announce, ' ', 50_000],
  ['links that do not end, read aloud', readableSentences, '[', 50_000],
  ['a line of spaces, read aloud', (text) => readableSentences(`${text}a`), ' ', 3_000],
])(
  'an answer that was made to take time is spoken in one that grows with its length: %s',
  async (_, speak, unit, most) => {
    const growth = await timeGrowth((size) => speak(unit.repeat(size / unit.length)), most);
    expect(growth).toBeLessThan(LINEAR_GROWTH);
  },
);
