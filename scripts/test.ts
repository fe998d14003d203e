// npm test: everything that has to be right, from format to the built extension in both browsers. Ends with a line
// `N passed, N failed`, in which each step of the check counts as one and each test as itself.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { requireBrowser } from './browsers.ts';
import { TEST_BUILD } from './build-for-tests.ts';
import { run } from './run.ts';

type Step = { name: string; command: string; args: string[]; env?: Record<string, string>; report?: string };

const REPORTS = 'out/reports';

const vitest = (project: string): Step => ({
  name: `${project} tests`,
  command: 'vitest',
  args: [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${REPORTS}/${project}.json`,
  ],
  report: `${REPORTS}/${project}.json`,
});

const STEPS: Step[] = [
  { name: 'types of the framework', command: 'wxt', args: ['prepare'] },
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'types', command: 'tsc', args: [] },
  { name: 'floors', command: 'depcruise', args: ['.'] },
  { name: 'unused code', command: 'knip', args: [] },
  vitest('unit'),
  { name: 'build for Chrome', command: 'wxt', args: ['build'] },
  { name: 'build for Firefox', command: 'wxt', args: ['build', '-b', 'firefox'] },
  { name: 'sizes', command: 'node', args: ['scripts/sizes.ts'] },
  { name: 'supply chain', command: 'node', args: ['scripts/supply-chain.ts'] },
  { name: 'test build for Chrome', command: 'wxt', ...TEST_BUILD },
  { name: 'test build for Firefox', command: 'wxt', args: [...TEST_BUILD.args, '-b', 'firefox'], env: TEST_BUILD.env },
  vitest('e2e'),
];

/** A step that is no test run counts as one. A test run that never reported has failed as one. */
function count({ report }: Step, code: number): { passed: number; failed: number } {
  const asOne = code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (report === undefined) return asOne;
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: code === 0 ? 0 : Math.max(1, numFailedTests) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const total = { passed: 0, failed: 0 };
const failures: string[] = [];
try {
  requireBrowser('chromium');
  requireBrowser('firefox');
  for (const step of STEPS) {
    console.log(`\n── ${step.name}`);
    const { passed, failed } = count(step, await run(step.command, step.args, step.env));
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) failures.push(step.name);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed++;
  failures.push('browsers');
}
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
