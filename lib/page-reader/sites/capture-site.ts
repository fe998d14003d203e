import { captureDom, type PageCapture } from '../capture/capture-dom.ts';
import { buildBlocks } from '../document/build-blocks.ts';
import { withoutPlace } from '../dom/region.ts';
import { siteContent } from './site-content.ts';

/** `captureDom` for sites with a reader of their own, which queries the page once more. */
export async function captureSite(document: Document, window: Window & typeof globalThis): Promise<PageCapture> {
  const { capture, elements } = await captureDom(document, window);
  // Building blocks consumes the events, so a copy is used.
  const { blocks, regions } = buildBlocks(structuredClone(capture.walk));
  const places = new Map(regions.map((region, place) => [region, elements[place]]));
  const elementOf: Parameters<typeof siteContent>[2] = (region) => places.get(region) ?? document.documentElement;
  const content = siteContent(capture.url, blocks, elementOf);
  if (content) capture.content = content.blocks.map(withoutPlace);
  return capture;
}
