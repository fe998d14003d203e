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
});
