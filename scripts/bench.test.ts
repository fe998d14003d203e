import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('npm run bench runs the parts that are named, and knows all of them', () => {
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'bench', '--', 'nothing'], {
    encoding: 'utf8',
    timeout: 20_000,
    shell: process.platform === 'win32',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/There is no bench nothing; there are streams, .*scheduling\./);
});
