// npm run controls [-- NUMBER...]: removes each control of scripts/controls in turn, and expects the test named there
// to fail. Ends with a line `N controls, N not noticed`. npm run controls -- families: does the same with the controls
// that families of attacks name, and the attacks.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { families } from './attack/families/all.ts';
import type { Control } from './controls/control.ts';
import { CONTROLS } from './controls/table.ts';
import { TAKE_OUT } from './controls/take-out.ts';
import { runCaptured } from './run.ts';
import { readReport, type TestResult, testsNamed } from './test-report.ts';

const REPORTS = 'out/reports';
const FAMILIES_TEST = 'scripts/attack/families.test.ts';

/** A control, and the test that must fail without it. `index` is its place in the table. */
type Removal = { index: number; test: Control['test'] };

/** Null if a test with this name fails without the control, else the problem. */
async function tryWithout({ index, test }: Removal): Promise<string | null> {
  const tests = testsNamed(await runTests([test], { [TAKE_OUT]: String(index) }), test.name);
  if (tests.length === 0) return 'the test does not run without it, which proves nothing';
  return tests.some(({ state }) => state === 'failed') ? null : 'not noticed';
}

/** Runs the tests with these names in their files. Returns the results of all tests of these files. */
async function runTests(wanted: readonly Control['test'][], env: Record<string, string> = {}): Promise<TestResult[]> {
  const report = `${REPORTS}/control-${env[TAKE_OUT] ?? 'none'}.json`;
  const files = [...new Set(wanted.map(({ file }) => file))];
  const names = wanted.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const options = ['-t', names, '--reporter=json', `--outputFile=${report}`];
  rmSync(report, { force: true });
  await runCaptured('vitest', ['run', '--project', 'unit*', '--project', 'attack', ...files, ...options], env, false);
  return readReport(report) ?? [];
}

/** Calls `attempt` for each item, as many at once as there are processors. */
async function forEachInParallel<T>(items: readonly T[], attempt: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await attempt(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** Returns how many removals were not noticed. */
async function tryFamilies(): Promise<number> {
  const nothing = () => '';
  const rows = families({ draw: nothing, drawCard: nothing, drawMemory: nothing }).flatMap(({ name, controls }) =>
    controls.map((control) => ({ control, name })),
  );
  let unnoticed = 0;
  await forEachInParallel(rows, async ({ control, name }) => {
    const index = CONTROLS.findIndex((each) => each.name === control);
    const problem = await tryWithout({ index, test: { file: FAMILIES_TEST, name } });
    if (problem !== null) unnoticed++;
    console.log(`${control.padEnd(66)}  ${problem ?? `without it: ${name}`}`);
  });
  console.log(`${unnoticed} not noticed`);
  return unnoticed;
}

/** Returns how many removals were not noticed, or could not be tried. */
async function tryControls(chosen: readonly number[]): Promise<number> {
  const rows = [...CONTROLS.entries()].filter(([index]) => chosen.length === 0 || chosen.includes(index));
  const complete = await runTests(rows.map(([, { test }]) => test));
  let unnoticed = 0;
  await forEachInParallel(rows, async ([index, { promise, name, file, source, test }]) => {
    const count = existsSync(file) ? readFileSync(file, 'utf8').split(source).length - 1 : 0;
    const inFile = complete.filter((result) => result.file === test.file);
    const passes = testsNamed(inFile, test.name).map(({ state }) => state === 'passed');
    let problem: string | null;
    if (count !== 1) problem = `its source stands ${count} times in ${file}`;
    else if (passes.length === 0 || passes.includes(false)) problem = `its test does not pass with it: ${test.name}`;
    else problem = await tryWithout({ index, test });
    if (problem !== null) unnoticed++;
    console.log(`${String(index).padStart(3)}  ${promise}  ${name.padEnd(66)}  ${problem ?? `fails: ${test.name}`}`);
  });
  console.log(`${rows.length} controls, ${unnoticed} not noticed`);
  return unnoticed;
}

mkdirSync(REPORTS, { recursive: true });
const words = process.argv.slice(2);
const unnoticed = words[0] === 'families' ? await tryFamilies() : await tryControls(words.map(Number));
process.exitCode = unnoticed === 0 ? 0 : 1;
