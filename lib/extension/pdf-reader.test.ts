import { expect, test } from 'vitest';
import type { PageSnapshot } from '../contracts/page.ts';
import { blocksOf } from '../testing/page-reader/blocks-of.ts';
import { pdfText } from './pdf-reader.ts';

/** A reader of documents with so many pages, two at a time. */
function readerOf(pages: number, text: string) {
  const asked: number[] = [];
  const read = async (_document: unknown, first: number) => {
    asked.push(first);
    const last = Math.min(first + 1, pages);
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const blocks = blocksOf(...numbers.flatMap((number) => [`# Page ${number}`, text]));
    return { blocks, truncated: last < pages, pdfPages: pages } as PageSnapshot;
  };
  return { asked, read };
}

test('a document is read completely, in parts', async () => {
  const reader = readerOf(5, 'Low at six.');
  const text = await pdfText(reader, new Uint8Array());
  expect(reader.asked).toEqual([1, 3, 5]);
  expect(text.match(/# Page \d/g)).toEqual(['# Page 1', '# Page 2', '# Page 3', '# Page 4', '# Page 5']);
});

test('a document that is too long is truncated with a note', async () => {
  const reader = readerOf(9, 'a'.repeat(300_000));
  const text = await pdfText(reader, new Uint8Array());
  expect(reader.asked).toEqual([1, 3]);
  expect(text.length).toBeLessThan(1_000_200);
  expect(text).toMatch(/\(The rest is left out: the document has 9 pages\.\)$/);
});
