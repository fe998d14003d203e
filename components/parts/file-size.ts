import { formatNumber } from '../../lib/i18n/index.ts';

/** A size in the user's language: "12 kB", "3.4 MB", "1.1 GB". */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return inUnit(Math.ceil(bytes / 1_000), 'kilobyte');
  if (bytes < 1_000_000_000) return inUnit(bytes / 1_000_000, 'megabyte');
  return inUnit(bytes / 1_000_000_000, 'gigabyte');
}

function inUnit(amount: number, unit: string): string {
  return formatNumber(amount, { style: 'unit', unit, maximumFractionDigits: 1 });
}
