// npm run quiet-session [-- --minutes 30 --browser chromium|firefox]: uses the shipped extension in a real browser like
// a user, and lists every host that was requested besides the configured one. Ends with a line `minutes N, answers N,
// untrusted sources N`.
import { parseArgs } from 'node:util';
import {
  callChunks,
  hasToolResult,
  pause,
  startModelServer,
  streamChunks,
  textChunks,
} from '../e2e/support/model-server.ts';
import { setStage } from '../e2e/support/stage.ts';
import type { BrowserName } from './browsers.ts';
import { buildForTests } from './build-for-tests.ts';
import { startSinkProxy } from './sink-proxy.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, browser: { type: 'string', default: 'chromium' } },
});
const minutes = Number(values.minutes);
const browser: BrowserName = values.browser === 'firefox' ? 'firefox' : 'chromium';
const PAUSE_MS = 5_000;

/** An answer with everything that a careless panel would load. */
const ANSWER =
  'Tides rise twice a day. ![map](https://img.stranger.test/map.png) [more](https://stranger.test/tides)\n\n<img src="https://pixel.stranger.test/p.gif">\n\nhttps://bare.stranger.test/';

await buildForTests();
const proxy = await startSinkProxy();
const server = await startModelServer({
  quiet: (request, response) =>
    streamChunks(
      response,
      hasToolResult(request) ? textChunks(ANSWER) : callChunks([{ id: 'call_1', name: 'read_page', arguments: '{}' }]),
    ),
});
const stage = await setStage(browser, { proxyPort: proxy.port });
let answers = 0;
try {
  await stage.addEndpoint(server.url);
  const { tabId } = await stage.openPage(stage.articleUrl);
  const panel = await stage.openPanel(tabId);
  await panel.chooseModel('quiet');
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end) {
    await panel.click('New chat');
    await panel.ask(`What is a tide? (${answers})`);
    await panel.answer();
    answers++;
    await pause(Math.min(PAUSE_MS, Math.max(0, end - Date.now())));
  }
} finally {
  await stage.close();
  await server.close();
  await proxy.close();
}
for (const each of new Set(proxy.seen)) console.log(`untrusted source: ${each}`);
process.exitCode = proxy.seen.length > 0 || answers === 0 ? 1 : 0;
console.log(`minutes ${minutes}, answers ${answers}, untrusted sources ${new Set(proxy.seen).size}`);
