import { describe, expect, test } from 'vitest';
import { listChanges, nextVersion, releaseChangelog } from './next-version.ts';

const commit = (subject: string, body = '') => ({ subject, body });

describe('the next version', () => {
  test.each([
    ['0.1.0', ['fix(panel): scroll'], '0.1.1'],
    ['0.1.0', ['docs: words', 'chore: tidy'], '0.1.1'],
    ['0.1.3', ['fix: a', 'feat(web): search'], '0.2.0'],
    ['0.4.2', ['feat!: another log'], '0.5.0'],
    ['1.4.2', ['feat(mcp): client'], '1.5.0'],
    ['1.4.2', ['refactor(log)!: another format'], '2.0.0'],
    ['1.4.2', ["Merge branch 'web'", 'Faster scrolling'], '1.4.3'],
  ])('after %s with %j is %s', (version, subjects, expected) => {
    expect(
      nextVersion(
        version,
        subjects.map((subject) => commit(subject)),
      ),
    ).toBe(expected);
  });

  test('a footer announces a breaking change', () => {
    expect(nextVersion('1.0.0', [commit('fix: a', 'Why.\n\nBREAKING CHANGE: settings are reset')])).toBe('2.0.0');
  });
});

test('changes are listed by kind, each once, without what users do not notice', () => {
  const commits = [
    'fix(panel): scroll',
    'feat: search',
    'test: more',
    'fix(panel): scroll',
    'perf(page): half the time',
  ];
  expect(listChanges(commits.map((subject) => commit(subject)))).toBe(
    '### New\n\n- search\n\n### Fixed\n\n- panel: scroll\n\n### Faster\n\n- page: half the time\n',
  );
});

describe('the changelog of a release', () => {
  test('has what was unreleased and the changes under the version', () => {
    const before = '# Changelog\n\n## Unreleased\n\n- By hand.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n';
    expect(releaseChangelog(before, '0.2.0 (2026-02-02)', '### New\n\n- search\n')).toEqual({
      section: '- By hand.\n\n### New\n\n- search',
      changelog:
        '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-02)\n\n- By hand.\n\n### New\n\n- search\n\n## 0.1.0 (2026-01-01)\n\n- First.\n',
    });
  });

  test('can be the first, at the end of the file', () => {
    const { changelog } = releaseChangelog('# Changelog\n\n## Unreleased\n\n- A.\n- B.\n', '0.1.0', '');
    expect(changelog).toBe('# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- A.\n- B.\n');
  });

  test('is refused without a place for the next entries', () => {
    expect(() => releaseChangelog('# Changelog\n', '0.1.0', '')).toThrow('Unreleased');
  });
});
