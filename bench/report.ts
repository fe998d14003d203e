import type { Times } from './measure.ts';

/** One measured performance goal. */
export type Verdict = { goal: number; what: string; value: number; side: 'at most' | 'at least'; bound: number };

/** Prints a table: CPU time, time per unit, and the multiple of the first contender's time. */
export function printTimes(title: string, units: number, unit: string, times: Times): void {
  const [floor = Number.NaN] = times.values();
  console.log(`\n${title}`);
  for (const [name, ms] of times) {
    const each = ((ms * 1000) / units).toFixed(2).padStart(9);
    const multiple = (ms / floor).toFixed(2).padStart(8);
    console.log(`  ${name.padEnd(34)} ${ms.toFixed(1).padStart(9)} ms ${each} us/${unit} ${multiple} x`);
  }
}

/** Prints which goals are met. */
export function printVerdicts(verdicts: readonly Verdict[]): void {
  console.log('\nGoals');
  for (const verdict of verdicts) {
    const { goal, what, value, side, bound } = verdict;
    const mark = isMet(verdict) ? 'met   ' : 'MISSED';
    console.log(`  ${goal}  ${mark}  ${what}: ${format(value)} (${side} ${format(bound)})`);
  }
  console.log(`\n${verdicts.filter(isMet).length} of ${verdicts.length} met.`);
}

/** A goal that was not measured (NaN) is not met. */
function isMet({ value, side, bound }: Verdict): boolean {
  return side === 'at most' ? value <= bound : value >= bound;
}

function format(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(2);
}
