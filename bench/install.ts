import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;

/** Installs the packages for comparison, unless their lock file is unchanged. */
export function installPeers(): void {
  const done = path.join(here, 'node_modules', '.package-lock.json');
  if (existsSync(done) && statSync(done).mtimeMs >= statSync(path.join(here, 'package-lock.json')).mtimeMs) return;
  console.log('Installing what the bench compares with (npm ci in bench/) …');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', here];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
