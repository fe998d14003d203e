import { describe, expect, test } from 'vitest';
import type { PdfText } from './pdf-pieces.ts';
import { withoutRunningHeads } from './running-heads.ts';

const SIZE = 10;

function text(words: string, y: number, more: Partial<PdfText> = {}): PdfText {
  return { text: words, x: 60, y, width: words.length * 5, size: SIZE, angle: 0, kind: 'text', ...more };
}

const TOPICS = ['Ropes', 'Lamps', 'Boats', 'Tides'];

/** What remains of each page above or below its own text. */
function edges(...pages: PdfText[][]): string[][] {
  const numbered = pages.map((texts, index) => ({
    number: index + 1,
    texts: [700, 688, 676, 664].map((y) => text(`${TOPICS[index]} are what it is about.`, y)).concat(texts),
    notes: [],
  }));
  return withoutRunningHeads(numbered, SIZE).map(({ texts }) => texts.slice(4).map((piece) => piece.text));
}

describe('running heads', () => {
  test('are lines with the same text on three pages, with a head of several lines', () => {
    const head = [text('Harbour notes', 800), text('Ropes', 800, { x: 400 }), text('Edition of March', 788)];
    expect(edges(head, head, head)).toEqual([[], [], []]);
    expect(edges(head, head)).toEqual([head, head].map((pieces) => pieces.map((piece) => piece.text)));
  });

  test('may be a part of a line at one place, far from the rest, which stays', () => {
    const head = (chapter: string) => [text('Harbour notes', 800), text(chapter, 800, { x: 400 })];
    expect(edges(head('Ropes'), head('Ropes'), head('Lamps'))).toEqual([['Ropes'], ['Ropes'], ['Lamps']]);
    const field = (name: string) => [text('Name:', 800), text(name, 800, { x: 90 })];
    expect(edges(field('Ines'), field('Tom'), field('Jon')).flat()).toHaveLength(6);
  });

  test('may be slightly larger than the text if they are at the same position, but larger headings stay', () => {
    const at = (size: number, ys: number[]) => edges(...ys.map((y) => [text('Yearbook', y, { size })]));
    expect(at(11, [800, 800, 800]).flat()).toEqual([]);
    expect(at(11, [800, 790, 780]).flat()).toHaveLength(3);
    expect(at(14, [800, 800, 800]).flat()).toHaveLength(3);
  });

  test('are lines at one place with numbers that increase with the pages, regardless of the rest of their text', () => {
    const head = (chapter: string, number: number) => [text(`${chapter} ${number + 40}`, 800)];
    expect(edges(head('Ropes', 1), head('Ropes', 2), head('Lamps', 3), head('Boats', 4)).flat()).toEqual([]);
    expect(edges([text('Room 7', 800)], [text('Hall 2', 800)], [text('Yard 5', 800)]).flat()).toHaveLength(3);
  });

  test('are page numbers on two pages', () => {
    expect(edges([text('Page 1 of 2', 40)], [text('Page 2 of 2', 40)]).flat()).toEqual([]);
    expect(edges([text('– 1 –', 40)], [text('– 2 –', 40)]).flat()).toEqual([]);
    expect(edges([text('Question 1', 800)], [text('Question 2', 800)]).flat()).toHaveLength(2);
    expect(edges([text('Page 1 of 2', 40)]).flat()).toHaveLength(1);
  });

  test('are not values of a form', () => {
    const value = [text('1', 40, { kind: 'field' })];
    expect(edges(value, value, value).flat()).toHaveLength(3);
  });

  test('stay on a page that has nothing else', () => {
    const page = (number: number, more: PdfText[]) => ({ number, texts: [text('Ropes', 800), ...more], notes: [] });
    const pages = [1, 2, 3].map((number) => page(number, [text(TOPICS[number] ?? '', 700)]));
    const left = withoutRunningHeads([...pages, page(4, [])], SIZE).map(({ texts }) =>
      texts.map((piece) => piece.text),
    );
    expect(left).toEqual([['Lamps'], ['Boats'], ['Tides'], ['Ropes']]);
  });

  test('are numbers out of the number of pages, on two pages and a little larger than the text', () => {
    const foot = (number: number) => [text(`Page ${number} of 2`, 40, { size: 11 })];
    expect(edges(foot(1), foot(2))).toEqual([[], []]);
  });
});
