import { captureDom, type PageCapture } from '../capture/capture-dom.ts';
import { buildBlocks } from '../document/build-blocks.ts';
import { withoutPlace } from '../dom/region.ts';
import { siteContent } from './site-content.ts';

/** `captureDom` for the pages of sites that have a reader of their own, which asks the page once more. */
export async function captureSite(document: Document, window: Window & typeof globalThis): Promise<PageCapture> {
  const { harvest: capture, elements } = await captureDom(document, window);
  // Writing a record out takes it apart.
  const { blocks, regions } = buildBlocks(structuredClone(capture.walk));
  const places = new Map(regions.map((region, place) => [region, elements[place]]));
  const elementOf: Parameters<typeof siteContent>[2] = (region) => places.get(region) ?? document.documentElement;
  const content = siteContent(capture.url, blocks, elementOf);
  if (content) capture.content = content.blocks.map(withoutPlace);
  return capture;
}
