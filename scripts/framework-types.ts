import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** tsconfig.json extends a file that wxt writes. Without it nothing that reads tsconfig.json starts, in a fresh clone. */
export function ensureFrameworkTypes(): void {
  if (existsSync('.wxt/tsconfig.json')) return;
  const { status, stderr } = spawnSync('wxt', ['prepare'], { encoding: 'utf8', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`wxt prepare failed.\n${stderr}`);
}
