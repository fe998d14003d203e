import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * tsconfig.json extends a file that wxt generates. In a fresh clone, everything that reads tsconfig.json would fail
 * without it.
 */
export function ensureFrameworkTypes(): void {
  if (existsSync('.wxt/tsconfig.json')) return;
  const { status, stderr } = spawnSync('wxt', ['prepare'], { encoding: 'utf8', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`wxt prepare failed.\n${stderr}`);
}
