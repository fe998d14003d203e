import { formatNumber, plural, t } from '../../lib/i18n/index.ts';

/** Formats an amount in US dollars, down to a hundredth of a cent. */
export function formatDollars(amount: number): string {
  if (amount > 0 && amount < 0.0001) return t('underAmount', { amount: formatDollars(0.0001) });
  const places = amount < 1 ? 4 : 2;
  return formatNumber(amount, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: places,
  });
}

/** Formats milliseconds in a suitable unit. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return t('milliseconds', { number: Math.round(ms) });
  return ms < 60_000
    ? t('seconds', { number: formatNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })
    : t('minutesSeconds', { minutes: Math.floor(ms / 60_000), seconds: Math.round((ms % 60_000) / 1000) });
}

/** Formats an estimated number of tokens: 40 as "~40 tokens", 3,140 as "~3.1k tokens", 31,400 as "~31k tokens". */
export function formatTokenCount(tokens: number): string {
  if (tokens < 999.5) return plural('tokensAbout', Math.round(tokens));
  const thousands = tokens / 1000;
  return t('tokensThousandsAbout', {
    thousands: formatNumber(thousands, { maximumFractionDigits: thousands < 9.95 ? 1 : 0 }),
  });
}

/** Formats a size in the user's language: "12 kB", "3.4 MB", "1.1 GB". */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000_000) return inUnit(Math.ceil(bytes / 1_000), 'kilobyte');
  if (bytes < 1_000_000_000) return inUnit(bytes / 1_000_000, 'megabyte');
  return inUnit(bytes / 1_000_000_000, 'gigabyte');
}

function inUnit(amount: number, unit: string): string {
  return formatNumber(amount, { style: 'unit', unit, maximumFractionDigits: 1 });
}
