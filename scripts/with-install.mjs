// Runs a script of this folder in a fresh clone: installs the packages in package-lock.json, then runs the script with
// a Node version that supports it. Plain JavaScript, for any Node on which npm itself runs. Usage: node
// scripts/with-install.mjs SCRIPT [ARG...]
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const bin = path.join(root, 'node_modules', '.bin');
const [script, ...args] = process.argv.slice(2);

if (!isInstalled()) {
  console.log('Installing packages (npm ci) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' };
  const { status } = spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], options);
  if (status !== 0) process.exit(status ?? 1);
}

activateHooks();
const node = findNode();
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
const { status } = spawnSync(node, [path.join(root, script), ...args], { cwd: root, env, stdio: 'inherit' });
process.exit(status ?? 1);

/** npm writes its own copy of the lock file when an installation is complete. */
function isInstalled() {
  const done = path.join(root, 'node_modules', '.package-lock.json');
  return existsSync(done) && statSync(done).mtimeMs >= statSync(path.join(root, 'package-lock.json')).mtimeMs;
}

/** Makes git run .githooks/commit-msg. A hooks path that someone has set themselves is not changed. */
function activateHooks() {
  if (!existsSync(path.join(root, '.git'))) return;
  const git = (...words) => spawnSync('git', ['-C', root, 'config', ...words], { stdio: 'ignore' });
  if (git('--get', 'core.hooksPath').status === 1) git('--local', 'core.hooksPath', '.githooks');
}

/** TypeScript runs without a flag since Node 22.18. On Linux, the packages include such a Node. */
function findNode() {
  const bundled = path.join(bin, 'node');
  if (existsSync(bundled)) return bundled;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  console.error(
    `Sidenote needs Node 22.18 or newer to build; this is ${process.versions.node}. Install it from nodejs.org.`,
  );
  process.exit(1);
}
