// npm run check, npm run test:unit, npm test, npm run test:full: each includes the previous one. Ends with a line `N
// passed, N failed` or `N passed, N failed, N skipped`, in which each step and each test counts as one. A step that
// fails before the tests ends the run, since the following steps would only repeat its failure.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { requireBrowser } from './browsers.ts';
import { BUILDS, WITH_BUILDS } from './build-for-tests.ts';
import { runCaptured } from './run.ts';
import {
  filesNotStarted,
  filesToRunAgain,
  NOTHING,
  readReport,
  type Tally,
  type TestResult,
  tallyTests,
  unhandledErrors,
  withSecondRun,
} from './test-report.ts';

type Step = {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** The report that this vitest run writes. Its tests are counted instead of the step. */
  report?: string;
  /**
   * Whether files with failed tests are run once more. Tests that then pass are counted as passed, and listed as flaky.
   */
  isRunAgain?: boolean;
  /** A path without which the step is skipped. */
  needs?: string;
};
/** Steps that run in parallel. `isGate`: a failure ends the run. */
type Stage = { steps: Step[]; isGate?: boolean };

const TIERS = ['check', 'unit', 'test', 'full'] as const;
type Tier = (typeof TIERS)[number];

const REPORTS = 'out/reports';
/** Recorded streams and texts. Optional, beside the checkout. */
const CORPUS = '../shared/corpus';
/** Replies described in public reports. Optional, beside the checkout. */
const REPORTED = '../shared/wild/engine.jsonl';
const SLOWEST = 10;
/** Written by the unit tests with coverage. */
const COVERAGE = 'out/coverage/coverage-summary.json';

function vitest(name: string, projects: string[], args: string[] = []): Step {
  const report = `${REPORTS}/${name}.json`;
  return {
    name: `${name} tests`,
    command: 'vitest',
    args: [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${report}`,
      ...args,
    ],
    report,
  };
}

function script(name: string, file: string, ...args: string[]): Step {
  return { name, command: 'node', args: [`scripts/${file}.ts`, ...args] };
}

function gate(...steps: Step[]): Stage {
  return { steps, isGate: true };
}

function inParallel(...stages: Stage[]): Stage {
  return { steps: stages.flatMap(({ steps }) => steps) };
}

function withExistingBuilds(step: Step): Stage {
  return { steps: [{ ...step, env: { ...step.env, ...WITH_BUILDS } }] };
}

const CHECK: Stage[] = [
  gate({ name: 'types of the framework', command: 'wxt', args: ['prepare'] }),
  gate(
    { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
    { name: 'types', command: 'tsc', args: [] },
    { name: 'layers', command: 'depcruise', args: ['.'] },
    { name: 'unused code', command: 'knip', args: [] },
    script('messages', 'locale', 'all'),
  ),
];

const [buildForChrome, buildForFirefox, ...testBuilds] = BUILDS.map((build): Step => ({ ...build, command: 'wxt' }));

/** The shipped builds are checked before more builds are created. */
const BUILT: Stage[] = [
  ...[buildForChrome, buildForFirefox].filter((step) => step !== undefined).map((step) => gate(step)),
  gate(script('sizes', 'sizes'), script('supply chain', 'supply-chain')),
  ...testBuilds.map((step) => gate(step)),
];

/** Built twice in clean folders, linted like the stores do, and checked against their rules. */
const RELEASE = withExistingBuilds(
  script('release', 'release', '--dry-run', '--link-packages', '--repository', 'example/sidenote'),
);

const UNIT_WITH_COVERAGE = withExistingBuilds(vitest('unit', ['unit*'], ['--coverage']));
/** Without coverage, which takes most time where code runs most often. */
const ATTACKS = withExistingBuilds(vitest('attack', ['attack']));
const CALL_PATHS = withExistingBuilds(vitest('call-path', ['call-paths']));

const BROWSER_TESTS = withExistingBuilds({ ...vitest('e2e', ['e2e-chromium', 'e2e-firefox']), isRunAgain: true });

/** Steps that take too long for every change. The end-to-end tests include a short part of most of them. */
const LONG: Stage[] = [
  withExistingBuilds(script('controls', 'controls')),
  withExistingBuilds(script('mutation', 'mutation')),
  withExistingBuilds(script('attack', 'attack')),
  withExistingBuilds(script('fuzz', 'fuzz', '--count', '100000', '--seed', '1')),
  withExistingBuilds({ ...script('replay', 'replay', CORPUS), needs: CORPUS }),
  withExistingBuilds({ ...script('reported cases', 'reported-cases', REPORTED), needs: REPORTED }),
  withExistingBuilds(script('real servers', 'real-servers')),
  withExistingBuilds(script('chaos in Chromium', 'chaos', '--kills', '200')),
  withExistingBuilds(script('chaos in Firefox', 'chaos', '--kills', '30', '--browser', 'firefox')),
  withExistingBuilds(script('crash', 'crash', '--kills', '20')),
  withExistingBuilds(script('soak', 'soak', '--runs', '500')),
  withExistingBuilds(script('quiet session in Chromium', 'quiet-session', '--minutes', '10')),
  withExistingBuilds(script('quiet session in Firefox', 'quiet-session', '--minutes', '10', '--browser', 'firefox')),
  withExistingBuilds(script('screenshots', 'shots', '--built')),
];

function listStages(tier: Tier): Stage[] {
  switch (tier) {
    case 'check':
      return CHECK;
    case 'unit':
      return [...CHECK, withExistingBuilds(vitest('unit', ['unit*']))];
    case 'test':
      return [...CHECK, inParallel(UNIT_WITH_COVERAGE, ATTACKS, CALL_PATHS, RELEASE), ...BUILT, BROWSER_TESTS];
    case 'full':
      return [...listStages('test'), ...LONG];
    default:
      return tier satisfies never;
  }
}

/** `errors`: errors outside the tests. */
type StepResult = { step: Step; tally: Tally; errors: string | null };

/** Steps that run alone show their output as it arrives, others only after a failure. */
async function runStage({ steps }: Stage, env: Record<string, string>): Promise<StepResult[]> {
  const isAlone = steps.length === 1;
  if (isAlone) console.log(`\n── ${steps[0]?.name}`);
  return Promise.all(
    steps.map(async (step) => {
      if (step.needs !== undefined && !existsSync(step.needs)) {
        console.log(`skipped: no ${step.needs}`);
        return { step, tally: { ...NOTHING, skipped: 1 }, errors: null };
      }
      const start = performance.now();
      const { code, output } = await runCaptured(step.command, step.args, { ...env, ...step.env }, isAlone);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      if (!isAlone) console.log(`── ${step.name}: ${code === 0 ? 'ok' : `failed\n${output}`} (${seconds} s)`);
      else console.log(`(${seconds} s)`);
      const errors = unhandledErrors(output);
      if (step.report === undefined) return { step, tally: tallyTests(code, null), errors };
      const tests = readReport(step.report) ?? [];
      const notStarted = filesNotStarted(errors);
      if (notStarted.length > 0) {
        const rest = await runFiles(step, step.report, notStarted, { ...env, ...step.env });
        return { step, tally: tallyTests(rest.code, [...tests, ...rest.tests]), errors: null };
      }
      if (!step.isRunAgain) return { step, tally: tallyTests(code, tests), errors };
      const files = filesToRunAgain(tests, errors);
      if (files.length === 0) return { step, tally: tallyTests(code, tests), errors };
      return { step, tally: await runAgain(step, step.report, { files, tests }, { ...env, ...step.env }), errors };
    }),
  );
}

/** Runs these files once more. `tests`: the results of the first run for all files. */
async function runAgain(
  step: Step,
  report: string,
  { files, tests }: { files: string[]; tests: TestResult[] },
  env: Record<string, string>,
): Promise<Tally> {
  const again = await runFiles(step, report, files, env);
  return tallyTests(again.code, withSecondRun(tests, again.tests));
}

/** Runs only these files, without coverage, and returns their tests. */
async function runFiles(step: Step, report: string, files: readonly string[], env: Record<string, string>) {
  console.log(`\n── ${step.name}, run again: ${files.join(', ')}`);
  const second = report.replace('.json', '-again.json');
  const args = step.args.filter((arg) => arg !== '--coverage').map((arg) => arg.replace(report, second));
  const { code } = await runCaptured(step.command, [...args, ...files], env, true);
  return { code, tests: readReport(second) ?? [] };
}

function printSlowest(tests: readonly TestResult[]): void {
  if (tests.length === 0) return;
  console.log(`\nThe ${SLOWEST} slowest tests:`);
  for (const { seconds, file, name } of tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}: ${name}`);
  }
}

function printCoverage(): void {
  if (!existsSync(COVERAGE)) return;
  const { lines, branches } = JSON.parse(readFileSync(COVERAGE, 'utf8')).total;
  console.log(
    `\nCoverage of lib without extension and react by unit tests: lines ${lines.pct} %, branches ${branches.pct} %`,
  );
}

function printNotPassed(tests: readonly TestResult[]): void {
  for (const { file, name, state } of tests) {
    if (state === 'skipped') console.log(`skipped: ${file}: ${name}`);
    if (state === 'failed') console.log(`failed: ${file}: ${name}`);
    if (state === 'flaky') console.log(`flaky, passed in a second run: ${file}: ${name}`);
  }
}

async function main(tier: Tier): Promise<void> {
  rmSync(REPORTS, { recursive: true, force: true });
  rmSync(COVERAGE, { force: true });
  mkdirSync(REPORTS, { recursive: true });
  const env: Record<string, string> = tier === 'full' ? { FULL_TESTS: '1' } : {};
  const stages = listStages(tier);
  const total = structuredClone(NOTHING);
  const failures: string[] = [];
  const outside: string[] = [];
  if (tier === 'test' || tier === 'full') {
    requireBrowser('chromium');
    requireBrowser('firefox');
  }
  for (const [index, stage] of stages.entries()) {
    let failed = false;
    for (const { step, tally, errors } of await runStage(stage, env)) {
      total.passed += tally.passed;
      total.failed += tally.failed;
      total.skipped += tally.skipped;
      total.tests.push(...tally.tests);
      if (tally.failed > 0) failures.push(step.name);
      if (tally.failed > 0 && errors !== null) outside.push(`${step.name}:\n${errors}`);
      failed ||= tally.failed > 0;
    }
    if (failed && stage.isGate) {
      const rest = stages.slice(index + 1).flatMap(({ steps }) => steps.map(({ name }) => name));
      if (rest.length > 0) console.log(`\nNot run: ${rest.join(', ')}`);
      break;
    }
  }
  printCoverage();
  printSlowest(total.tests);
  printNotPassed(total.tests);
  for (const errors of outside) console.log(`\nOutside of the tests, ${errors}`);
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

const tier = TIERS.find((each) => each === (process.argv[2] ?? 'test'));
if (tier === undefined) {
  console.error(`usage: node scripts/test.ts ${TIERS.join('|')}`);
  process.exit(2);
}
try {
  await main(tier);
} catch (error) {
  // For example, no browser was found.
  console.error(error instanceof Error ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
}
