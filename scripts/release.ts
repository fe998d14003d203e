// npm run release -- [--dry-run] [--version X.Y.Z] [--repository OWNER/NAME] [--link-packages]: creates everything that
// a release needs in out/release: packages for Chrome, Edge and Firefox, the npm package of the engine, the source for
// reviewers, release notes, SBOM and checksums. The packages are built twice from that source, in two clean folders,
// and must be identical. Without --dry-run, the version is also committed and tagged. .github/workflows/release.yml
// publishes a pushed tag.
// --repository: where a Firefox package that is installed without a store finds its updates. --link-packages: uses hard
// links to the installed packages instead of `npm ci` in each clean folder, which is faster.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildEnginePackage, packEngine } from './engine/build-package.ts';
import { readFiles, readZip, unpack, zipFiles } from './release/archive.ts';
import { lintFirefox } from './release/lint.ts';
import { type Commit, listChanges, nextVersion, releaseChangelog } from './release/next-version.ts';
import { packageName, sourceName, TARGETS } from './release/packages.ts';
import { describePackages } from './release/sbom.ts';
import { requestedPermissions, storeProblems } from './release/store-rules.ts';
import { mustRun } from './run.ts';

const OUT = 'out/release';
const CLEAN = ['out/clean/one', 'out/clean/another-folder/two'];

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    version: { type: 'string' },
    repository: { type: 'string' },
    'link-packages': { type: 'boolean', default: false },
  },
});
const isDryRun = values['dry-run'];

const problems: string[] = [];

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64_000_000 });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

function check(name: string, found: readonly string[], detail = 'ok'): void {
  console.log(
    `${found.length === 0 ? 'ok  ' : 'BAD '} ${name}: ${found.length === 0 ? detail : found.join('\n     ')}`,
  );
  problems.push(...found);
}

type Release = {
  version: string;
  date: string;
  section: string /** Files that say the version. */;
  changed: Map<string, string>;
};

/**
 * Returns the release: the version after the last tag, or that of the checked-out tag, with its part of the changelog.
 */
function planRelease(): Release {
  const current = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
  const isTagged = git('tag', '--points-at', 'HEAD').split('\n').includes(`v${current}`);
  const before = isTagged ? 'HEAD^' : 'HEAD';
  const described = spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', before], {
    encoding: 'utf8',
  });
  const last = described.status === 0 ? described.stdout.trim() : null;
  const commits = commitsSince(last);
  const isFirst = last === null;
  const version = values.version ?? (isTagged || isFirst ? current : nextVersion(current, commits));
  const date = git('log', '-1', '--format=%cs');
  console.log(`${version}, ${last === null ? 'the first release' : `after ${last}`}: ${commits.length} commits`);
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  if (isTagged) return { version, date, section: extractSection(changelog, version), changed: new Map() };
  // A list of everything before the first release would not help users.
  const released = releaseChangelog(changelog, `${version} (${date})`, isFirst ? '' : listChanges(commits));
  const changed = new Map([
    ['CHANGELOG.md', released.changelog],
    ...['package.json', 'package-lock.json'].map((file): [string, string] => [
      file,
      withVersion(file, current, version),
    ]),
  ]);
  return { version, date, section: released.section, changed };
}

function commitsSince(tag: string | null): Commit[] {
  const range = tag === null ? 'HEAD' : `${tag}..HEAD`;
  const log = git('log', '--no-merges', '--format=%s%x1f%b%x1e', range);
  return log.split('\x1e').flatMap((entry) => {
    const [subject = '', body = ''] = entry.trim().split('\x1f');
    return subject === '' ? [] : [{ subject, body }];
  });
}

function extractSection(changelog: string, version: string): string {
  const start = changelog.indexOf(`\n## ${version} `);
  if (start < 0) throw new Error(`CHANGELOG.md has nothing about ${version}.`);
  const [, ...lines] = changelog.slice(start + 1).split('\n');
  const end = lines.findIndex((line) => line.startsWith('## '));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trim();
}

/** The first two occurrences in a lock file belong to the project itself. */
function withVersion(file: string, from: string, to: string): string {
  let count = file === 'package.json' ? 1 : 2;
  return readFileSync(file, 'utf8').replaceAll(`"version": "${from}"`, (own) =>
    count-- > 0 ? `"version": "${to}"` : own,
  );
}

/** Everything in git, as it will be once the version is written. */
function sourceArchive({ changed }: Release): Uint8Array {
  const paths = git('ls-files', '--cached', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter((file) => file && existsSync(file));
  const files = readFiles('.', paths);
  for (const [file, text] of changed) files.set(file, new TextEncoder().encode(text));
  return zipFiles(files);
}

/** Builds in a folder that contains only the source. */
async function buildClean(folder: string, source: Uint8Array, updateUrl: string | undefined): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  unpack(source, folder);
  if (values['link-packages']) linkFolder('node_modules', path.join(folder, 'node_modules'));
  const out = path.resolve(folder, 'out/packages');
  const script = path.join(folder, 'scripts/with-install.mjs');
  await mustRun('node', [script, 'scripts/zip.ts', '--out', out, ...(updateUrl ? ['--update-url', updateUrl] : [])]);
  return out;
}

/** Excludes the caches of Vite and Vitest, whose files appear and disappear while tests run. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name.startsWith('.vite')) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

const computeSha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

async function main(): Promise<void> {
  if (!isDryRun && git('status', '--porcelain') !== '') throw new Error('There is something uncommitted.');
  const release = planRelease();
  const { version } = release;
  const updateUrl =
    values.repository && `https://github.com/${values.repository}/releases/latest/download/updates.json`;
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const source = sourceArchive(release);
  const write = (name: string, content: Uint8Array | string) => writeFileSync(path.join(OUT, name), content);
  write(sourceName(version), source);

  const folders = await Promise.all(CLEAN.map((folder) => buildClean(folder, source, updateUrl)));
  const reasons = JSON.parse(readFileSync('docs/store/permissions.json', 'utf8')) as Record<string, string>;
  const used = new Set<string>();
  for (const target of TARGETS.filter((each) => updateUrl !== undefined || each !== 'firefox-self-hosted')) {
    const name = packageName(target, version);
    const [first, second] = folders.map((folder) => new Uint8Array(readFileSync(path.join(folder, name))));
    if (first === undefined || second === undefined) throw new Error(`${name} was not built.`);
    const isSame = Buffer.from(first).equals(Buffer.from(second));
    check(
      `${target}: built twice`,
      isSame ? [] : differences(first, second),
      `the same, sha256 ${computeSha256(first).slice(0, 16)}…`,
    );
    const files = readZip(first);
    check(
      `${target}: rules of its store`,
      storeProblems(target, files, first.length, reasons),
      `${first.length} bytes`,
    );
    for (const each of requestedPermissions(JSON.parse(new TextDecoder().decode(files.get('manifest.json')))))
      used.add(each);
    write(name, first);
    if (target.startsWith('firefox')) {
      check(
        `${target}: web-ext lint`,
        lintFirefox(path.join(OUT, name), target === 'firefox-self-hosted'),
        'no errors, no warnings',
      );
    }
  }
  if (updateUrl === undefined) console.log('--   firefox-self-hosted: not made, no --repository');
  const stale = Object.keys(reasons).filter((permission) => !used.has(permission));
  check(
    'permissions.json',
    stale.map((each) => `nothing asks for "${each}"`),
    `${used.size} permissions, each with its reason`,
  );

  const engine = await buildEnginePackage(path.resolve('out/clean/engine'));
  packEngine(engine.folder, OUT);
  write('release-notes.md', `${release.section}\n`);
  const sbom = describePackages('.', version, `${release.date}T00:00:00Z`);
  write(`sidenote-${version}-sbom.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`);
  const names = readdirSync(OUT).toSorted();
  write('SHA256SUMS', names.map((name) => `${computeSha256(readFileSync(path.join(OUT, name)))}  ${name}\n`).join(''));
  rmSync('out/clean', { recursive: true, force: true });
  console.log(`\n${OUT}: ${[...names, 'SHA256SUMS'].join(', ')}`);

  if (problems.length > 0) process.exitCode = 1;
  else if (!isDryRun) tagRelease(release);
}

function differences(first: Uint8Array, second: Uint8Array): string[] {
  const [a, b] = [readZip(first), readZip(second)];
  const names = [...new Set([...a.keys(), ...b.keys()])];
  return names
    .filter((name) => Buffer.compare(a.get(name) ?? new Uint8Array(), b.get(name) ?? new Uint8Array()) !== 0)
    .map((name) => `${name} differs`);
}

function tagRelease({ version, changed }: Release): void {
  for (const [file, text] of changed) writeFileSync(file, text);
  if (changed.size > 0) {
    git('add', ...changed.keys());
    git('commit', '--message', `chore(release): ${version}`);
  }
  git('tag', '--annotate', `v${version}`, '--message', `Sidenote ${version}`);
  console.log(`Tagged v${version}. It is published once the tag is pushed: git push --follow-tags`);
}

await main();
