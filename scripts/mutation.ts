// npm run mutation [-- FOLDER …]: changes the code of the folders in scripts/mutation/folders.ts in small ways, one at a time
// (mutants), and runs their tests on each change. Lists the mutants that no test notices, and fails if a folder's tests kill
// less than its minimum. Results are kept in out/mutation, and a mutant is tried again only if it or its tests changed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { EQUIVALENTS, type Equivalent } from './mutation/equivalents.ts';
import { FOLDERS, MUTATED_FOLDER, type MutatedFolder } from './mutation/folders.ts';

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];
/** A mutant that no test noticed, in the form in which scripts/mutation/equivalents.ts names it. */
type Survivor = Omit<Equivalent, 'reason'> & { lineNumber: number };

const OUT = 'out/mutation';
/** The tests pass without these, so they are not copied for each run. */
const NOT_COPIED = ['out', '.output', 'bench', 'docs', 'e2e'];

function runStryker({ name, source, words = [] }: MutatedFolder): Promise<Mutant[]> {
  process.env[MUTATED_FOLDER] = name;
  return new Stryker({
    mutate: [`${source}/**/*.ts`, `!${source}/**/*.test.ts`, ...words.map((file) => `!${source}/${file}`)],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: true },
    ignorePatterns: NOT_COPIED,
    tempDirName: `${OUT}/${name}`,
    incremental: true,
    incrementalFile: `${OUT}/${name}.json`,
    // Stryker rewrites paths in it with an API that TypeScript 7 does not have. They stay valid in the copy.
    tsconfigFile: 'none',
    // A busy machine is no endless loop, which Stryker detects by counting anyway.
    timeoutMS: 20_000,
    reporters: ['progress-append-only'],
  }).runMutationTest();
}

/** Positions of mutants count from 1. */
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

/** Returns whether enough mutants were killed. */
async function tryFolder(folder: MutatedFolder): Promise<boolean> {
  const { name, source, minimum } = folder;
  const mutants = (await runStryker(folder)).filter(({ status }) => status !== 'Ignored');
  const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').map(toSurvivor);
  const known = EQUIVALENTS.filter(({ file }) => file.startsWith(`${source}/`));
  const isSame = (a: Omit<Equivalent, 'reason'>, b: Omit<Equivalent, 'reason'>) =>
    a.file === b.file && a.line === b.line && a.change === b.change;
  const open = survivors.filter((survivor) => !known.some((each) => isSame(each, survivor)));
  const outdated = known.filter((each) => !survivors.some((survivor) => isSame(each, survivor)));
  for (const { file, lineNumber, line, change } of open) console.log(`${file}:${lineNumber}\n  ${line}\n  ${change}`);
  for (const { file, line, change } of outdated)
    console.log(`listed, but killed or gone: ${file}\n  ${line}\n  ${change}`);
  const killed = mutants.length - survivors.length;
  const share = (100 * killed) / (killed + open.length);
  console.log(
    `${name}: ${killed} killed, ${open.length} survived, ${survivors.length - open.length} cannot matter: ` +
      `${share.toFixed(1)} % (at least ${minimum} %)`,
  );
  return share >= minimum && outdated.length === 0;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((each) => !FOLDERS.some(({ name }) => name === each));
if (unknown.length > 0) {
  console.error(`There is no folder ${unknown.join(', ')}; there are ${FOLDERS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
for (const folder of FOLDERS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  if (!(await tryFolder(folder))) process.exitCode = 1;
}
