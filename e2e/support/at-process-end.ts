import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const all: (() => void)[] = [];

/** Runs `work` once when the process ends, for resources that other tests of a worker process still use. */
export function atProcessEnd(work: () => void): void {
  all.push(work);
}

/** A new temporary folder, which is removed when the process ends, since browsers read from it until then. */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  atProcessEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function doAll(): void {
  for (const work of all.splice(0)) work();
}

process.once('exit', doAll);
// Vitest ends its workers with this signal, and process.exit throws in them.
process.once('SIGTERM', () => {
  doAll();
  process.kill(process.pid, 'SIGKILL');
});
