import type { Reader } from '../scripts/reader.ts';
import { htmlText } from './html-text.ts';
import { mean, NAMES, print, readWithAll } from './page-content.ts';
import { loadScorer, peerPages, type Scorers } from './page-set.ts';

/**
 * Main content on the test pages of the other readers, compared with their expectations. Each reader is tuned to its
 * own pages, so the results on the others' pages count.
 */
export async function benchPeerTests(reader: Reader, peers: string): Promise<void> {
  const scorers = await loadScorer<Scorers>('metrics.mjs');
  print('', NAMES);
  for (const peer of ['readability', 'defuddle'] as const) {
    const pages = peerPages(peer);
    const scores: Record<string, number>[] = [];
    for (const saved of pages) {
      const { page, readings } = await readWithAll(reader, peers, saved);
      const truth = await htmlText(page, saved.expectedHtml);
      scores.push(Object.fromEntries(NAMES.map((name) => [name, scorers.wcxb(truth, readings[name].text)])));
    }
    print(
      `tests of ${peer}, ${pages.length} pages, F1`,
      NAMES.map((name) => mean(scores.map((each) => each[name] ?? 0))),
    );
  }
}
