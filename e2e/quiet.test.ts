import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each(['chromium', 'firefox'])(
  'a minute of everyday use in %s reaches no host but the configured one',
  (name) => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/quiet-session.ts', '--minutes', '1', '--browser', name],
      { encoding: 'utf8' },
    );
    expect(stdout, stderr).toMatch(/minutes 1, answers [1-9]\d*, strangers 0\n$/);
  },
  180_000,
);
