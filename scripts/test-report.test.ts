import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  filesNotStarted,
  filesToRunAgain,
  readReport,
  type TestResult,
  tallyTests,
  testsNamed,
  unhandledErrors,
  withSecondRun,
} from './test-report.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sidenote-report-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeAndReadReport(status: string, ...states: string[]): ReturnType<typeof readReport> {
  const file = path.join(folder, 'report.json');
  const assertionResults = states.map((each, index) => ({ fullName: `test ${index}`, status: each, duration: 1500 }));
  writeFileSync(file, JSON.stringify({ testResults: [{ name: path.resolve('a.test.ts'), status, assertionResults }] }));
  return readReport(file);
}

describe('a test run counts', () => {
  test('each test separately, and skipped ones', () => {
    const tests = writeAndReadReport('failed', 'passed', 'passed', 'failed', 'pending', 'todo');
    expect(tests?.[0]).toEqual({ file: 'a.test.ts', name: 'test 0', seconds: 1.5, state: 'passed' });
    expect(tallyTests(1, tests)).toMatchObject({ passed: 2, failed: 1, skipped: 2 });
  });

  test('a file as failed if its setup failed', () => {
    expect(tallyTests(1, writeAndReadReport('failed', 'passed'))).toMatchObject({ passed: 1, failed: 1 });
    expect(tallyTests(1, writeAndReadReport('failed'))).toMatchObject({ passed: 0, failed: 1 });
  });

  test('as failed if it ended with an error and no test failed, such as a missed threshold', () => {
    expect(tallyTests(1, writeAndReadReport('passed', 'passed'))).toMatchObject({ passed: 1, failed: 1 });
  });

  test('as failed if it ran no test', () => {
    expect(tallyTests(0, [])).toMatchObject({ passed: 0, failed: 1 });
  });
});

const UNHANDLED = `
 \u001B[32m✓\u001B[39m unit a.test.ts (1 test)
\u001B[31m⎯⎯⎯⎯⎯⎯\u001B[39m\u001B[1m\u001B[41m Unhandled Errors \u001B[49m\u001B[22m\u001B[31m⎯⎯⎯⎯⎯⎯\u001B[39m

Vitest caught 1 unhandled error during the test run.

\u001B[31m⎯⎯⎯⎯⎯\u001B[39m Uncaught Exception ⎯⎯⎯⎯⎯
ReferenceError: window is not defined
⎯⎯⎯⎯⎯⎯⎯⎯

\u001B[2m Test Files \u001B[22m 1 passed (1)
`;

test('errors outside of the tests are found in the output of a run, without its colours', () => {
  const errors = unhandledErrors(UNHANDLED);
  expect(errors).toMatch(/^⎯+ Unhandled Errors ⎯+\n/);
  expect(errors).toContain('\nReferenceError: window is not defined\n');
  expect(errors).not.toContain('Test Files');
});

const NOT_STARTED = `
⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯

Vitest caught 1 unhandled error during the test run.

⎯⎯⎯⎯⎯⎯ Unhandled Error ⎯⎯⎯⎯⎯⎯⎯
Error: [vitest-pool]: Failed to start forks worker for test files ${path.resolve('lib/a.test.ts')}.
 ❯ node_modules/vitest/dist/chunks/index.js:5932:94

Caused by: Error: [vitest-pool-runner]: Timeout waiting for worker to respond
⎯⎯⎯⎯⎯⎯
 Test Files  1 passed (1)
`;

test('a file whose worker process was not started in time is named, to be run again', () => {
  expect(filesNotStarted(unhandledErrors(NOT_STARTED))).toEqual(['lib/a.test.ts']);
});

test('no file is run again with any other error outside of the tests', () => {
  const other = '⎯⎯⎯⎯⎯ Uncaught Exception ⎯⎯⎯⎯⎯\nReferenceError: window is not defined\n Test Files';
  expect(filesNotStarted(unhandledErrors(UNHANDLED))).toEqual([]);
  expect(filesNotStarted(unhandledErrors(NOT_STARTED.replace(' Test Files', other)))).toEqual([]);
  expect(filesNotStarted(null)).toEqual([]);
});

test('a run without such errors has none', () => {
  expect(unhandledErrors(' ✓ unit a.test.ts (1 test)\n\n Test Files  1 passed (1)\n')).toBeNull();
});

test('a missing report gives null', () => {
  expect(readReport(path.join(folder, 'none.json'))).toBeNull();
});

test('a step without a report counts as one', () => {
  expect(tallyTests(0, null)).toMatchObject({ passed: 1, failed: 0 });
  expect(tallyTests(2, null)).toMatchObject({ passed: 0, failed: 1 });
});

test('the tests named are those that ran, and never a file that could not be loaded', () => {
  const broken = writeAndReadReport('failed') ?? [];
  expect(broken).toHaveLength(1);
  expect(testsNamed(broken, 'test 0')).toEqual([]);
  expect(testsNamed(writeAndReadReport('failed', 'failed', 'passed', 'pending') ?? [], 'test 0')).toMatchObject([
    { name: 'test 0', state: 'failed' },
  ]);
  expect(testsNamed(writeAndReadReport('passed', 'pending') ?? [], 'test 0')).toEqual([]);
});

describe('after a second run of the files that failed', () => {
  const result = (file: string, name: string, state: TestResult['state']): TestResult => ({
    file,
    name,
    seconds: 1,
    state,
  });
  const first = [result('a', 'one', 'failed'), result('a', 'two', 'passed'), result('b', 'one', 'passed')];

  test('the files are those with a failed test, each once', () => {
    expect(filesToRunAgain([...first, result('a', 'three', 'failed')], null)).toEqual(['a']);
  });

  test('more than four failed files are not run again', () => {
    const failed = ['a', 'b', 'c', 'd'].map((file) => result(file, 'one', 'failed'));
    expect(filesToRunAgain(failed, null)).toHaveLength(4);
    expect(filesToRunAgain([...failed, result('e', 'one', 'failed')], null)).toEqual([]);
  });

  test('nothing is run again after errors outside of the tests', () => {
    expect(filesToRunAgain(first, unhandledErrors(UNHANDLED))).toEqual([]);
  });

  test('a test that passes then is flaky, and counts as passed', () => {
    const tests = withSecondRun(first, [result('a', 'one', 'passed'), result('a', 'two', 'passed')]);
    expect(tests.map(({ state }) => state)).toEqual(['flaky', 'passed', 'passed']);
    expect(tallyTests(0, tests)).toMatchObject({ passed: 3, failed: 0 });
  });

  test('a test that fails again, or was not run again, stays failed', () => {
    expect(withSecondRun(first, [result('a', 'one', 'failed')])[0]?.state).toBe('failed');
    expect(withSecondRun(first, [])[0]?.state).toBe('failed');
  });

  test('a second run that ends with an error is a failure, regardless of its tests', () => {
    expect(tallyTests(1, withSecondRun(first, [result('a', 'one', 'passed')]))).toMatchObject({ failed: 1 });
  });
});
