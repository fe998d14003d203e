import type { PageReading } from '../../contracts/page.ts';
import { captureDom } from '../../page-reader/capture/capture-dom.ts';
import { composeReading } from '../../page-reader/document/compose-document.ts';

/** The reading of the test's document: captured as in a page and built as in the worker, with JSON in between. */
export async function readTestDocument(document: Document, window: Window & typeof globalThis): Promise<PageReading> {
  const { capture } = await captureDom(document, window);
  return composeReading(JSON.parse(JSON.stringify(capture)));
}
