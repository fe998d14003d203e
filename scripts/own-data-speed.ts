// npm run own-data-speed -- [chromium|firefox] [chats] [messages] [tabs]: measures search_chats with 10,000 chats of 20
// messages, and search_tabs with 60 open tabs, in the real extension. The goal is 300 ms at the 95th percentile. Each
// time is that of one call, from its start to its result in the log.
import type { Page } from 'puppeteer-core';
import {
  callChunks,
  hasToolResult,
  questionIn,
  startModelServer,
  streamChunks,
  textChunks,
} from '../e2e/support/model-server.ts';
import type { Panel } from '../e2e/support/panel.ts';
import { serveSite } from '../e2e/support/site.ts';
import { setStage } from '../e2e/support/stage.ts';
import { bringIn } from './big-history/bring-in.ts';
import { report } from './big-history/report.ts';
import { generateSentence, wordAt } from './big-history/threads.ts';
import type { BrowserName } from './browsers.ts';
import { buildForTests } from './build-for-tests.ts';

const [browser = 'chromium', chats = '10000', messages = '20', tabs = '60'] = process.argv.slice(2);
const TIMES = 30;

/** Queries that models write: rare and common words, one and several. */
function queryAt(n: number): string {
  const words = [wordAt(3 + n), wordAt(40 + 7 * n), wordAt(900 + 31 * n), wordAt(9_000 + 113 * n)];
  return n % 3 === 0 ? (words[n % 4] ?? '') : words.slice(n % 2, (n % 2) + 3).join(' ');
}

await buildForTests();
const server = await startModelServer(
  Object.fromEntries(
    ['search_chats', 'search_tabs'].map((tool) => [
      tool,
      (request, response) => {
        const query = / for “(.+)”/.exec(questionIn(request))?.[1] ?? '';
        const call = { id: 'call_1', name: tool, arguments: JSON.stringify({ query }) };
        return streamChunks(response, hasToolResult(request) ? textChunks('There.') : callChunks([call]));
      },
    ]) satisfies [string, Parameters<typeof startModelServer>[0][string]][],
  ),
);
const pages = Array.from({ length: Number(tabs) }, (_, n) => [
  `/${n}`,
  { body: `<title>Page ${n}</title><main><h1>Page ${n}</h1>${paragraphs(n)}</main>` },
]);
const site = await serveSite(Object.fromEntries(pages));
const stage = await setStage(browser as BrowserName, { ownBrowser: true });
try {
  await stage.addEndpoint(`${server.url}/v1`);
  await bringIn(stage, Number(chats), Number(messages));
  const panel = await stage.openPanel(null);
  await measure(panel, 'search_chats', `${Number(chats).toLocaleString()} chats`, 'my earlier chats');
  for (const [address] of pages) await stage.openPage(`${site.origin}${address}`);
  await measure(panel, 'search_tabs', `${tabs} tabs`, 'my open tabs');
} finally {
  await stage.close();
  await server.close();
  await site.close();
}

/** About 20 KB of text, like an ordinary article. */
function paragraphs(n: number): string {
  return Array.from(
    { length: 40 },
    (_, index) => `<h2>Part ${index}</h2><p>${generateSentence(n * 40 + index, 70)}</p>`,
  ).join('');
}

async function measure(panel: Panel, tool: string, what: string, where: string): Promise<void> {
  await panel.page.bringToFront();
  await panel.click('New chat');
  await panel.chooseModel(tool);
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    await panel.click('New chat');
    await panel.ask(`Search ${where} for “${queryAt(n)}”`);
    await panel.answer();
    times.push(await timeOfCall(panel.page));
  }
  console.log(`${tool}, the first time: ${times[0]} ms`);
  report(`${tool}, ${what}`, times.slice(1));
}

/** The duration of the first call in the newest chat, in milliseconds. */
function timeOfCall(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('sidenote'));
    const store = (name: string) => db.transaction(name).objectStore(name);
    const newest = await done(store('threads').index('updatedAt').openCursor(null, 'prev'));
    const threadId = newest?.value.threadId as string;
    const rows = await done(
      store('events').getAll(IDBKeyRange.bound([threadId, 0], [threadId, Number.MAX_SAFE_INTEGER])),
    );
    db.close();
    const output = rows.find(({ event }) => event.type === 'tool-output-available');
    if (output === undefined) throw new Error('There was no call.');
    return output.event.ms as number;
  });
}
