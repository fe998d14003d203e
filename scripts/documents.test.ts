import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONTROLS } from './controls/table.ts';
import { runtimePackages } from './licences.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const sources = ['lib', 'components', 'entrypoints', 'scripts', 'e2e', 'bench'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules') && !file.endsWith('documents.test.ts'))
    .map((file) => `${folder}/${file}`),
);

describe('docs/quirks.md', () => {
  const listed = [...read('docs/quirks.md').matchAll(/^\| `([a-z0-9-]+)` \|/gm)].flatMap(([, slug]) => slug ?? []);
  const suite = readdirSync(path.join(root, 'suite')).map((file) => `suite/${file}`);
  const texts = [...sources, ...suite].map((file) => ({ file, text: read(file) }));

  test('lists every slug once', () => {
    expect(listed.length).toBeGreaterThan(50);
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('has every quirk that code cites', () => {
    const slug = '[a-z][a-z0-9]*(?:-[a-z0-9]+)+';
    const citation = new RegExp(`\\bquirks?: (${slug}(?:, ${slug})*)`, 'g');
    const unknown = texts.flatMap(({ file, text }) =>
      [...text.matchAll(citation)].flatMap(([, slugs = '']) =>
        slugs.split(', ').flatMap((each) => (listed.includes(each) ? [] : `${file}: ${each}`)),
      ),
    );
    expect(unknown).toEqual([]);
  });

  test('has no quirk that nothing cites', () => {
    const all = texts.map(({ text }) => text).join('\n');
    const words = new Set(all.match(/[a-z][a-z0-9]*(?:-[a-z0-9]+)+/g));
    expect(listed.filter((slug) => !words.has(slug))).toEqual([]);
  });
});

/** Documents that a contributor reads. */
const DOCUMENTS = [
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

test.each(DOCUMENTS)('every command in %s is an npm script that exists, since others need a newer Node', (document) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = [
    ...read(document).matchAll(/`((?:node|npx|vitest|npm run) [^`]+)`|^((?:node|npx|vitest|npm run) .+)$/gm),
  ];
  const wrong = commands.flatMap(([, inline, line]) => {
    const command = inline ?? line ?? '';
    const script = /^npm run ([\w:-]+)/.exec(command)?.[1];
    return script !== undefined && script in scripts ? [] : [command];
  });
  expect(wrong).toEqual([]);
});

test.each(['docs/architecture.md', 'docs/quirks.md', 'docs/reliability.md', 'CONTRIBUTING.md', 'SECURITY.md'])(
  'every path and every test file named in %s exists',
  (document) => {
    const names = [...read(document).matchAll(/`([\w./-]+)`/g)]
      .flatMap(([, name]) => name ?? [])
      .filter((name) => !/acme|node_modules/.test(name));
    const isPath = (name: string) => /^(?:lib|components|entrypoints|scripts|e2e|bench|docs|public|suite)\//.test(name);
    const exists = (name: string) => existsSync(path.join(root, name));
    expect(names.filter((name) => isPath(name) && !exists(name))).toEqual([]);
    // A section about one folder names the tests in it without the folder.
    const isTest = (name: string) => sources.some((file) => file.endsWith(`/${name}`));
    expect(names.filter((name) => !isPath(name) && /\.test\.tsx?$/.test(name) && !isTest(name))).toEqual([]);
  },
);

test.each(['README.md', 'docs/features.md', 'docs/install.md', 'docs/connect-a-model.md', 'docs/privacy.md'])(
  'every file that %s links to exists',
  (document) => {
    const links = [...read(document).matchAll(/\]\(([^)#]+)/g)].flatMap(([, link]) => link ?? []);
    const local = links.filter((link) => !/^https?:/.test(link));
    expect(local.filter((link) => !existsSync(path.join(root, path.dirname(document), link)))).toEqual([]);
  },
);

test('README.md fits on one screen', () => {
  const lines = read('README.md').split('\n');
  expect(lines.length).toBeLessThanOrEqual(50);
  expect(lines.filter((line) => line.startsWith('- **')).length).toBeLessThanOrEqual(7);
});

test('CONTRIBUTING.md shows the example of a tool exactly as in its file', () => {
  const file = read('lib/testing/tools/reading-time.ts');
  expect(read('CONTRIBUTING.md')).toContain(`\`\`\`ts\n${file.slice(file.indexOf('export const '))}\`\`\``);
});

test('SECURITY.md counts controls and packages as they are', () => {
  const security = read('SECURITY.md');
  const [, controls] = /^\| (\d+) controls of /m.exec(security) ?? [];
  const [, direct, all] = / (\d+) direct, (\d+) in all;/.exec(security) ?? [];
  expect({ controls: Number(controls), direct: Number(direct), all: Number(all) }).toEqual({
    controls: CONTROLS.length,
    direct: Object.keys(JSON.parse(read('package.json')).dependencies).length,
    all: runtimePackages(root).length,
  });
});

test('docs/glossary.md has at most 25 entries', () => {
  const [terms = ''] = read('docs/glossary.md').split('\n## ');
  const entries = terms.match(/^\| (?!word)[a-z]/gm)?.length ?? 0;
  expect(entries).toBeGreaterThan(0);
  expect(entries).toBeLessThanOrEqual(25);
});

describe('docs/decisions', () => {
  const files = readdirSync(path.join(root, 'docs/decisions')).filter((file) => file !== 'README.md');

  test('are numbered without gaps and listed in the index', () => {
    const index = read('docs/decisions/README.md');
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, place) => place + 1));
    expect(files.filter((file) => !index.includes(`(${file})`))).toEqual([]);
  });

  test('are linked under their own numbers', () => {
    const documents = ['CHANGELOG.md', 'SECURITY.md', ...files.map((file) => `docs/decisions/${file}`)];
    const links = documents.flatMap((document) =>
      [...read(document).matchAll(/\[decision (\d+)\]\([^)\s]*?(\d{4})-[^)\s]*\)/gi)].map(([link, said, number]) => ({
        document,
        link,
        isRight: Number(said) === Number(number),
      })),
    );
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(({ isRight }) => !isRight)).toEqual([]);
  });

  test.each(files)('%s has a date, a status, context, decision and consequences', (file) => {
    const text = read(`docs/decisions/${file}`);
    expect(text).toMatch(/^Date: \d{4}-\d{2}-\d{2}\. Status: \w+/m);
    expect(text.match(/^## (?:Context|Decision|Consequences)$/gm)).toHaveLength(3);
  });
});
