import { describe, expect, test } from 'vitest';
import { pdfBlocks, pdfPageText } from './pdf-blocks.ts';
import type { PdfText } from './pdf-pieces.ts';

function text(words: string, y: number, more: Partial<PdfText> = {}): PdfText {
  return { text: words, x: 60, y, width: words.length * 5, size: 10, angle: 0, kind: 'text', ...more };
}

function markdown(...pages: PdfText[][]): string[] {
  return pdfBlocks(pages.map((texts, index) => ({ number: index + 1, texts, notes: [] }))).map(
    (block) => block.markdown,
  );
}

describe('the text of a PDF', () => {
  test('is joined from lines to paragraphs, including hyphenated words', () => {
    expect(
      markdown([text('The lamp has a ca-', 700), text('ble of three metres.', 688), text('Another paragraph.', 650)]),
    ).toEqual(['# Page 1', 'The lamp has a cable of three metres.', 'Another paragraph.']);
  });

  test('is that of one page in plain text', () => {
    const lamp = [text('Lamps', 700, { size: 20 }), text('The *lamp* has a cable of some metres.', 650)];
    expect(pdfPageText({ number: 7, texts: lamp, notes: [] })).toBe('Lamps\n\nThe *lamp* has a cable of some metres.');
  });

  test('has headings if letters are larger', () => {
    const body = 'A long line of running text that sets the size of the body.';
    expect(
      markdown([
        text('Mounting', 700, { size: 18 }),
        text('Tools', 670, { size: 12 }),
        text(body, 650),
        text(body, 638),
      ]),
    ).toEqual(['# Page 1', '## Mounting', '### Tools', `${body} ${body}`]);
  });

  test('joins the pieces of a line, with a space if there is a gap, and a bar between columns', () => {
    const pieces = [
      text('La', 700, { x: 60, width: 10 }),
      text('mp', 700, { x: 70, width: 10 }),
      text('red', 700, { x: 84, width: 15 }),
      text('19.99', 700, { x: 200, width: 25 }),
    ];
    expect(markdown(pieces)).toEqual(['# Page 1', 'Lamp red | 19.99']);
  });

  test('omits running heads and page numbers, but no line of the text', () => {
    const page = (number: number) => [
      text('Lamps Ltd.', 800),
      text(`Chapter ${number} begins here with a sentence.`, 700),
      text(`- ${number} -`, 40),
    ];
    expect(markdown(page(1), page(2), page(3))).toEqual(
      [1, 2, 3].flatMap((number) => [`# Page ${number}`, `Chapter ${number} begins here with a sentence.`]),
    );
    expect(markdown(page(1))).toContain('Lamps Ltd.');
  });

  test('has items whose mark is a character of a symbol font', () => {
    const item = (sign: string, words: string, y: number) => [
      text(sign, y, { width: 5 }),
      text(words, y, { x: 70, width: words.length * 5 }),
    ];
    expect(
      markdown([...item('\u0088', 'ropes', 700), ...item('\uf0b7', 'lamps', 680), ...item('∗', 'oil', 660)]),
    ).toEqual(['# Page 1', '- ropes', '- lamps', '- oil']);
    expect(markdown([...item('✓', 'ropes', 700)])).toEqual(['# Page 1', '- ✓ ropes']);
  });

  test('notes a page that is only a picture', () => {
    expect(markdown([])).toEqual(['# Page 1', '(This page holds no text: it is a picture, perhaps a scan.)']);
  });

  test('is text: nothing in it becomes markup', () => {
    expect(markdown([text('# not a heading <b>', 700)])).toEqual(['# Page 1', '\\# not a heading \\<b>']);
  });

  test('has no headings that are sentences in slightly larger letters than those of a table or code', () => {
    const rows = Array.from({ length: 6 }, (_, index) =>
      text(`reference number ${index} of a card payment`, 600 - index * 12, { size: 8 }),
    );
    const closing = 'The closing balance is 150 euros. Errors are excepted.';
    expect(markdown([text('Statement', 700, { size: 18 }), ...rows, text(closing, 480)])).toContain(closing);
  });

  test('has code with its empty lines, and no code in scripts whose characters all have the same width', () => {
    const code = (line: string, y: number) => text(line, y, { isMonospaced: true });
    expect(markdown([code('total = 1', 700), code('', 688), code('return total', 676)])).toEqual([
      '# Page 1',
      '```\ntotal = 1\n\nreturn total\n```',
    ]);
    expect(markdown([code('港の朝は早い。', 700), code('誰も海へ出ない。', 688)]).join()).not.toContain('`');
  });

  test('keeps a lowered sign in its line, although the end of a word is just below it', () => {
    const formula = [
      text('Water is H', 700),
      text('2', 695, { x: 110, width: 4, size: 7 }),
      text('O.', 700, { x: 114 }),
      text('The second', 688),
    ];
    expect(markdown(formula)).toEqual(['# Page 1', 'Water is H2O. The second']);
  });

  test('has the letters of formulas as they are typed', () => {
    expect(markdown([text('𝑎 and 𝜇 are in ℝ', 700)])).toEqual(['# Page 1', 'a and μ are in ℝ']);
  });

  test('joins a large first letter with its word', () => {
    const lines = [720, 707, 694].map((y, index) =>
      text(['obody in the village knew who had', 'dug the well, or when a bucket was', 'let down.'][index] ?? '', y, {
        x: index < 2 ? 92 : 60,
      }),
    );
    expect(markdown([text('N', 706, { width: 30, size: 34 }), ...lines])).toEqual([
      '# Page 1',
      'Nobody in the village knew who had dug the well, or when a bucket was let down.',
    ]);
  });

  test('is joined to paragraphs if all lines are far apart, as in drafts, but entries are not', () => {
    const words = 'and they carried the long rope down to the boat in';
    const lines = ['The rope', words, words, words, 'The lamp', words, words, 'the evening.'];
    const draft = lines.map((line, index) =>
      text(line.startsWith('The') ? `${line} ${words.slice(9)}` : line, 700 - index * 23),
    );
    expect(markdown(draft)).toHaveLength(2);
    const entries = ['Ropes for boats', 'Lamps', 'Oil for the lamps', 'Sails'].map((line, index) =>
      text(line, 700 - index * 23),
    );
    expect(markdown(entries)).toHaveLength(5);
  });

  test('has paragraphs in scripts without spaces, whose lines are usually further apart', () => {
    const lines = ['どこで生れたかとんと見当がつ', 'かぬ。何でも薄暗い所で泣いて', 'いた事だけは記憶している。'];
    const at = (leading: number) =>
      markdown(lines.map((line, index) => text(line, 700 - index * leading, { width: line.length * 10 })));
    expect(at(19)).toEqual(['# Page 1', lines.join('')]);
    expect(at(30)).toHaveLength(4);
  });
});
