// Measures the structure of the code: sizes, small modules, retry policy, sentences in the core, citations, test
// support, and how many files three call paths go through (scripts/call-paths). Usage: npm run shape [-- --list]
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CALL_PATHS } from './call-paths/files-called.ts';
import { runCaptured } from './run.ts';
import { findLongFunctions } from './shape/long-functions.ts';

const FOLDERS = ['lib', 'components', 'entrypoints'];
const SMALL = 40;

const all = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file)),
);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isSupport = (file: string) => file.startsWith('lib/testing/');
const isFace = (file: string) => file.endsWith('/index.ts') && file.startsWith('lib/');
const production = all.filter((file) => !isTest(file) && !isSupport(file));
const texts = new Map(all.map((file) => [file, readFileSync(file, 'utf8')]));
const getText = (file: string) => texts.get(file) ?? '';
const countLines = (file: string) => getText(file).trimEnd().split('\n').length;

/** The modules that a module imports, by path. */
function listImports(file: string): string[] {
  return [...getText(file).matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)].flatMap(([, specifier]) => {
    const target = path.join(path.dirname(file), specifier ?? '');
    return existsSync(target) ? target : [];
  });
}

const importers = new Map<string, string[]>();
for (const file of production)
  for (const target of listImports(file)) importers.set(target, [...(importers.get(target) ?? []), file]);

const sizes = production
  .filter((file) => !isFace(file))
  .map(countLines)
  .sort((a, b) => a - b);
const LONGEST_FUNCTION = 60;
const longFunctions = production.flatMap((file) =>
  findLongFunctions(getText(file), LONGEST_FUNCTION).map(({ name, lines }) => `${file} ${name}, ${lines} lines`),
);
const quantile = (share: number) => sizes[Math.floor(share * (sizes.length - 1))] ?? 0;

const MAKES_SENTENCES =
  /import \{[^}]*(?<!type )\b(?:t|plural|formatList|formatChoices)\b[^}]*\} from '[./]+\/(?:lib\/)?i18n\/|from '[./]+\/components\//;

/**
 * Why a module is intentionally small: one file per tool, format, site, preset or contract, or exported by an index.
 */
const findReason = (file: string, importer: string): string | null =>
  [/^lib\/tools\//, /\/formats\//, /\/engines\//, /\/sites\//, /\/presets\//, /^lib\/contracts\//].some((kept) =>
    kept.test(file),
  )
    ? 'one file a concept'
    : isFace(importer)
      ? 'public: its face exports it'
      : getText(importer).includes(`import('./${path.basename(file)}')`)
        ? 'loaded on demand'
        : path.dirname(file) !== path.dirname(importer)
          ? 'used from another folder'
          : file.startsWith('entrypoints/background/') && MAKES_SENTENCES.test(getText(file))
            ? 'keeps sentences out of what uses it'
            : null;

const small = production
  .filter((file) => countLines(file) < SMALL && importers.get(file)?.length === 1)
  .map((file) => ({ file, reason: findReason(file, importers.get(file)?.[0] ?? '') }));
const unexplained = small.filter(({ reason }) => reason === null);

/**
 * Patterns of code that decides about retries itself instead of applying the policy. A list of names is not a limit.
 */
const RETRY =
  /^(?:export )?const (?:\w*_)?(?:RETRY|REQUESTS|RESETS|INTERRUPTIONS|ATTEMPTS|BACKOFF|TEMPORARY_\w+|WAIT_MS)\w*\s*(?::[^=\n]+)?=(?!\s*\[)|\bfunction (?:backoff|mayRetry|mayRepeat|mayPass|hasRequestLeft|isTemporary\b)|\battempt\w* (?:\+ 1 )?[<>]=? \d/im;
const ASKS_MODELS = /^lib\/(?:agent|model-api|contracts)\//;
/** The practice model answers in the user's language, so its texts are created in the entrypoint that composes it. */
const CORE =
  /^(?:lib\/(?:agent|model-api|security|storage|page-reader|tools|contracts|mcp|web)\/|entrypoints\/background\/(?!practice-words))/;
/** The folder beside some checkouts may contain test data, but nothing may cite its documents. */
const OUTSIDE = /\bshared\/[\w./-]+\.md\b/;

/** Contracts that are not about requests to models, such as backups, have their own waits. */
const isAboutModels = (file: string) =>
  !file.startsWith('lib/contracts/') ||
  listImports(file).some((path) => /\/(?:model-client|capability)\.ts$/.test(path));
const retry = production.filter((file) => ASKS_MODELS.test(file) && isAboutModels(file) && RETRY.test(getText(file)));
const speaking = production.filter((file) => CORE.test(file) && MAKES_SENTENCES.test(getText(file)));
const citing = all.filter((file) => OUTSIDE.test(getText(file)));
const support = production.filter(
  (file) => /^lib\//.test(file) && (importers.get(file)?.length ?? 0) === 0 && !isFace(file),
);

await runCaptured('vitest', ['run', '--project', 'call-paths'], {}, false);
const GOALS: Record<string, string> = { 'one text delta': 'at most 9', 'a page to the context': 'at most 35' };
const callPaths = readdirSync(CALL_PATHS).map((file) => ({
  name: path.basename(file, '.txt'),
  files: readFileSync(path.join(CALL_PATHS, file), 'utf8').trim().split('\n'),
}));

const rows: [string, string, string][] = [
  ['production files', String(sizes.length), 'about 480'],
  ['lines: quartiles and median', `${quantile(0.25)}, ${quantile(0.5)}, ${quantile(0.75)}`, 'median 80 to 130'],
  ['largest', String(sizes.at(-1)), 'under 400'],
  [`functions over ${LONGEST_FUNCTION} lines, with comments and markup`, String(longFunctions.length), '0'],
  [`under ${SMALL} lines with one importer`, `${small.length}, without a reason ${unexplained.length}`, 'under 30'],
  ['files that hold retry policy', String(retry.length), '1'],
  ['core files that make localised sentences', String(speaking.length), '0'],
  ['files that cite documents outside', String(citing.length), '0'],
  ['modules of lib that only tests use, outside lib/testing', String(support.length), '0'],
  ...callPaths.map(({ name, files }): [string, string, string] => [
    `files that ${name} passes`,
    String(files.length),
    GOALS[name] ?? '',
  ]),
];
for (const [what, now, goal] of rows) console.log(`${what.padEnd(58)} ${now.padEnd(28)} ${goal}`);
if (process.argv.includes('--list')) {
  for (const { file, reason } of small) console.log(`small: ${file}${reason === null ? '' : ` (${reason})`}`);
  for (const { name, files } of callPaths) for (const file of files) console.log(`${name}: ${file}`);
  for (const [name, files] of Object.entries({ long: longFunctions, retry, speaking, citing, support }))
    for (const file of files) console.log(`${name}: ${file}`);
}
