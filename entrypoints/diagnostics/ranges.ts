import type { PlainKey } from '../../lib/i18n/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A time range, the number of slices in its charts, and their labels. */
export type Range = {
  id: 'hour' | 'day' | 'week';
  name: PlainKey;
  /** Shown if nothing was measured in the range. */
  nothing: PlainKey;
  lengthMs: number;
  slices: number;
  time: Intl.DateTimeFormatOptions;
};

const HOUR: Range = {
  id: 'hour',
  name: 'hour',
  nothing: 'nothingMeasuredHour',
  lengthMs: HOUR_MS,
  slices: 12,
  time: { hour: '2-digit', minute: '2-digit' },
};

/** The range shown at first. */
export const DAY: Range = {
  id: 'day',
  name: 'day',
  nothing: 'nothingMeasuredDay',
  lengthMs: 24 * HOUR_MS,
  slices: 24,
  time: { hour: '2-digit', minute: '2-digit' },
};

const WEEK: Range = {
  id: 'week',
  name: 'week',
  nothing: 'nothingMeasuredWeek',
  lengthMs: 7 * 24 * HOUR_MS,
  slices: 28,
  time: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
};

export const RANGES: readonly Range[] = [HOUR, DAY, WEEK];
