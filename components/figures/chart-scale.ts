import { t } from '../../lib/i18n/translate.ts';

/** One line or row of bars; null where nothing was measured. */
export type Series = { name: string; values: readonly (number | null)[] };

/**
 * The upper end of a scale from 0: the next of 1, 2, 5, 10, 20, 50 … that `largest` does not exceed; 1 for nothing. With
 * `most`, the scale ends there at the latest (a share ends at 1).
 */
export function scaleTop(largest: number, most = Number.POSITIVE_INFINITY): number {
  if (largest <= 0) return Math.min(1, most);
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 5, 10].find((each) => each * power >= largest) ?? 10;
  return Math.min(step * power, most);
}

/** What a chart shows, in a sentence, for those who cannot see it. */
export function describeSeries(series: readonly Series[], format: (value: number) => string): string {
  const sentences = series.map(({ name, values }) => {
    const known = values.filter((value) => value !== null);
    const last = known.at(-1);
    if (last === undefined) return t('seriesNothing', { name });
    const [low, high] = [Math.min(...known), Math.max(...known)];
    return t('seriesRange', { name, low: format(low), high: format(high), last: format(last) });
  });
  return sentences.join(' ');
}
