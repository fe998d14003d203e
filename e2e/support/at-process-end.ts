const all: (() => void)[] = [];

/** Does this once when the process ends, for what other tests of a worker process still use. */
export function atProcessEnd(work: () => void): void {
  all.push(work);
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
