import type { PlacedBlock } from '../dom/region.ts';
import { headingText } from './side-headings.ts';
import { wordsOf } from './words.ts';

/** The share of a headline's words that the page's title has as well, and of the title's words that the headline has. */
const minCommonWords = { ofHeadline: 0.6, ofTitle: 0.3 };
/** A heading of fewer words may be in many titles: that of a rubric, or the name of the site. */
const minWords = 3;

/** The headline of the page's article: the first heading of level 1 that says what the page's title says. */
export function findHeadline(title: string, blocks: readonly PlacedBlock[]): PlacedBlock | undefined {
  const known = new Set(wordsOf(title));
  return blocks.find(({ headingLevel, markdown }) => {
    if (headingLevel !== 1) return false;
    const words = wordsOf(headingText(markdown));
    const common = words.filter((word) => known.has(word)).length;
    if (words.length < minWords || common < known.size * minCommonWords.ofTitle) return false;
    return common >= words.length * minCommonWords.ofHeadline;
  });
}
