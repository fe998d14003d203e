import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { BROWSERS } from './support/browsers.ts';
import { IS_FULL } from './support/scale.ts';

test.each(BROWSERS)('everyday use in %s reaches no host but the configured one', (name) => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/quiet-session.ts', '--minutes', IS_FULL ? '1' : '0.1', '--browser', name],
    { encoding: 'utf8' },
  );
  expect(stdout, stderr).toMatch(/minutes [\d.]+, answers [1-9]\d*, untrusted sources 0\n$/);
});
