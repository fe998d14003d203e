// npm run controls [-- NUMBER...]: takes each control of scripts/controls out in turn, and expects the test named there
// to fail. Ends with a line `N controls, N not noticed`.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { Control } from './controls/control.ts';
import { CONTROLS } from './controls/table.ts';
import { TAKE_OUT } from './controls/take-out.ts';
import { runCaptured } from './run.ts';
import { readReport } from './test-report.ts';

const REPORT = 'out/reports/control.json';

/** Null if the test detects the missing control, else the problem. */
async function tryWithout(control: Control, index: number): Promise<string | null> {
  const { file, source, test } = control;
  const count = existsSync(file) ? readFileSync(file, 'utf8').split(source).length - 1 : 0;
  if (count !== 1) return `its source stands ${count} times in ${file}`;
  const pattern = test.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const vitest = [
    'run',
    '--project',
    'unit*',
    test.file,
    '-t',
    pattern,
    '--fsModuleCache=false',
    '--reporter=json',
    `--outputFile=${REPORT}`,
  ];
  const whole = await runCaptured('vitest', vitest, {}, false);
  const before = (readReport(REPORT) ?? []).filter(({ state }) => state !== 'skipped');
  if (whole.code !== 0 || before.length === 0) return `its test does not pass with it: ${test.name}`;
  await runCaptured('vitest', vitest, { [TAKE_OUT]: String(index) }, false);
  const failed = (readReport(REPORT) ?? []).filter(({ state }) => state === 'failed');
  return failed.length > 0 ? null : 'not noticed';
}

mkdirSync('out/reports', { recursive: true });
const chosen = process.argv.slice(2).map(Number);
let unnoticed = 0;
for (const [index, control] of CONTROLS.entries()) {
  if (chosen.length > 0 && !chosen.includes(index)) continue;
  const problem = await tryWithout(control, index);
  if (problem !== null) unnoticed++;
  console.log(
    `${String(index).padStart(2)}  ${control.promise}  ${control.name.padEnd(66)}  ${problem ?? `fails: ${control.test.name}`}`,
  );
}
console.log(`${chosen.length || CONTROLS.length} controls, ${unnoticed} not noticed`);
process.exitCode = unnoticed === 0 ? 0 : 1;
