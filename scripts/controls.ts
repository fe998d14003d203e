// npm run controls [-- NUMBER...]: removes each control of scripts/controls in turn, and expects the test named there
// to fail. Ends with a line `N controls, N not noticed`. npm run controls -- families: does the same with the controls
// that families of attacks name, and the attacks.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { families } from './attack/families/all.ts';
import type { Control } from './controls/control.ts';
import { CONTROLS } from './controls/table.ts';
import { TAKE_OUT } from './controls/take-out.ts';
import { runCaptured } from './run.ts';
import { readReport, type TestResult, testsNamed } from './test-report.ts';

const REPORT = 'out/reports/control.json';

/** Null if the test detects the missing control, else the problem. */
async function tryWithout(control: Control, index: number): Promise<string | null> {
  const { file, source, test } = control;
  const count = existsSync(file) ? readFileSync(file, 'utf8').split(source).length - 1 : 0;
  if (count !== 1) return `its source stands ${count} times in ${file}`;
  const whole = await runTest(test);
  if (whole.code !== 0 || whole.tests.length === 0) return `its test does not pass with it: ${test.name}`;
  const { tests } = await runTest(test, { [TAKE_OUT]: String(index) });
  if (tests.length === 0) return 'the test does not run without it, which proves nothing';
  return tests.some(({ state }) => state === 'failed') ? null : 'not noticed';
}

/** Null if attacks of the family succeed without the control. */
async function tryFamilyWithout(name: string, control: string): Promise<string | null> {
  const index = CONTROLS.findIndex(({ name }) => name === control);
  const options = ['--fsModuleCache=false', '--reporter=json', `--outputFile=${REPORT}`];
  rmSync(REPORT, { force: true });
  const file = 'scripts/attack/families.test.ts';
  const environment = { [TAKE_OUT]: String(index) };
  await runCaptured('vitest', ['run', '--project', 'attack', file, '-t', name, ...options], environment, false);
  const tests = testsNamed(readReport(REPORT) ?? [], name);
  if (tests.length === 0) return 'the attacks do not run without it, which proves nothing';
  return tests.some(({ state }) => state === 'failed') ? null : 'not noticed';
}

/** Runs the test of a control. Returns only the tests with its name that ran. */
async function runTest(
  { file, name }: Control['test'],
  env: Record<string, string> = {},
): Promise<{ code: number; tests: TestResult[] }> {
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const options = ['--fsModuleCache=false', '--reporter=json', `--outputFile=${REPORT}`];
  rmSync(REPORT, { force: true });
  const { code } = await runCaptured(
    'vitest',
    ['run', '--project', 'unit*', '--project', 'attack', file, '-t', pattern, ...options],
    env,
    false,
  );
  return { code, tests: testsNamed(readReport(REPORT) ?? [], name) };
}

mkdirSync('out/reports', { recursive: true });
let unnoticed = 0;
if (process.argv[2] === 'families') {
  const nothing = () => '';
  for (const { name, controls } of families({ draw: nothing, drawCard: nothing, drawMemory: nothing })) {
    for (const control of controls) {
      const problem = await tryFamilyWithout(name, control);
      if (problem !== null) unnoticed++;
      console.log(`${control.padEnd(66)}  ${problem ?? `without it: ${name}`}`);
    }
  }
  console.log(`${unnoticed} not noticed`);
  process.exit(unnoticed === 0 ? 0 : 1);
}
const chosen = process.argv.slice(2).map(Number);
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
