import { isFootnotes, isNamedAside } from './boilerplate.ts';
import { amountOf, isParagraph, isSentence, proseOf } from './content-share.ts';
import { isIn, outward, type PlacedBlock, type Region, shapeOf } from './region.ts';

/** So much prose below the headline is an article, however much follows. Characters. */
export const shortArticle = 250;
/** So many alike beside each other are a list of other pages. */
const fewestCards = 3;
/** A card with more prose outside its links is an entry of its own. Characters. */
const mostProse = 600;
/** Of a box, the share of its text that cards have to be for it to be theirs. */
const nearlyAll = 0.7;
/** Where cards hold so many times as much as the text before them, they are what the page is for. */
const mostCards = 6;

/**
 * On the page of an article, the boxes below its text that hold something else, however much of it: those whose names or roles say so, and
 * lists of other pages of the site. Outermost regions. `headline` is where the article begins.
 */
export function boxesBeside(
  address: string,
  blocks: readonly PlacedBlock[],
  headline: PlacedBlock | undefined,
): ReadonlySet<Region> {
  const first = headline ?? blocks.find((block) => block.headingLevel === 1);
  const start = first ? blocks.indexOf(first) : 0;
  const ofHeadline = new Set(first ? outward(first.region) : []);
  const cards = cardBoxes(address, blocks, ofHeadline);
  const others = otherArticles(blocks, ofHeadline);
  const found = new Set<Region>(headline ? boxesBefore(blocks.slice(0, start), blocks.slice(start), ofHeadline) : []);
  const ofCards = new Set<Region>();
  let prose = 0;
  let cardText = 0;
  for (const block of blocks.slice(start)) {
    const around = [...outward(block.region)].reverse();
    const box = around.find((region) => cards.has(region) || others.has(region) || (!ofHeadline.has(region) && isNamedAside(region)));
    if (!box) {
      if (isSentence(block)) prose += proseOf(block);
      continue;
    }
    if (prose < shortArticle) continue;
    found.add(box);
    if (cards.has(box)) {
      ofCards.add(box);
      cardText += block.counts.text;
    }
  }
  return cardText > prose * mostCards ? found.difference(ofCards) : found;
}

/** Those of `boxes` that stand below an article. */
export function afterText(boxes: ReadonlySet<Region>, blocks: readonly PlacedBlock[], headline: PlacedBlock | undefined): ReadonlySet<Region> {
  const found = new Set<Region>();
  let prose = 0;
  for (const block of blocks.slice(headline ? blocks.indexOf(headline) : 0)) {
    const box = [...outward(block.region)].findLast((region) => boxes.has(region));
    if (!box && isSentence(block)) prose += proseOf(block);
    if (box && prose >= shortArticle) found.add(box);
  }
  return found;
}

function boxesBefore(before: readonly PlacedBlock[], rest: readonly PlacedBlock[], ofHeadline: ReadonlySet<Region>): Region[] {
  const later = new Set(rest.flatMap(({ region }) => [...outward(region)]));
  return before.flatMap(({ region }) => [...outward(region)].findLast((around) => !later.has(around)) ?? []);
}

/** Entries like the one that the headline stands in, each with a headline of its own: sites show the next articles below the first. */
function otherArticles(blocks: readonly PlacedBlock[], ofHeadline: ReadonlySet<Region>): ReadonlySet<Region> {
  const around = [...ofHeadline];
  // What is in the article is a part of it, whatever its headings.
  const whole = around.slice(Math.max(0, around.findLastIndex(({ tag }) => tag === 'article')));
  const own = whole.filter(({ tag, names }) => tag === 'article' || (tag === 'div' && names.trim() !== ''));
  const found = new Set<Region>();
  for (const { region, headingLevel } of blocks) {
    if (headingLevel !== 1) continue;
    const entry = [...outward(region)].findLast((around) => !ofHeadline.has(around));
    if (entry && own.some((other) => other.parent === entry.parent && shapeOf(other) === shapeOf(entry))) found.add(entry);
  }
  return found;
}

type Card = { text: number; prose: number; paragraphs: number; headings: number; titles: number; links: number };

/**
 * Boxes of cards: three or more alike beside each other, each with a title that leads to another page of the site, and with a paragraph of
 * text at most. A heading and a frame around them alone are in the box.
 */
function cardBoxes(
  address: string,
  blocks: readonly PlacedBlock[],
  ofHeadline: ReadonlySet<Region>,
): ReadonlySet<Region> {
  const cards = measureCards(blocks, siteOf(address));
  const textOf = (region: Region) => cards.get(region)?.text ?? 0;
  const single = [...cards].filter(([region, card]) => !ofHeadline.has(region) && isCard(region, card));
  const boxes = new Set<Region>();
  for (const [parent, siblings] of Map.groupBy(single, ([{ parent }]) => parent)) {
    if (!parent) continue;
    for (const alike of Map.groupBy(siblings, ([region]) => shapeOf(region)).values()) {
      if (alike.length < fewestCards) continue;
      const sum = alike.reduce((all, [, { text }]) => all + text, 0);
      let box: Region | null = null;
      for (const around of outward(parent)) {
        if (ofHeadline.has(around) || sum < textOf(around) * nearlyAll) break;
        box = around;
      }
      for (const region of box ? [box] : alike.map(([card]) => card)) boxes.add(region);
    }
  }
  return boxes;
}

function measureCards(blocks: readonly PlacedBlock[], site: string): ReadonlyMap<Region, Card> {
  const cards = new Map<Region, Card>();
  for (const { region, counts, headingLevel, markdown } of blocks) {
    const isTitle = counts.text > 0 && counts.link >= counts.text * 0.8 && leadsTo(markdown, site);
    const length = counts.text - counts.link - counts.control;
    for (const around of outward(region)) {
      const card = cards.get(around) ?? { text: 0, prose: 0, paragraphs: 0, headings: 0, titles: 0, links: 0 };
      cards.set(around, card);
      card.text += counts.text;
      if (length >= 60) {
        card.prose += length;
        card.paragraphs += 1;
      }
      if (headingLevel !== null) {
        card.headings += 1;
        if (isTitle) card.titles += 1;
      } else if (isTitle && counts.text >= 25) card.links += 1;
    }
  }
  return cards;
}

function isCard({ tag }: Region, { prose, paragraphs, headings, titles, links }: Card): boolean {
  if (!/^(?:div|article|section|li|a)$/.test(tag) || prose > mostProse || paragraphs > 2) return false;
  return headings > 0 ? titles === headings && titles <= 2 : links >= 1 && links <= 2;
}

function siteOf(address: string): string {
  return (URL.parse(address)?.hostname ?? '').split('.').slice(-2).join('.');
}

function leadsTo(markdown: string, site: string): boolean {
  const address = /\]\((https?:[^)\s]+)/.exec(markdown.replace(/!\[[^\]]*\]\([^)]*\)/g, ''))?.[1];
  return address !== undefined && siteOf(address) === site;
}

/** …so much of the text at most follows it below. */
const mostEnding = 0.3;

/**
 * On the page of an article whose text stands in one box: without the few words below that box, such as who wrote it and what the
 * site asks for. Tables, code and footnotes there belong to the text.
 */
export function withoutEnding(blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
  const box = textBox(blocks);
  if (!box) return blocks;
  const inBox = blocks.filter(({ region }) => isIn(region, box));
  const end = blocks.findLastIndex(({ region }) => isIn(region, box)) + 1;
  const text = amountOf(inBox).prose;
  const ending = blocks.slice(end);
  if (text < shortArticle || text < amountOf(blocks.slice(0, end)).prose * 0.7) return blocks;
  if (amountOf(ending).prose > text * mostEnding || ending.some(isOfText)) return blocks;
  return blocks.slice(0, end);
}

function isOfText({ kind, region }: PlacedBlock): boolean {
  return kind === 'table' || kind === 'code' || kind === 'math' || [...outward(region)].some(isFootnotes);
}

/** What most paragraphs stand in. */
function textBox(blocks: readonly PlacedBlock[]): Region | null {
  const sums = new Map<Region | null, number>();
  let most: Region | null = null;
  for (const block of blocks) {
    if (!isParagraph(block)) continue;
    const { parent } = block.region;
    sums.set(parent, (sums.get(parent) ?? 0) + proseOf(block));
    if ((sums.get(parent) ?? 0) > (sums.get(most) ?? 0)) most = parent;
  }
  return most;
}
