import { language } from '../../lib/i18n/language.ts';
import { t } from '../../lib/i18n/translate.ts';

/** What is listed under one heading. */
export type ThreadGroup<Item> = { heading: string; items: Item[] };

type Listed = { updatedAt: number; isPinned: boolean };

const MONTH = new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric' });

/**
 * Chats, newest first, under headings: those that are pinned, then by the user's own days, and those older than a month by
 * months. `now` in milliseconds since 1970.
 */
export function groupThreads<Item extends Listed>(items: readonly Item[], now: number): ThreadGroup<Item>[] {
  const today = dayStart(now, 0);
  const limits = [
    { heading: t('today'), from: today },
    { heading: t('yesterday'), from: dayStart(now, 1) },
    { heading: t('lastWeek'), from: dayStart(now, 7) },
    { heading: t('lastMonth'), from: dayStart(now, 30) },
  ];
  const headingOf = ({ updatedAt, isPinned }: Item) =>
    isPinned ? t('pinned') : (limits.find(({ from }) => updatedAt >= from)?.heading ?? MONTH.format(updatedAt));
  return [...Map.groupBy(items, headingOf)].map(([heading, group]) => ({ heading, items: group }));
}

/** When the day began that was so many days before, whatever the clock did in between. */
function dayStart(now: number, daysBefore: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime();
}
