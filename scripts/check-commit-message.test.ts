import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe('the commit-msg hook', () => {
  let repository: string;
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: repository,
      encoding: 'utf8',
      // Excludes the configuration of this machine and of a surrounding hook.
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
  const commit = (message: string) => git('commit', '--allow-empty', '--message', message);

  beforeAll(() => {
    repository = mkdtempSync(path.join(tmpdir(), 'sidenote-commits-'));
    cpSync('.githooks', path.join(repository, '.githooks'), { recursive: true });
    mkdirSync(path.join(repository, 'scripts'));
    cpSync('scripts/check-commit-message.mjs', path.join(repository, 'scripts/check-commit-message.mjs'));
    git('init', '--quiet');
    git('config', 'core.hooksPath', '.githooks');
  });
  afterAll(() => rmSync(repository, { recursive: true, force: true }));

  test.each([
    'fix(tool-input): never run arguments that were cut off',
    'feat!: require Node 22',
    'docs: name every command\n\nThe table had lacked three.',
    'revert: keep the lexer',
    'Merge branch "main" into tests',
    'fixup! fix: what was meant',
  ])('takes %j', (message) => {
    expect(commit(message)).toMatchObject({ status: 0 });
  });

  test.each([
    'What reading costs, part by part',
    'fix never run arguments',
    'fix(tool-input):no space',
    'Fix: a capital letter',
    'improve(panel): no such type',
    'fix(panel): ends with a full stop.',
    'fix: ',
    `fix: ${'long '.repeat(30)}line`,
    'fix: a body that begins\non the second line',
  ])('refuses %j', (message) => {
    const { status, stderr } = commit(message);
    expect(status).toBe(1);
    expect(stderr).toMatch(/not of the form|characters|must be empty/);
  });

  test('suggests the correct form', () => {
    expect(commit('Better reading').stderr).toContain('type(scope): what changes');
  });
});
