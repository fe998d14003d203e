import type { RunStats } from '../lib/protocol/run.ts';
import { dollars } from './dollars.ts';
import { duration } from './duration.ts';

/** One figure of what an answer took; `why` says what exactly was counted. */
export type RunFigure = { text: string; why: string };

/** What an answer took, short. `cost` in US dollars; null where tokens or price are not known. */
export function runFigures(stats: RunStats, cost: number | null): RunFigure[] {
  const { ms, firstContentMs, inputTokens, outputTokens, toolCalls } = stats;
  const figures: RunFigure[] = [{ text: duration(ms), why: 'From the question to the end of the answer.' }];
  if (toolCalls > 0) {
    figures.push({ text: `${toolCalls} tool ${toolCalls === 1 ? 'call' : 'calls'}`, why: 'Tools this answer used.' });
  }
  if (inputTokens !== undefined && outputTokens !== undefined) {
    const why = `${inputTokens.toLocaleString()} tokens read, ${outputTokens.toLocaleString()} written, as the server counts.`;
    figures.push({ text: `${(inputTokens + outputTokens).toLocaleString()} tokens`, why });
  }
  if (firstContentMs !== undefined) {
    figures.push({ text: `first word ${duration(firstContentMs)}`, why: 'Until the answer began.' });
  }
  if (outputTokens !== undefined && ms > 0) {
    const rate = outputTokens / (ms / 1000);
    const text = `${rate.toLocaleString(undefined, { maximumFractionDigits: rate < 10 ? 1 : 0 })} tokens/s`;
    figures.push({ text, why: 'Written tokens over the whole time, tools and waiting included.' });
  }
  if (cost !== null) figures.push({ text: dollars(cost), why: 'By the prices the server lists.' });
  return figures;
}
