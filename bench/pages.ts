// npm run bench:pages [-- content peer-tests tasks round-trip stress size speed]: measures how well the extension reads
// pages, compared with other readers in the same run, in a real browser. Needs the pages with expected readings in
// ../shared/pages.
import { buildForReading } from '../scripts/build-for-tests.ts';
import { Reader } from '../scripts/reader.ts';
import { installPeers } from './install.ts';
import { hasPages } from './page-set.ts';
import { printVerdicts, type Verdict } from './report.ts';

if (!hasPages()) {
  console.log('skipped: no pages in ../shared/pages');
  process.exit(0);
}
installPeers();
buildForReading('chromium');
// Imported only now, since they import the packages that have just been installed.
const sections: Record<string, { live: boolean; run: (reader: Reader) => Promise<Verdict[]> }> = {
  content: {
    live: false,
    run: async (reader) => {
      const { bundlePeers } = await import('./peer-bundle.ts');
      return (await import('./page-content.ts')).benchContent(reader, await bundlePeers('page-peers.ts'));
    },
  },
  'peer-tests': {
    live: false,
    run: async (reader) => {
      const { bundlePeers } = await import('./peer-bundle.ts');
      await (await import('./page-peer-tests.ts')).benchPeerTests(reader, await bundlePeers('page-peers.ts'));
      return [];
    },
  },
  tasks: { live: false, run: async (reader) => (await import('./page-tasks.ts')).benchTasks(reader) },
  'round-trip': { live: false, run: async (reader) => (await import('./round-trip.ts')).benchRoundTrip(reader) },
  stress: { live: true, run: async (reader) => (await import('./page-stress.ts')).benchStress(reader) },
  speed: { live: false, run: async (reader) => (await import('./page-speed.ts')).benchSpeed(reader) },
  size: { live: false, run: async (reader) => (await import('./page-size.ts')).benchSize(reader) },
};

const wanted = process.argv.slice(2);
const verdicts: Verdict[] = [];
for (const [name, { live, run }] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name}`);
  const reader = await Reader.open('chromium', { live });
  try {
    verdicts.push(...(await run(reader)));
  } finally {
    await reader.close();
  }
}
if (verdicts.length > 0) printVerdicts(verdicts);
