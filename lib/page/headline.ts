import type { PlacedBlock } from './region.ts';
import { wordsOf } from './words.ts';

/** Of the words of a headline, the share that the page's title has as well. */
const mostWords = 0.6;
/** A heading of fewer words may be in many titles: that of a rubric, or the name of the site. */
const fewWords = 3;

/** The headline of the page's article: the first heading of the highest level that says what the page's title says. */
export function headlineOf(title: string, blocks: readonly PlacedBlock[]): PlacedBlock | undefined {
  const words = new Set(wordsOf(title));
  for (const level of (process.env.LV ?? '1').split(',').map(Number)) {
    const headline = blocks.find(
      ({ headingLevel, markdown, counts }) => headingLevel === level && counts.text > 0 && saysThe(words, markdown, level),
    );
    if (headline) return headline;
  }
  return undefined;
}

function saysThe(title: ReadonlySet<string>, heading: string, level: number): boolean {
  const words = wordsOf(heading.replace(/!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)/g, ' '));
  const common = words.filter((word) => title.has(word)).length;
  const least = level === 1 ? mostWords : 0.9;
  return words.length >= fewWords && common >= words.length * least;
}
