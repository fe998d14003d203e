import { type BlocksByRegion, type PlacedBlock, type Region, shapeOf } from '../dom/region.ts';
import { headingText } from './region-kind.ts';
import { proseOf, sentence } from './text-density.ts';

/** At least this many similar siblings may be a conversation. */
const minMessages = 3;
/** A message with its answers has no more blocks. */
const maxBlocks = 300;
/** Minimum share of the entries that look like a message. */
const minMajority = 0.7;
/** Maximum length of a line with name and date, and of a closing link such as "Reply". Characters. */
const maxLength = { byline: 80, closing: 24 };

const units = [
  's|m|h|d|w|mo|y|secs?|mins?|seconds?|minutes?|hours?|hrs?|days?|weeks?|months?|years?',
  'sekunden?|minuten?|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?|uur|dagen|weken|maanden|jaar|timmar|dagar',
  'heures?|jours?|semaines?|mois|ans?|minutos?|horas?|d[íi]as?|semanas?|mes(?:es)?|a[ñn]os?|minuti|or[ae]|giorni|settimane|mesi',
  'godzin\\p{L}*|dni|tygodni\\p{L}*|saat|gün|час\\p{L}*|дн\\p{L}+|минут\\p{L}*|недел\\p{L}*|месяц\\p{L}*',
];
/** A time, a date, a year, or a relative time. */
const time = new RegExp(
  `\\d[:./-]\\d|\\b(?:19|20)\\d\\d\\b|\\d\\s*(?:${units.join('|')})(?!\\p{L})|\\d\\s*[分时時日天月年월일]`,
  'iu',
);

/**
 * Finds entries of a conversation by their content, whatever their names: three or more similar siblings, each with text below a
 * different name, and with a date or the same last word, such as "Reply". Never returns an ancestor in `ofHeadline`.
 */
export function findMessages(inside: BlocksByRegion, ofHeadline: ReadonlySet<Region>): ReadonlySet<Region> {
  const found = new Set<Region>();
  const entries = [...inside].filter(
    ([region, blocks]) =>
      !ofHeadline.has(region) && region.tag !== 'p' && blocks.length > 1 && blocks.length <= maxBlocks,
  );
  for (const [parent, siblings] of Map.groupBy(entries, ([region]) => region.parent)) {
    if (!parent || siblings.length < minMessages) continue;
    for (const alike of Map.groupBy(siblings, ([region]) => shapeOf(region)).values()) {
      if (alike.length < minMessages || !areMessages(alike.map(([, blocks]) => entryOf(blocks)))) continue;
      for (const [region] of alike) found.add(region);
    }
  }
  return found;
}

type Entry = { byline: string; closing: string; isDated: boolean; hasText: boolean; hasHeading: boolean };

function entryOf(blocks: readonly PlacedBlock[]): Entry {
  const text = blocks.findIndex((block) => proseOf(block) >= sentence);
  const isShort = ({ counts }: PlacedBlock) => counts.text > 0 && counts.text <= maxLength.byline;
  const byline = blocks.slice(0, text < 0 ? 1 : text).filter(isShort);
  return {
    byline: lettersOf(byline.map(({ markdown }) => markdown).join(' ')),
    closing: lettersOf(blocks.at(-1)?.markdown ?? ''),
    isDated: blocks.some(
      (block) => block.region.tag === 'time' || (isShort(block) && time.test(headingText(block.markdown))),
    ),
    hasText: text >= 0,
    hasHeading: blocks.some(({ headingLevel }) => headingLevel !== null),
  };
}

function areMessages(entries: readonly Entry[]): boolean {
  const least = entries.length * minMajority;
  const count = (is: (entry: Entry) => boolean) => entries.filter(is).length;
  const names = new Set(entries.map(({ byline }) => byline).filter((byline) => byline.length > 1));
  // Steps, updates and days of a journey begin with the same word; items of a list of articles have headings.
  if (names.size < Math.max(minMessages, least) || count(({ hasHeading }) => hasHeading) > entries.length - least) {
    return false;
  }
  if (count(({ hasText }) => hasText) < entries.length / 2) return false;
  if (count(({ isDated }) => isDated) >= least) return true;
  return [...Map.groupBy(entries, ({ closing }) => closing)].some(
    ([closing, same]) => closing !== '' && closing.length <= maxLength.closing && same.length >= least,
  );
}

function lettersOf(markdown: string): string {
  return headingText(markdown)
    .replace(/[\d\P{L}]+/gu, ' ')
    .trim();
}
