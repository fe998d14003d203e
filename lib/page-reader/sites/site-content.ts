import { oneLine } from '../../text/index.ts';
import { captureDom, type PageCapture } from '../capture/capture-dom.ts';
import { shownParent } from '../capture/flat-tree.ts';
import { buildBlocks } from '../document/compose-document.ts';
import type { Content } from '../document/main-content.ts';
import { plainText } from '../document/markdown-text.ts';
import { attribute } from '../dom/dom.ts';
import { noCounts, type PlacedBlock, type Region, withoutPlace } from '../dom/region.ts';
import { type Site, siteAt } from './sites.ts';

/** Properties of a block that follow from the elements around it. */
type Place = { entry: Element | null; isBody: boolean; isLead: boolean; isDropped: boolean };

const NOWHERE: Place = { entry: null, isBody: false, isLead: false, isDropped: false };

/** Maximum number of elements tested for the text of one block, and maximum number of its characters compared. */
const CANDIDATES = 20;
const COMPARED = 80;

/**
 * Reads the content of a page with the selectors of its site: its lead, and its entries, each under a heading with
 * author, time and score. Null for other pages, and if nothing is found because the site has changed; the generic
 * reader is used then. `findElement` returns the element of a region.
 */
export function siteContent(
  url: string,
  blocks: readonly PlacedBlock[],
  findElement: (region: Region) => Element,
): Content | null {
  const site = siteAt(url);
  if (!site) return null;
  const places = new Map<Element, Place>();
  const contentBlocks: PlacedBlock[] = [];
  let current: Element | null = null;
  let entryCount = 0;
  for (const block of blocks) {
    const { entry, isBody, isLead, isDropped } = findPlace(findElement(block.region), site, places);
    // Blocks before the first entry may be the lead.
    const mayLead = () => entryCount === 0 && holds(findElement(block.region), site.lead, block);
    const isWanted = entry ? isBody || holds(entry, site.body, block) : isLead || mayLead();
    if (isDropped || !isWanted) continue;
    if (entry && entry !== current) {
      entryCount += 1;
      contentBlocks.push(entryHeading(entry, site, block.region));
    }
    current = entry;
    contentBlocks.push(block);
  }
  const isEnough = entryCount > 0 || (site.entry === '' && contentBlocks.length > 0);
  return isEnough ? { layout: 'article', blocks: contentBlocks } : null;
}

/** The place of an element in the innermost entry around it. Tests each element once. */
function findPlace(element: Element, site: Site, places: Map<Element, Place>): Place {
  const path: Element[] = [];
  let place: Place | undefined;
  for (let each: Element | null = element; each && !place; each = shownParent(each)) {
    place = places.get(each);
    if (!place) path.push(each);
  }
  let inner = place ?? NOWHERE;
  for (const each of path.toReversed()) {
    const isEntry = matches(each, site.entry);
    inner = {
      entry: isEntry ? each : inner.entry,
      isBody: (!isEntry && inner.isBody) || matches(each, site.body),
      isLead: (!isEntry && inner.isLead) || matches(each, site.lead),
      isDropped: inner.isDropped || matches(each, site.drop ?? ''),
    };
    places.set(each, inner);
  }
  return inner;
}

/**
 * Whether the block is an element that matches the selector. Headings, and text in inline elements, are recognized by
 * their words, since their block belongs to an ancestor.
 */
function holds(element: Element, selector: string, { markdown }: { markdown: string }): boolean {
  const text = squeezed(plainText(markdown)).slice(0, COMPARED);
  if (selector === '' || text === '') return false;
  const inner = [...element.querySelectorAll(selector)].slice(0, CANDIDATES);
  return inner.some((each) => squeezed(each.textContent ?? '').includes(text));
}

function squeezed(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

function matches(element: Element, selector: string): boolean {
  return selector !== '' && Element.prototype.matches.call(element, selector);
}

/** Maximum length of a name, and of a time or score, in characters. */
const MAX_NAME_LENGTH = 80;
const MAX_FACT_LENGTH = 40;

/** `### ada · 2026-01-02 · 12`, with a deeper level for replies. */
function entryHeading(entry: Element, site: Site, region: Region): PlacedBlock {
  const depth = site.depth ? Number.parseInt(readFact(entry, site.depth, 4), 10) || 0 : 0;
  const level = Math.min(3 + depth, 6);
  const parts = [
    readFact(entry, site.author, MAX_NAME_LENGTH) || 'unknown',
    readFact(entry, site.time, MAX_FACT_LENGTH),
    site.score ? readFact(entry, site.score, MAX_FACT_LENGTH) : '',
    site.mark && entry.matches(site.mark.selector) ? site.mark.word : '',
  ];
  const title = parts.filter((part) => part !== '').join(' · ');
  return {
    markdown: `${'#'.repeat(level)} ${title}`,
    kind: 'heading',
    headingLevel: level,
    region,
    counts: noCounts(),
  };
}

function readFact(entry: Element, where: string, maxLength: number): string {
  for (const each of where.split('|')) {
    const [selector = '', name] = each.trim().split('@');
    const element = selector === '' ? entry : entry.querySelector(selector);
    const text = element && (name === undefined ? element.textContent : attribute(element, name));
    if (text?.trim()) return oneLine(text, maxLength);
  }
  return '';
}

/** Like `captureDom`, for sites with their own reader, which needs to query the page again. */
export async function captureSite(document: Document, window: Window & typeof globalThis): Promise<PageCapture> {
  const { capture, elements } = await captureDom(document, window);
  // Building blocks consumes the events, so a copy is used.
  const { blocks, regions } = buildBlocks(structuredClone(capture.events));
  const places = new Map(regions.map((region, place) => [region, elements[place]]));
  const findElement: Parameters<typeof siteContent>[2] = (region) => places.get(region) ?? document.documentElement;
  const content = siteContent(capture.url, blocks, findElement);
  if (content) capture.content = content.blocks.map(withoutPlace);
  return capture;
}
