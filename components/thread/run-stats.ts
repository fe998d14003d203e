import type { RunStats } from '../../lib/contracts/run.ts';
import { formatNumber } from '../../lib/i18n/language.ts';
import { plural, t } from '../../lib/i18n/translate.ts';
import { dollars } from '../figures/dollars.ts';
import { duration } from '../figures/duration.ts';

/** One figure of what an answer took; `why` says what exactly was counted. */
export type RunFigure = { text: string; why: string };

/** What an answer took, short. `cost` in US dollars; null where tokens or price are not known. */
export function runFigures(stats: RunStats, cost: number | null): RunFigure[] {
  const { ms, firstContentMs, inputTokens, outputTokens, cachedTokens, toolCalls } = stats;
  const figures: RunFigure[] = [{ text: duration(ms), why: t('timeWhy') }];
  if (toolCalls > 0) {
    figures.push({ text: plural('toolCallCount', toolCalls), why: t('toolCallsWhy') });
  }
  if (inputTokens !== undefined && outputTokens !== undefined) {
    const why =
      cachedTokens === undefined
        ? t('tokensWhy', { read: inputTokens, written: outputTokens })
        : t('tokensWhyCached', { read: inputTokens, cached: cachedTokens, written: outputTokens });
    figures.push({ text: plural('tokenCount', inputTokens + outputTokens), why });
  }
  if (firstContentMs !== undefined) {
    figures.push({ text: t('firstWordAfter', { time: duration(firstContentMs) }), why: t('firstWordWhy') });
  }
  if (outputTokens !== undefined && ms > 0) {
    const rate = outputTokens / (ms / 1000);
    const text = t('tokenRate', { rate: formatNumber(rate, { maximumFractionDigits: rate < 10 ? 1 : 0 }) });
    figures.push({ text, why: t('tokenRateWhy') });
  }
  if (cost !== null) figures.push({ text: dollars(cost), why: t('costWhy') });
  return figures;
}
