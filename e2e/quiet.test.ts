import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a minute of everyday use reaches no host but the configured one', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/quiet-session.ts', '--minutes', '1'], {
    encoding: 'utf8',
  });
  expect(stdout, stderr).toMatch(/minutes 1, answers [1-9]\d*, strangers 0\n$/);
}, 180_000);
