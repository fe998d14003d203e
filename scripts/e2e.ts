// npm run e2e [-- --repeat N] [--load N] [--update] [--full] [vitest arguments]: builds what the end-to-end tests need,
// and runs them in both browsers. `--project e2e-firefox` selects one. `--repeat` runs them N times and prints how many
// times each file failed. `--load` keeps N cores busy. `--update` writes the readings of the pages in e2e/pages as the
// expected ones. `--full` runs long tests in full, like `npm run test:full`.
import { mkdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { BUILDS, WITH_BUILDS } from './build-for-tests.ts';
import { mustRun, run } from './run.ts';
import { readReport } from './test-report.ts';

const REPORT = 'out/reports/round.json';

type Options = { repeat: number; load: number; update: boolean; full: boolean; vitest: string[] };

/** `--repeat`, `--load`, `--update` and `--full` are handled here; other arguments are passed to vitest. */
function readOptions(words: readonly string[]): Options {
  const options: Options = { repeat: 1, load: 0, update: false, full: false, vitest: [] };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--repeat' || word === '--load') options[word === '--load' ? 'load' : 'repeat'] = Number(words[++at]);
    else if (word === '--update') options.update = true;
    else if (word === '--full') options.full = true;
    else options.vitest.push(word);
  }
  if (!Number.isInteger(options.repeat) || !Number.isInteger(options.load)) throw new Error('A number is missing.');
  return options;
}

/** Threads, which always end with this process. */
function startLoad(count: number): Worker[] {
  return Array.from({ length: count }, () => new Worker('for (;;);', { eval: true }));
}

type Row = { rounds: number; failures: number; tests: Map<string, number> };

/** Adds a round to the table. A file with several failed tests counts once. */
function count(rows: Map<string, Row>): void {
  const tests = readReport(REPORT) ?? [];
  for (const file of new Set(tests.map((test) => test.file))) {
    const row = rows.get(file) ?? { rounds: 0, failures: 0, tests: new Map() };
    rows.set(file, row);
    const failed = tests.filter((test) => test.file === file && test.state === 'failed');
    row.rounds++;
    if (failed.length > 0) row.failures++;
    for (const { name } of failed) row.tests.set(name, (row.tests.get(name) ?? 0) + 1);
  }
}

function print(rows: Map<string, Row>): void {
  console.log('\nrounds  failures  file');
  for (const [file, { rounds, failures, tests }] of [...rows].toSorted(([a], [b]) => a.localeCompare(b))) {
    console.log(`${String(rounds).padStart(6)}  ${String(failures).padStart(8)}  ${file}`);
    for (const [name, times] of tests) console.log(`        ${String(times).padStart(8)}    ${name}`);
  }
}

const options = readOptions(process.argv.slice(2));
for (const { args, env } of BUILDS) await mustRun('wxt', args, env);
const env = {
  ...WITH_BUILDS,
  ...(options.update ? { UPDATE_EXPECTED: '1' } : {}),
  ...(options.full ? { FULL_TESTS: '1' } : {}),
};
const projects = options.vitest.includes('--project') ? [] : ['--project', 'e2e-*'];
const reporters = options.repeat > 1 ? ['--reporter=default', '--reporter=json', `--outputFile=${REPORT}`] : [];
mkdirSync('out/reports', { recursive: true });
const load = startLoad(options.load);
const rows = new Map<string, Row>();
let hasFailed = false;
try {
  for (let round = 1; round <= options.repeat; round++) {
    const startedAt = Date.now();
    hasFailed = (await run('vitest', ['run', ...projects, ...reporters, ...options.vitest], env)) !== 0 || hasFailed;
    if (options.repeat === 1) break;
    count(rows);
    const failures = [...rows.values()].reduce((sum, row) => sum + row.failures, 0);
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    console.log(`\nround ${round} of ${options.repeat}: ${seconds} s, ${failures} failures of files so far`);
  }
} finally {
  for (const each of load) void each.terminate();
}
if (options.repeat > 1) print(rows);
process.exitCode = hasFailed ? 1 : 0;
