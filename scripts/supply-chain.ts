// npm run supply-chain: checks the third-party code in the extension, and that the built extension contains nothing
// else. Needs `npm run build`. `npm run release -- --dry-run` builds twice and compares.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findForeignCode } from './foreign-code.ts';
import { licenceList, runtimePackages } from './licences.ts';
import { LONG_WAIT_LIMIT_MS } from './limits.ts';

const MAX_DIRECT = 25;
const MAX_RUNTIME = 250;
const TARGETS = ['.output/chrome-mv3', '.output/firefox-mv3'];

const problems: string[] = [];

function check(name: string, isRight: boolean, detail: string): void {
  console.log(`${isRight ? 'ok  ' : 'BAD '} ${name}: ${detail}`);
  if (!isRight) problems.push(name);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function checkPackages(): void {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  const direct = Object.entries(dependencies);
  check('direct packages', direct.length <= MAX_DIRECT, `${direct.length} of ${MAX_DIRECT}`);
  const runtime = runtimePackages();
  check('runtime packages', runtime.length <= MAX_RUNTIME, `${runtime.length} of ${MAX_RUNTIME}`);
  const loose = direct.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)).map(([name]) => name);
  check('exact versions', loose.length === 0, loose.join(', ') || 'all');
}

/** Only prints a note when offline, or if the registry does not support audits. */
function checkAudit(): void {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    timeout: LONG_WAIT_LIMIT_MS,
  });
  const { metadata } = parsed(stdout) as { metadata?: { vulnerabilities?: Record<string, number> } };
  const counts = metadata?.vulnerabilities;
  if (counts === undefined) {
    console.log('--   known weaknesses: skipped, the registry did not answer');
    return;
  }
  const grave = (counts.high ?? 0) + (counts.critical ?? 0);
  check('known weaknesses', grave === 0, `${grave} high or critical`);
}

function parsed(json: string | null): object {
  try {
    return JSON.parse(json ?? '{}');
  } catch {
    return {};
  }
}

function checkBuild(folder: string): void {
  if (!existsSync(folder)) {
    check(folder, false, 'not built: npm run build');
    return;
  }
  const found = filesIn(folder).flatMap((file) => {
    if (!/\.(?:js|html|css)$/.test(file)) return [];
    const text = readFileSync(file, 'utf8');
    return findForeignCode(text).map((what) => `${what} in ${path.basename(file)}`);
  });
  check(`${folder}: only its own code`, found.length === 0, found.join(', ') || 'no eval, no code from elsewhere');
  const shipped = path.join(folder, 'third-party-licences.txt');
  const isListed = existsSync(shipped) && readFileSync(shipped, 'utf8') === licenceList();
  check(`${folder}: licences`, isListed, isListed ? 'third-party-licences.txt' : 'missing or not of these packages');
}

checkPackages();
checkAudit();
for (const folder of TARGETS) checkBuild(folder);
process.exitCode = problems.length > 0 ? 1 : 0;
