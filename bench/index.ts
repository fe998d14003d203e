// npm run bench [-- streams interfaces arguments live tags running scheduling]: compares Sidenote with the floor (the
// least that any engine has to do) and its peers, interleaved in one run. Times are CPU times of this process, of which
// only the ratios are meaningful.
import { LiveJson } from '../components/tools/live-json.ts';
import { installPeers } from './install.ts';
import type { Verdict } from './report.ts';

// Imported only when they run, since they import packages that are installed first.
const benches: Record<string, () => Promise<Verdict[]>> = {
  streams: async () => (await import('./streams.ts')).benchStreams(),
  interfaces: async () => (await import('./interfaces.ts')).benchInterfaces(),
  arguments: async () => (await import('./arguments.ts')).benchArguments(),
  live: async () => (await import('./live.ts')).benchLive(() => new LiveJson()),
  tags: async () => (await import('./tags.ts')).benchTags(),
  running: async () => (await import('./running.ts')).benchRunning(),
  scheduling: async () => (await import('./scheduling.ts')).benchScheduling(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
installPeers();
const verdicts: Verdict[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) verdicts.push(...(await bench()));
}
const { printVerdicts } = await import('./report.ts');
printVerdicts(verdicts);
