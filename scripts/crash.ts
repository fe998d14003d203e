// npm run crash -- [--kills N] [--browser chromium|firefox]: kills the whole browser in the middle of runs, and checks
// whether anything that was in the log before is missing from the same profile afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Row, readRows } from '../e2e/support/log-rows.ts';
import { pause, startModelServer, streamChunks, textChunks } from '../e2e/support/model-server.ts';
import { setStage } from '../e2e/support/stage.ts';
import { type BrowserName, requireBrowser } from './browsers.ts';
import { buildForTests } from './build-for-tests.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, browser: { type: 'string', default: 'chromium' } },
});
const name: BrowserName = values.browser === 'firefox' ? 'firefox' : 'chromium';
const kills = Number(values.kills);
const LONG = Array.from({ length: 200 }, (_, n) => `w${n}`).join(' ');
const FINISHED_MS = 60_000;

requireBrowser(name);
await buildForTests();
let isFast = false;
const server = await startModelServer({
  long: (_request, response) => streamChunks(response, textChunks(LONG), isFast ? 0 : 15),
});
const profile = mkdtempSync(path.join(tmpdir(), 'sidenote-crash-'));
let lost = 0;
let finished = 0;
let known: Row[] = [];

for (let n = 0; n <= kills; n++) {
  isFast = n === kills;
  const stage = await setStage(name, { profile });
  if (n === 0) await stage.addEndpoint(server.url);
  const panel = await stage.openPanel(null);
  const rows = await readRows(stage.settings);
  // A run that has ended was compacted, so its text is compared instead of its rows.
  const lostNow = missing(known, rows);
  lost += lostNow.length;
  for (const what of lostNow) console.log(`lost: ${what}`);
  if (n === kills) {
    finished = await untilEnded();
    await stage.close();
    break;
  }
  await panel.click('New chat');
  await panel.chooseModel('long');
  await panel.ask(`Question ${n}.`);
  await pause(200 + ((n * 379) % 2_500));
  known = await readRows(stage.settings);
  const gone = new Promise((resolve) => stage.browser.once('disconnected', resolve));
  stage.browser.process()?.kill('SIGKILL');
  await gone;
  console.log(`kill ${n + 1}: ${known.length} rows in the log`);

  async function untilEnded(): Promise<number> {
    // Every question still exists, and its run is resumed and ends, or can be continued.
    for (let waited = 0; waited < FINISHED_MS; waited += 500) {
      const ends = (await readRows(stage.settings)).filter(({ event }) => event.type === 'run-end');
      if (ends.length >= kills) return ends.length;
      await pause(500);
    }
    return (await readRows(stage.settings)).filter(({ event }) => event.type === 'run-end').length;
  }
}
await server.close();
rmSync(profile, { recursive: true, force: true });
console.log(`kills ${kills}, lost ${lost}, runs ended ${finished}`);
// Handles to the killed browsers would keep this process alive.
process.exit(lost === 0 && finished >= kills ? 0 : 1);

/** Missing questions, and texts of threads whose beginning was lost. */
function missing(before: readonly Row[], after: readonly Row[]): string[] {
  const threads = Map.groupBy(after, (row) => row.threadId);
  return [...Map.groupBy(before, (row) => row.threadId)].flatMap(([threadId, rows]) => {
    const now = threads.get(threadId) ?? [];
    const questions = rows.filter(({ event }) => event.type === 'user-message');
    const kept = now.filter(({ event }) => event.type === 'user-message');
    const wordsBefore = words(rows);
    return [
      ...(kept.length < questions.length ? [`the question of thread ${threadId}`] : []),
      ...(words(now) < wordsBefore ? [`${wordsBefore - words(now)} words of thread ${threadId}`] : []),
    ];
  });
}

/** The number of words of the longest attempt, since a step may be repeated after a restart. */
function words(rows: readonly Row[]): number {
  const attempts = [''];
  for (const { event } of rows) {
    if (event.type === 'step-reset') attempts.push('');
    if (event.type === 'text-delta') attempts.push((attempts.pop() ?? '') + event.delta);
  }
  return Math.max(...attempts.map((text) => text.match(/w\d+/g)?.length ?? 0));
}
