// npm run receipts [-- --runs 1000 --browser chromium|firefox]: asks questions in a real browser whose only network
// access is a sink proxy, and compares the saved receipts with the bytes that the model server and the proxy received.
// Ends with a line `runs N, requests N, missing N, untrusted sources N`.
import { parseArgs } from 'node:util';
import { keepDownloads, takeTextDownload } from '../e2e/support/downloads.ts';
import { callChunks, hasToolResult, startModelServer, streamChunks, textChunks } from '../e2e/support/model-server.ts';
import { setStage } from '../e2e/support/stage.ts';
import { verifyReceipt } from '../lib/security/receipt/verify-receipt.ts';
import type { BrowserName } from './browsers.ts';
import { buildForTests } from './build-for-tests.ts';
import { startSinkProxy } from './sink-proxy.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, browser: { type: 'string', default: 'chromium' } },
});
const runs = Number(values.runs);
const browser: BrowserName = values.browser === 'firefox' ? 'firefox' : 'chromium';
/** Requests of a chat repeat the earlier conversation. */
const RUNS_IN_A_CHAT = 10;

await buildForTests();
const proxy = await startSinkProxy();
const server = await startModelServer({
  quiet: (request, response) =>
    streamChunks(
      response,
      hasToolResult(request)
        ? textChunks('Tides rise twice a day. 潮')
        : callChunks([{ id: 'call_1', name: 'read_page', arguments: '{}' }]),
    ),
});
const stage = await setStage(browser, { proxyPort: proxy.port });
const recorded: string[] = [];
let invalid = 0;
try {
  await stage.addEndpoint(server.url);
  const { tabId } = await stage.openPage(stage.articleUrl);
  const panel = await stage.openPanel(tabId);
  await panel.page.evaluate(keepDownloads);
  await panel.chooseModel('quiet');
  for (let run = 1; run <= runs; run++) {
    await panel.ask(`What is a tide? (${run})`);
    await panel.answer();
    if (run % RUNS_IN_A_CHAT !== 0 && run !== runs) continue;
    await panel.page.locator('article:last-of-type .receipt > summary').click();
    await panel.click('Save receipt');
    const check = await verifyReceipt((await takeTextDownload(panel.page)).text);
    invalid += check.problems.length;
    for (const { details } of check.requests)
      if (details !== null && 'text' in details.body) recorded.push(details.body.text);
    await panel.click('New chat');
  }
} finally {
  await stage.close();
  await server.close();
  await proxy.close();
}
const texts = new Set(recorded);
const missing = server.chats.filter((chat) => !texts.has(JSON.stringify(chat))).length;
const untrusted = new Set(proxy.seen).size;
process.exitCode = missing > 0 || untrusted > 0 || invalid > 0 || server.chats.length < runs ? 1 : 0;
for (const each of new Set(proxy.seen)) console.log(`untrusted source: ${each}`);
if (invalid > 0) console.log(`problems of receipts: ${invalid}`);
console.log(`runs ${runs}, requests ${server.chats.length}, missing ${missing}, untrusted sources ${untrusted}`);
