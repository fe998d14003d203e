import { expect, onTestFinished, test, vi } from 'vitest';
import { PageError, type PageSnapshot } from '../contracts/page.ts';
import { HTML_CHANNEL, type HtmlReply, type HtmlRequest } from '../page-reader/html/index.ts';
import { buildMarkdownBlocks } from '../testing/page-reader/markdown-blocks.ts';
import { PdfReader, pdfText } from './pdf-reader.ts';

const openHiddenPage = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('./hidden-page.ts', () => ({ openHiddenPage, closeHiddenPage: () => undefined }));

/** A reader of documents with this many pages, two at a time. */
function createReader(pages: number, text: string) {
  const asked: number[] = [];
  const read = async (_document: unknown, first: number) => {
    asked.push(first);
    const last = Math.min(first + 1, pages);
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const blocks = buildMarkdownBlocks(...numbers.flatMap((number) => [`# Page ${number}`, text]));
    return { blocks, truncated: last < pages, pdfPages: pages } as PageSnapshot;
  };
  return { asked, read };
}

test('a document is read completely, in parts', async () => {
  const reader = createReader(5, 'Low at six.');
  const text = await pdfText(reader, new Uint8Array());
  expect(reader.asked).toEqual([1, 3, 5]);
  expect(text.match(/# Page \d/g)).toEqual(['# Page 1', '# Page 2', '# Page 3', '# Page 4', '# Page 5']);
});

test('a document that is too long is truncated with a note', async () => {
  const reader = createReader(9, 'a'.repeat(300_000));
  const text = await pdfText(reader, new Uint8Array());
  expect(reader.asked).toEqual([1, 3]);
  expect(text.length).toBeLessThan(1_000_200);
  expect(text).toMatch(/\(The rest is left out: the document has 9 pages\.\)$/);
});

test('a page that could not be opened fails the reading, and is opened again for the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const page = new BroadcastChannel(HTML_CHANNEL);
  onTestFinished(() => page.close());
  page.onmessage = ({ data: { id } }: MessageEvent<HtmlRequest>) =>
    page.postMessage({ id, reading: { title: 'Tides' } } as HtmlReply);
  const reader = new PdfReader();
  openHiddenPage.mockRejectedValueOnce(new Error('no room'));
  const failure = await reader.readHtml('<p>Low at six.', 'https://example.com/').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PageError);
  expect(failure).toMatchObject({ code: 'not-readable', cause: { message: 'no room' } });
  expect(await reader.readHtml('<p>Low at six.', 'https://example.com/')).toEqual({ title: 'Tides' });
});
