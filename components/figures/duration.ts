import { formatNumber, t } from '../../lib/i18n/index.ts';

/** Formats milliseconds in a suitable unit. */
export function duration(ms: number): string {
  if (ms < 1000) return t('milliseconds', { number: Math.round(ms) });
  return ms < 60_000
    ? t('seconds', { number: formatNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })
    : t('minutesSeconds', { minutes: Math.floor(ms / 60_000), seconds: Math.round((ms % 60_000) / 1000) });
}
