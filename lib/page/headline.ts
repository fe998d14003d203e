import type { PlacedBlock } from './region.ts';
import { headingText } from './side-headings.ts';
import { wordsOf } from './words.ts';

/** Of the words of a headline, the share that the page's title has as well. */
const mostWords = 0.6;
/** A heading of fewer words may be in many titles: that of a rubric, or the name of the site. */
const fewestWords = 3;

/** The headline of the page's article: the first heading of level 1 that says what the page's title says. */
export function findHeadline(title: string, blocks: readonly PlacedBlock[]): PlacedBlock | undefined {
  const known = new Set(wordsOf(title));
  return blocks.find(({ headingLevel, markdown }) => {
    if (headingLevel !== 1) return false;
    const words = wordsOf(headingText(markdown));
    return words.length >= fewestWords && words.filter((word) => known.has(word)).length >= words.length * mostWords;
  });
}
