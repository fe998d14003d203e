import { formatNumber, t } from '../../lib/i18n/index.ts';

/** Formats an estimated number of tokens: 40 as "~40 tokens", 3,140 as "~3.1k tokens", 31,400 as "~31k tokens". */
export function tokenCount(tokens: number): string {
  if (tokens < 1000) return t('tokensAbout', { count: Math.round(tokens) });
  const thousands = tokens / 1000;
  return t('tokensThousandsAbout', {
    thousands: formatNumber(thousands, { maximumFractionDigits: thousands < 9.95 ? 1 : 0 }),
  });
}
