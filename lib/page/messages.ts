import { proseOf, sentence } from './content-share.ts';
import { outward, type PlacedBlock, type Region } from './region.ts';
import { shapeOf } from './region.ts';

/** So many alike beside each other, by as many people, are a conversation. */
const fewest = 3;
/** Of them, the share that has to look like a message. */
const most = 0.7;
/** Longer than a name and a date. Characters. */
const longestByline = 80;

const commentsHeading =
  /^(?:\d+ )?(?:(?:reader |user )?comments?|discussion|responses?|replies|(?:leser)?kommentare?|(?:diskussion|leserbriefe)|commentaires?|r[ée]actions?|comentarios?|coment[áa]rios?|commenti|reacties|komentarze?|koment[áa]řů?|koment[áa]ře|kommentarer|yorumlar|комментари\p{L}+|отзывы|обсуждение|コメント|评论|留言|댓글)(?:\s*[([]?\d+[)\]]?)?[\s:.!…]*$/iu;

/** A clock, a date, a year, or how long ago. */
const time =
  /\d[:.\/-]\d|\b(?:19|20)\d\d\b|\d\s*(?:s|m|h|d|w|mo|y|secs?|mins?|min\.|seconds?|minutes?|hours?|hrs?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?|heures?|jours?|semaines?|mois|ans?|minutos?|horas?|d[íi]as?|semanas?|mes(?:es)?|a[ñn]os?|dias?|anos?|minuti|ore|ora|giorni|settimane|mesi|uur|dagen|weken|maanden|jaar|godzin\p{L}*|dni|tygodni\p{L}*|timmar|dagar|saat|gün|час\p{L}*|дн\p{L}+|минут\p{L}*|недел\p{L}*|месяц\p{L}*)(?!\p{L})|[分时時日天月년월일]\s*[前전]?/iu;

type Message = { byline: string; isDated: boolean; closing: string; prose: number; headings: number };

/**
 * Boxes of what readers write to each other, by what stands in them: three or more alike beside each other, each with words of its own, begun by
 * another name, and dated or ended by the same word, such as "Reply"; or what a heading calls so. Outermost regions.
 */
export function messageBoxes(blocks: readonly PlacedBlock[], headline: PlacedBlock | undefined): ReadonlySet<Region> {
  const ofHeadline = new Set(headline ? outward(headline.region) : []);
  const boxes = new Set<Region>();
  const first = new Map<Region, PlacedBlock>();
  const inside = new Map<Region, PlacedBlock[]>();
  for (const block of blocks) {
    for (const region of outward(block.region)) {
      const found = inside.get(region);
      if (found) found.push(block);
      else inside.set(region, [block]);
    }
  }
  for (const { region, headingLevel, markdown } of blocks) {
    if (headingLevel === null || !commentsHeading.test(plain(markdown))) continue;
    const box = [...outward(region)].findLast(
      (around) => !ofHeadline.has(around) && inside.get(around)?.[0]?.markdown === markdown,
    );
    if (box && (inside.get(box)?.length ?? 0) > 1) boxes.add(box);
  }
  const single = [...inside].filter(
    ([region, found]) => !ofHeadline.has(region) && region.tag !== 'p' && found.length > 1 && found.length < 400,
  );
  for (const [parent, siblings] of Map.groupBy(single, ([{ parent }]) => parent)) {
    if (!parent || siblings.length < fewest) continue;
    for (const alike of Map.groupBy(siblings, ([region]) => shapeOf(region)).values()) {
      if (alike.length < fewest || !areMessages(alike.map(([, found]) => messageOf(found)))) continue;
      for (const [region] of alike) boxes.add(region);
    }
  }
  return boxes;
}

function messageOf(blocks: readonly PlacedBlock[]): Message {
  const text = blocks.findIndex((block) => proseOf(block) >= sentence);
  const before = blocks.slice(0, text < 0 ? 1 : text).filter(({ counts }) => counts.text > 0 && counts.text <= longestByline);
  const byline = before.map(({ markdown }) => plain(markdown)).join(' ');
  return {
    byline: byline.replace(/[\d\P{L}]+/gu, ' ').trim(),
    isDated: blocks.some(({ region, markdown, counts }) => region.tag === 'time' || (counts.text <= longestByline && time.test(plain(markdown)))),
    closing: plain(blocks.at(-1)?.markdown ?? ''),
    prose: blocks.reduce((sum, block) => sum + proseOf(block), 0),
    headings: blocks.filter(({ headingLevel }) => headingLevel !== null).length,
  };
}

function areMessages(messages: readonly Message[]): boolean {
  const least = messages.length * most;
  const bylines = new Set(messages.filter(({ byline }) => byline.length >= 2).map(({ byline }) => byline));
  if (bylines.size < Math.max(fewest, least)) return false;
  if (messages.filter(({ prose }) => prose >= sentence).length < messages.length * 0.5) return false;
  if (messages.filter(({ headings }) => headings > 0).length > messages.length * 0.3) return false;
  const closings = Map.groupBy(messages, ({ closing }) => closing.replace(/[\d\P{L}]+/gu, ' ').trim());
  const isClosed = [...closings].some(([closing, same]) => closing.length > 0 && closing.length <= 24 && same.length >= least);
  return isClosed || messages.filter(({ isDated }) => isDated).length >= least;
}

function plain(markdown: string): string {
  return markdown.replace(/!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)/g, '').replace(/[#*_[\]\\]/g, '').replace(/^\s*(?:[-+]|\d+\.)\s/, '').trim();
}
