import { hasMoney } from '../../language/index.ts';
import { isIn, type PlacedBlock, regionAndAncestors } from '../dom/region.ts';
import { headingText } from './region-kind.ts';
import type { Share } from './text-density.ts';

/** Maximum number of blocks between the name of a product and its price, and maximum length of a price in characters. */
const PRICE = { maxBlocks: 6, maxLength: 60 };

/**
 * Whether this is the page of a product although it does not declare itself one: a price without a link is directly
 * below the headline, and a button is in the same box.
 */
export function isUndeclaredProduct(blocks: readonly PlacedBlock[]): boolean {
  const index = blocks.findIndex(({ headingLevel }) => headingLevel === 1);
  const headline = blocks[index];
  if (!headline) return false;
  const below = blocks.slice(index + 1, index + 1 + PRICE.maxBlocks);
  const offer = below.find(
    ({ counts, markdown, headingLevel }) =>
      headingLevel === null &&
      counts.link + counts.control === 0 &&
      counts.text <= PRICE.maxLength &&
      hasMoney(markdown),
  );
  const box = offer && [...regionAndAncestors(headline.region)].find((region) => isIn(offer.region, region));
  return box?.parent !== null && blocks.some(({ counts, region }) => counts.control > 0 && box && isIn(region, box));
}

const REVIEW_NAMES = /(?:^|[\s_-])reviews?(?:$|[\s_-])/i;

/**
 * Minimum length of a line that ends in a sentence, in characters, and minimum share of such lines in reviews. With
 * less, their box holds statistics and filters.
 */
const SENTENCES = { minLength: 20, minShare: 0.3 };

/** The reviews of a product, which are content, unlike comments on a text. `place`: where a block belongs by its box. */
export function findReviews(
  blocks: readonly PlacedBlock[],
  place: (block: PlacedBlock) => Share['place'],
): readonly PlacedBlock[] {
  const isInReviews = ({ region }: PlacedBlock) =>
    [...regionAndAncestors(region)].some(({ names }) => REVIEW_NAMES.test(names));
  const reviews = blocks.filter((block) => place(block) === 'comments' && isInReviews(block));
  const lines = reviews.flatMap(({ markdown }) => markdown.split('\n').map(headingText));
  const ofSentences = lines.filter(
    (line) => line.length >= SENTENCES.minLength && /\p{Sentence_Terminal}$/u.test(line),
  );
  const measure = (some: readonly string[]) => some.reduce((sum, { length }) => sum + length, 0);
  return measure(ofSentences) >= measure(lines) * SENTENCES.minShare ? reviews : [];
}
