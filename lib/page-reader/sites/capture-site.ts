import { type Harvest, harvestPage } from '../capture/capture-dom.ts';
import { replay } from '../document/build-blocks.ts';
import { withoutPlace } from '../dom/region.ts';
import { siteContent } from './site-content.ts';

/** `harvestPage` for the pages of sites that have a reader of their own, which asks the page once more. */
export async function harvestSite(document: Document, window: Window & typeof globalThis): Promise<Harvest> {
  const { harvest, elements } = await harvestPage(document, window);
  // Writing a record out takes it apart.
  const { blocks, regions } = replay(structuredClone(harvest.walk));
  const places = new Map(regions.map((region, place) => [region, elements[place]]));
  const elementOf: Parameters<typeof siteContent>[2] = (region) => places.get(region) ?? document.documentElement;
  const content = siteContent(harvest.url, blocks, elementOf);
  if (content) harvest.content = content.blocks.map(withoutPlace);
  return harvest;
}
