import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type TestResult = { file: string; name: string; seconds: number; state: TestState };
/** A flaky test failed, and passed when its file was run again. */
type TestState = 'passed' | 'failed' | 'skipped' | 'flaky';
export type Tally = { passed: number; failed: number; skipped: number; tests: TestResult[] };

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, tests: [] };

/** The part of vitest's JSON report that is used here. */
type Report = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; duration?: number }[];
  }[];
};

/** The tests in a report. Null if the run wrote none. A file that could not be loaded counts as one failed test. */
export function readReport(file: string): TestResult[] | null {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
  return report.testResults.flatMap(({ name, status, assertionResults }): TestResult[] => {
    const where = path.relative('.', name);
    const tests = assertionResults.map(
      (each): TestResult => ({
        file: where,
        name: each.fullName,
        seconds: (each.duration ?? 0) / 1000,
        state: each.status === 'passed' || each.status === 'failed' ? each.status : 'skipped',
      }),
    );
    const isBroken = status === 'failed' && tests.every(({ state }) => state !== 'failed');
    const broken: TestResult = { file: where, name: 'could not be set up or torn down', seconds: 0, state: 'failed' };
    return isBroken ? [...tests, broken] : tests;
  });
}

/** A step without tests counts as one, and so does a failed run without a failed test. */
export function tallyTests(code: number, tests: TestResult[] | null): Tally {
  if (tests === null || tests.length === 0) {
    return code === 0 && tests === null ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
  }
  const count = (state: TestResult['state']) => tests.filter((each) => each.state === state).length;
  const failed = count('failed');
  return {
    passed: count('passed') + count('flaky'),
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: count('skipped'),
    tests,
  };
}

/**
 * Vitest's output about errors outside its tests, which fail a run without failing a test. Reports do not contain them.
 */
export function unhandledErrors(output: string): string | null {
  const text = stripVTControlCharacters(output);
  return /^⎯+ Unhandled Errors? ⎯+$[\s\S]*?(?=^ *Test Files )/m.exec(text)?.[0].trim() ?? null;
}

/**
 * The test files for which Vitest could not start a worker process within its fixed limit of a minute, which only means
 * that the machine was busy. Empty if there was any other error outside the tests. Paths are relative to the working
 * directory.
 */
export function filesNotStarted(errors: string | null): string[] {
  if (errors === null) return [];
  const messages = [...errors.matchAll(/^⎯+ (?:Unhandled Error|Uncaught Exception|Unhandled Rejection) ⎯+\n(.*)$/gm)];
  const files = messages.map(
    ([, message = '']) => /Failed to start \w+ worker for test files (.+)\.$/.exec(message)?.[1],
  );
  if (files.includes(undefined) || !errors.includes('Timeout waiting for worker to respond')) return [];
  return files.flatMap((list) => list?.split(', ') ?? []).map((file) => path.relative('.', file));
}

/** The tests that ran and whose full name contains this. A file that could not be loaded never counts. */
export function testsNamed(tests: readonly TestResult[], name: string): TestResult[] {
  return tests.filter((test) => test.state !== 'skipped' && test.name.includes(name));
}

/** More failed files than this are not the accident of a busy machine. */
const MOST_FILES_AGAIN = 4;

/**
 * The files to run once more: those with failed tests, if there are few. None if there were `errors` outside the tests,
 * since a second run without them would not excuse them.
 */
export function filesToRunAgain(tests: readonly TestResult[], errors: string | null): string[] {
  const files = failedFiles(tests);
  return errors !== null || files.length > MOST_FILES_AGAIN ? [] : files;
}

/** The files with failed tests. */
function failedFiles(tests: readonly TestResult[]): string[] {
  return [...new Set(tests.filter(({ state }) => state === 'failed').map(({ file }) => file))];
}

/** The tests of a run. Those that failed and did not fail in the second run of their file become flaky. */
export function withSecondRun(first: readonly TestResult[], second: readonly TestResult[]): TestResult[] {
  const ran = new Set(second.map(({ file }) => file));
  const failed = new Set(second.filter(({ state }) => state === 'failed').map(toTestKey));
  return first.map((test) =>
    test.state === 'failed' && ran.has(test.file) && !failed.has(toTestKey(test)) ? { ...test, state: 'flaky' } : test,
  );
}

function toTestKey({ file, name }: TestResult): string {
  return `${file}: ${name}`;
}
