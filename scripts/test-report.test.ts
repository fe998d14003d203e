import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readReport, tallyOf } from './test-report.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sidenote-report-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reportOf(status: string, ...states: string[]): ReturnType<typeof readReport> {
  const file = path.join(folder, 'report.json');
  const assertionResults = states.map((each, index) => ({ fullName: `test ${index}`, status: each, duration: 1500 }));
  writeFileSync(file, JSON.stringify({ testResults: [{ name: path.resolve('a.test.ts'), status, assertionResults }] }));
  return readReport(file);
}

describe('a test run counts', () => {
  test('each test separately, and skipped ones', () => {
    const tests = reportOf('failed', 'passed', 'passed', 'failed', 'pending', 'todo');
    expect(tests?.[0]).toEqual({ file: 'a.test.ts', name: 'test 0', seconds: 1.5, state: 'passed' });
    expect(tallyOf(1, tests)).toMatchObject({ passed: 2, failed: 1, skipped: 2 });
  });

  test('a file as failed if its setup failed', () => {
    expect(tallyOf(1, reportOf('failed', 'passed'))).toMatchObject({ passed: 1, failed: 1 });
    expect(tallyOf(1, reportOf('failed'))).toMatchObject({ passed: 0, failed: 1 });
  });

  test('as failed if it ended with an error and no test failed, such as a missed threshold', () => {
    expect(tallyOf(1, reportOf('passed', 'passed'))).toMatchObject({ passed: 1, failed: 1 });
  });

  test('as failed if it ran no test', () => {
    expect(tallyOf(0, [])).toMatchObject({ passed: 0, failed: 1 });
  });
});

test('a missing report gives null', () => {
  expect(readReport(path.join(folder, 'none.json'))).toBeNull();
});

test('a step without a report counts as one', () => {
  expect(tallyOf(0, null)).toMatchObject({ passed: 1, failed: 0 });
  expect(tallyOf(2, null)).toMatchObject({ passed: 0, failed: 1 });
});
