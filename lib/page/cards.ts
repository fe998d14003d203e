import { isParagraph, proseOf } from './content-share.ts';
import { outward, type PlacedBlock, type Region } from './region.ts';

/** A card with more prose outside its links is an entry of its own. Characters. */
const mostProse = 600;
/** So many side by side are a list of other pages. */
const fewest = 3;
/** Of a box, the share of its text that cards have to be for it to be theirs. */
const nearlyAll = 0.7;
/** With fewer characters of paragraphs beside them, cards are the page. */
const leastProse = 250;
/** …and also where they hold so many times as much. */
const mostCards = 6;

type Card = { text: number; prose: number; paragraphs: number; headings: number; titles: number; links: number };

/**
 * Boxes of teasers: three or more alike beside each other, each with a title that leads to another page of the site, and at most a
 * paragraph of text. On the page of an article they lead to other articles. Heading and frame of such a box are in it.
 */
export function cardBoxes(
  address: string,
  blocks: readonly PlacedBlock[],
  headline: PlacedBlock | undefined,
): ReadonlySet<Region> {
  const site = siteOf(address);
  const cards = new Map<Region, Card>();
  for (const block of blocks) {
    const { region, counts, headingLevel, markdown } = block;
    const isLink = counts.text > 0 && counts.link >= counts.text * 0.8 && leadsTo(markdown, site);
    const length = counts.text - counts.link - counts.control;
    for (const around of outward(region)) {
      const card = cards.get(around) ?? { text: 0, prose: 0, paragraphs: 0, headings: 0, titles: 0, links: 0 };
      card.text += counts.text;
      if (length >= 60) {
        card.prose += length;
        card.paragraphs += 1;
      }
      if (headingLevel !== null) {
        card.headings += 1;
        if (isLink) card.titles += 1;
      } else if (isLink && counts.text >= 25) card.links += 1;
      cards.set(around, card);
    }
  }
  const textOf = (region: Region) => cards.get(region)?.text ?? 0;
  const ofHeadline = new Set(headline ? outward(headline.region) : []);
  const isCard = ([region, { prose, paragraphs, headings, titles, links }]: [Region, Card]) => {
    if (ofHeadline.has(region) || !/^(?:div|article|section|li|a)$/.test(region.tag)) return false;
    if (prose > mostProse || paragraphs > 2) return false;
    return headings > 0 ? titles === headings && titles <= 2 : links >= 1 && links <= 2;
  };
  const groups = Map.groupBy(
    [...cards].filter(isCard).map(([region]) => region),
    (region) => region.parent,
  );
  const boxes = new Set<Region>();
  for (const [parent, siblings] of groups) {
    if (!parent) continue;
    for (const [, alike] of Map.groupBy(siblings, shapeOf)) {
      if (alike.length < fewest) continue;
      const sum = alike.reduce((all, region) => all + textOf(region), 0);
      let box: Region | null = null;
      for (let around: Region | null = parent; around; around = around.parent) {
        if (ofHeadline.has(around) || sum < textOf(around) * nearlyAll) break;
        box = around;
      }
      for (const region of box ? [box] : alike) boxes.add(region);
    }
  }
  // What stands before the text is not after it.
  let prose = 0;
  const kept = new Set<Region>();
  for (const block of blocks.slice(Math.max(0, headline ? blocks.indexOf(headline) : 0))) {
    const box = [...outward(block.region)].find((around) => boxes.has(around));
    if (box && prose >= leastProse) kept.add(box);
    if (!box && isParagraph(block)) prose += proseOf(block);
  }
  const cardText = [...kept].reduce((sum, box) => sum + textOf(box), 0);
  return cardText > prose * mostCards ? new Set() : kept;
}

function siteOf(address: string): string {
  return (URL.parse(address)?.hostname ?? '').split('.').slice(-2).join('.');
}

function leadsTo(markdown: string, site: string): boolean {
  const url = /\]\((https?:[^)\s]+)/.exec(markdown.replace(/!\[[^\]]*\]\([^)]*\)/g, ''))?.[1];
  return url !== undefined && siteOf(url) === site;
}

/** The element and what it is called, without numbers, which are of one entry. */
function shapeOf({ tag, names }: Region): string {
  return `${tag} ${names.split(/\s+/).find((name) => name !== '' && !/\d/.test(name)) ?? ''}`;
}
