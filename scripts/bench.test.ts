import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { UNIT_TEST_LIMIT_MS } from './limits.ts';

test('npm run bench runs the parts that are named, and knows all of them', () => {
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'bench', '--', 'nothing'], {
    encoding: 'utf8',
    timeout: UNIT_TEST_LIMIT_MS,
    shell: process.platform === 'win32',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/There is no bench nothing; there are streams, .*scheduling\./);
});
