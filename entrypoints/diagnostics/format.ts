import type { Spread, Threshold } from '../../lib/agent/index.ts';
import { formatNumber, t } from '../../lib/i18n/index.ts';

const NOTHING = '–';

/** Between a number and its unit: never the end of a line. */
const GAP = '\u00a0';

const unbroken = (text: string) => text.replaceAll(' ', GAP);

const oneDigit = (value: number) => formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Milliseconds as a user reads them. */
export function formatMs(ms: number): string {
  if (ms < 1_000) return unbroken(t('milliseconds', { number: Math.round(ms) }));
  if (ms < 60_000) return unbroken(t('seconds', { number: oneDigit(ms / 1_000) }));
  return unbroken(t('minutesShort', { number: oneDigit(ms / 60_000) }));
}

/** A share from 0 to 1. Rounded down: 94.96 % is not 95 %. */
export function formatShare(share: number): string {
  return unbroken(t('percent', { number: Math.floor(share * 1_000) / 10 }));
}

/** Two figures at most after the point. */
export function formatCount(count: number): string {
  return formatNumber(count, { maximumFractionDigits: count < 10 ? 2 : 1 });
}

export function formatUnit(unit: Threshold['unit'], value: number): string {
  switch (unit) {
    case 'share':
      return formatShare(value);
    case 'milliseconds':
      return formatMs(value);
    case 'per-minute':
      return formatCount(value);
    default:
      return unit satisfies never;
  }
}

/** A value, or a dash where nothing was measured. */
export function orNothing<T>(value: T | null, format: (value: T) => string): string {
  return value === null ? NOTHING : format(value);
}

/** Median and 95th percentile of durations. */
export function formatSpread({ p50, p95 }: Spread): string {
  return p50 === null || p95 === null ? NOTHING : `${formatMs(p50)}${GAP}/${GAP}${formatMs(p95)}`;
}
