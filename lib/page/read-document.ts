import type { PageReading } from '../protocol/page.ts';
import { plainBlocks } from './plain-document.ts';
import { plainSource } from './plain-source.ts';
import { readPage } from './read.ts';

/** What the document of this window shows: a web page as a person sees it, anything else as its source. */
export async function readDocument(document: Document, window: Window & typeof globalThis): Promise<PageReading> {
  const source = plainSource(document);
  const reading = await readPage(document, window);
  if (source === null) return reading;
  const { pathname } = document.location;
  return {
    ...reading,
    title: reading.title || (pathname.split('/').at(-1) ?? ''),
    layout: 'page',
    blocks: plainBlocks(source, document.contentType),
    around: [],
  };
}
