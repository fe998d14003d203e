import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../locales/catalogue.ts';
import type { Target } from './packages.ts';
import { storeProblems } from './store-rules.ts';

const REASONS = { storage: 'Keeps settings.', 'https://*/*': 'Optional: servers.' };
const PAGE = `<meta http-equiv="Content-Security-Policy" content="connect-src &#39;none&#39;"><script src="/a.js"></script>`;

type Change = { manifest?: object; files?: Record<string, string | Uint8Array>; without?: string; bytes?: number };

/** The problems of a small package that is correct except for one change. */
function problemsWith({ manifest, files, without, bytes = 1_000 }: Change, target: Target = 'chrome'): string[] {
  const icons = Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icon/${size}.png`]));
  const base = {
    manifest_version: 3,
    name: 'Sidenote',
    version: '1.2.0',
    description: '__MSG_about__',
    default_locale: 'en',
    icons,
    permissions: ['storage'],
    optional_host_permissions: ['https://*/*'],
    minimum_chrome_version: '126',
    externally_connectable: { ids: [] },
    browser_specific_settings: {
      gecko: { id: 'a@b', strict_min_version: '142.0', data_collection_permissions: { required: ['none'] } },
    },
  };
  const all: Record<string, string | Uint8Array> = {
    'manifest.json': JSON.stringify({ ...base, ...manifest }),
    'page.html': PAGE,
    'a.js': 'run()',
    ...Object.fromEntries(
      LOCALES.map((locale) => [`_locales/${locale}/messages.json`, '{"about":{"message":"Asks."}}']),
    ),
    ...Object.fromEntries(Object.entries(icons).map(([size, file]) => [file, readFileSync(`public/icon/${size}.png`)])),
    ...files,
  };
  const contents = Object.entries(all)
    .filter(([name]) => name !== without)
    .map(([name, content]): [string, Uint8Array] => [
      name,
      typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    ]);
  return storeProblems(target, new Map(contents), bytes, REASONS);
}

test.each(['chrome', 'edge', 'firefox'] as const)('a package that keeps the rules of %s has no problems', (target) => {
  expect(problemsWith({}, target)).toEqual([]);
});

describe('a package is refused', () => {
  const long = (length: number) => ({
    '_locales/de/messages.json': JSON.stringify({ about: { message: 'ä'.repeat(length) } }),
  });
  const cases: [string, Change, RegExp][] = [
    ['for a permission without a reason', { manifest: { permissions: ['storage', 'tabs'] } }, /"tabs"/],
    ['for a host without a reason', { manifest: { host_permissions: ['https://example.org/*'] } }, /example\.org/],
    [
      'for a script in pages without a reason',
      { manifest: { content_scripts: [{ matches: ['<all_urls>'] }] } },
      /all_urls/,
    ],
    ['for a description that is too long in one language', { files: long(133) }, /description in de has 133/],
    [
      'for a description that a language lacks',
      { files: { '_locales/ja/messages.json': '{}' } },
      /description in ja has 0/,
    ],
    ['for a language that is missing', { without: '_locales/hi/messages.json' }, /hi is missing/],
    ['for an icon that is missing', { without: 'icon/48.png' }, /no icon of 48/],
    [
      'for an icon of another size',
      { files: { 'icon/128.png': readFileSync('public/icon/48.png') } },
      /128 pixels has 48 x 48/,
    ],
    ['for eval', { files: { 'a.js': 'x = eval("1")' } }, /a\.js has eval/],
    ['for code from elsewhere', { files: { 'a.js': 'import("https://example.org/b.js")' } }, /code from elsewhere/],
    ['for a script in a page', { files: { 'page.html': `${PAGE}<script>run()</script>` } }, /script in it/],
    ['for a page without a policy', { files: { 'other.html': '<p>' } }, /other\.html could reach/],
    [
      'for a policy with eval',
      { manifest: { content_security_policy: { extension_pages: "script-src 'self' 'unsafe-eval'" } } },
      /policy/,
    ],
    ['for files that pages could reach', { manifest: { web_accessible_resources: [] } }, /reach files/],
    ['for source maps', { files: { 'a.js.map': '{}' } }, /a\.js\.map/],
    ['for hidden files', { files: { '.env': 'KEY=1' } }, /\.env/],
    ['for names that Chrome keeps to itself', { files: { '_metadata/a.txt': '' } }, /_metadata/],
    ['for a version that is no number', { manifest: { version: '1.2.0-beta' } }, /not a version/],
    ['for its size', { bytes: 6_000_001 }, /6000001 bytes/],
    ['where other extensions could connect', { manifest: { externally_connectable: undefined } }, /could connect/],
  ];
  test.each(cases)('%s', (_, change, expected) => {
    const problems = problemsWith(change);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });
});

describe('an update URL', () => {
  const gecko = { id: 'a@b', strict_min_version: '142.0', data_collection_permissions: {} };
  const withUrl = (update_url?: string) => ({
    manifest: { browser_specific_settings: { gecko: { ...gecko, update_url } } },
  });

  test('is refused in a package for the store, and needed in one of our own', () => {
    expect(problemsWith(withUrl('https://example.org/u.json'), 'firefox')).toEqual([expect.stringMatching('refuses')]);
    expect(problemsWith(withUrl(), 'firefox-self-hosted')).toEqual([expect.stringMatching('never updated')]);
    expect(problemsWith(withUrl('https://example.org/u.json'), 'firefox-self-hosted')).toEqual([]);
  });

  test('must be https', () => {
    expect(problemsWith(withUrl('http://example.org/u.json'), 'firefox-self-hosted')).toEqual([
      expect.stringMatching('https'),
    ]);
  });
});
