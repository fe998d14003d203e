// npm run mutation [-- FOLDER … --share N]: makes small changes (mutants) to the code of the folders in
// scripts/mutation/folders.ts, one at a time, and runs their tests on each. Lists the mutants that no test notices, and
// fails if a folder's tests kill less than its minimum. Results are kept in out/mutation, and a mutant is tried again
// only if it or its tests changed. --share 0.05 tries the mutants in a twentieth of the lines, always the same ones,
// since all mutants of a large folder take hours.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { EQUIVALENTS, type Equivalent } from './mutation/equivalents.ts';
import { FOLDERS, MUTATED_FOLDER, type MutatedFolder } from './mutation/folders.ts';
import { randomFrom } from './random.ts';

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];
/** A mutant that no test noticed, in the form used in scripts/mutation/equivalents.ts. */
type Survivor = Omit<Equivalent, 'reason'> & { lineNumber: number };

const OUT = 'out/mutation';
/** The tests pass without these folders, so they are not copied for each run. */
const NOT_COPIED = ['out', '.output', 'bench', 'docs', 'e2e'];

/**
 * If only a share of the lines is tried, they are selected in chunks of this many lines. A mutant that extends beyond
 * its chunk is omitted.
 */
const CHUNK_LINES = 8;

/** Ranges of lines in these files that make up about this share, in Stryker's notation. */
function sampleLines(files: readonly string[], share: number): string[] {
  const random = randomFrom(1);
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    const starts = Array.from({ length: Math.ceil(lines / CHUNK_LINES) }, (_, chunk) => 1 + chunk * CHUNK_LINES);
    return starts.filter(() => random() < share).map((start) => `${file}:${start}-${start + CHUNK_LINES - 1}`);
  });
}

function runStryker({ name, source }: MutatedFolder): Promise<Mutant[]> {
  process.env[MUTATED_FOLDER] = name;
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(source, file))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return new Stryker({
    mutate: share < 1 ? sampleLines(files.sort(), share) : files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: true },
    ignorePatterns: NOT_COPIED,
    tempDirName: `${OUT}/${name}`,
    incremental: share === 1,
    incrementalFile: `${OUT}/${name}.json`,
    // Stryker rewrites paths in it with an API that TypeScript 7 does not have. They remain valid in the copy.
    tsconfigFile: 'none',
    // A busy machine is not an endless loop, which Stryker detects by counting anyway.
    timeoutMS: 20_000,
    reporters: ['progress-append-only'],
  }).runMutationTest();
}

/** Positions of mutants are counted from 1. */
function toSurvivor({ fileName, location: { start, end }, replacement }: Mutant): Survivor {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const line = lines[0]?.trim() ?? '';
  const last = lines.length - 1;
  lines[last] = lines[last]?.slice(0, end.column - 1) ?? '';
  lines[0] = lines[0]?.slice(start.column - 1) ?? '';
  const change = `${shortened(lines.join('\n'))} → ${shortened(replacement ?? '')}`;
  return { file: path.relative('.', fileName), line, change, lineNumber: start.line };
}

function shortened(code: string): string {
  const text = code.replace(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/**
 * With a probability of 95 %, the ratio for all mutants is within this margin of the ratio for a sample. Mutants of one
 * chunk are mostly killed together, so the margin is based on chunks.
 */
function computeMargin(ratio: number, mutants: readonly Mutant[], survivors: readonly Survivor[]): number {
  const chunks = new Map<string, { tried: number; survived: number }>();
  const chunkAt = (file: string, line: number) => {
    const key = `${file}:${Math.floor((line - 1) / CHUNK_LINES)}`;
    const chunk = chunks.get(key) ?? { tried: 0, survived: 0 };
    chunks.set(key, chunk);
    return chunk;
  };
  for (const { fileName, location } of mutants) chunkAt(path.relative('.', fileName), location.start.line).tried++;
  for (const { file, lineNumber } of survivors) chunkAt(file, lineNumber).survived++;
  const deviations = [...chunks.values()].map(({ tried, survived }) => (survived - (1 - ratio) * tried) ** 2);
  const sum = deviations.reduce((total, each) => total + each, 0);
  return (1.96 * Math.sqrt((sum * chunks.size) / (chunks.size - 1))) / mutants.length;
}

/** Returns whether enough mutants were killed. */
async function tryFolder(folder: MutatedFolder): Promise<boolean> {
  const { name, source, minimum } = folder;
  const mutants = (await runStryker(folder)).filter(({ status }) => status !== 'Ignored');
  const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').map(toSurvivor);
  const known = EQUIVALENTS.filter(({ file }) => file.startsWith(`${source}/`));
  const isSame = (a: Omit<Equivalent, 'reason'>, b: Omit<Equivalent, 'reason'>) =>
    a.file === b.file && a.line === b.line && a.change === b.change;
  const open = survivors.filter((survivor) => !known.some((each) => isSame(each, survivor)));
  const isTried = share === 1;
  const outdated = known.filter((each) => isTried && !survivors.some((survivor) => isSame(each, survivor)));
  for (const { file, lineNumber, line, change } of open) console.log(`${file}:${lineNumber}\n  ${line}\n  ${change}`);
  for (const { file, line, change } of outdated)
    console.log(`listed, but killed or gone: ${file}\n  ${line}\n  ${change}`);
  const killed = mutants.length - survivors.length;
  const ratio = killed / (killed + open.length);
  const margin = isTried ? '' : ` ± ${(100 * computeMargin(ratio, mutants, open)).toFixed(1)}`;
  console.log(
    `${name}: ${killed} killed, ${open.length} survived, ${survivors.length - open.length} cannot matter: ` +
      `${(100 * ratio).toFixed(1)}${margin} % (at least ${minimum} %)`,
  );
  return 100 * ratio >= minimum && outdated.length === 0;
}

const { values, positionals: wanted } = parseArgs({
  options: { share: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const share = Number(values.share);
if (!(share > 0 && share <= 1)) {
  console.error('--share takes a number above 0, up to 1');
  process.exit(2);
}
const unknown = wanted.filter((each) => !FOLDERS.some(({ name }) => name === each));
if (unknown.length > 0) {
  console.error(`There is no folder ${unknown.join(', ')}; there are ${FOLDERS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
for (const folder of FOLDERS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  if (!(await tryFolder(folder))) process.exitCode = 1;
}
