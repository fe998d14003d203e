// npm run quiet-session [-- --minutes 30]: uses the shipped extension in a real browser as a person might, and names every host that was
// asked for besides the configured one. Needs `node scripts/build-for-tests.ts`. Ends with a line `minutes N, answers N, strangers N`.
import { chunk, sse, startRawServer } from '../lib/provider/raw-server.ts';
import { launch, openExtensionPage } from './launch.ts';
import { servePage } from './serve-article.ts';
import { startSinkProxy } from './sink-proxy.ts';

const at = process.argv.indexOf('--minutes');
const minutes = at < 0 ? 30 : Number(process.argv[at + 1]);
const PAUSE_MS = 5_000;

/** An answer with everything in it that a careless panel would fetch. */
const ANSWER =
  'Tides rise twice a day. ![map](https://img.stranger.test/map.png) [more](https://stranger.test/tides)\n\n<img src="https://pixel.stranger.test/p.gif">\n\nhttps://bare.stranger.test/';

const proxy = await startSinkProxy();
const article = await servePage();
const server = await startRawServer((request, response) => {
  if (request.path.endsWith('/models')) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: [{ id: 'quiet' }] }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const hasRead = request.body.includes('"role":"tool"');
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'read_page', arguments: '{}' } };
  response.end(
    [
      hasRead ? chunk({ content: ANSWER }) : chunk({ tool_calls: [call] }),
      chunk({}, hasRead ? 'stop' : 'tool_calls'),
      sse('[DONE]'),
    ].join(''),
  );
});
const launched = await launch('chromium', {
  extensionDir: '.output/chrome-mv3-e2e',
  headless: true,
  proxyPort: proxy.port,
});
let answers = 0;
try {
  const settings = await openExtensionPage(launched, 'options.html');
  await settings
    .locator('::-p-xpath(//form[.//button[normalize-space()="Add endpoint"]]//input[@required])')
    .fill(server.url);
  await settings.locator('::-p-xpath(//button[normalize-space()="Add endpoint"])').click();
  await settings.waitForSelector('::-p-xpath(//section[.//code]//select[option])');
  const page = await launched.browser.newPage();
  await page.goto(article.url);
  const tabId = await settings.evaluate(async (url) => {
    const { tabs } = (
      globalThis as unknown as { chrome: { tabs: { query(filter: object): Promise<{ id: number; url?: string }[]> } } }
    ).chrome;
    return (await tabs.query({})).find((tab) => tab.url === url)?.id;
  }, article.url);
  const panel = await openExtensionPage(launched, `sidepanel.html?tabId=${tabId}`);
  await panel.waitForSelector('::-p-xpath(//select[@aria-label="Model"][.//option[normalize-space()="quiet"]])');
  const model = await panel.$eval(
    '::-p-xpath(//select[@aria-label="Model"]//option[normalize-space()="quiet"])',
    (option) => (option as HTMLOptionElement).value,
  );
  await panel.select('select[aria-label="Model"]', model);
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end) {
    await panel.locator('button[aria-label="New chat"]').click();
    await panel.locator('textarea[aria-label="Message"]').fill(`What is a tide? (${answers})`);
    await panel.locator('button[aria-label="Send"]:not(:disabled)').click();
    await panel.waitForFunction(() => {
      const last = [...document.querySelectorAll('[role="log"] article')].at(-1);
      return last?.getAttribute('aria-label') === 'Assistant' && last.getAttribute('aria-busy') === 'false';
    });
    answers++;
    await new Promise((resolve) => setTimeout(resolve, Math.min(PAUSE_MS, Math.max(0, end - Date.now()))));
  }
} finally {
  await launched.browser.close();
  await server.close();
  await article.close();
  await proxy.close();
}
for (const each of new Set(proxy.seen)) console.log(`stranger: ${each}`);
process.exitCode = proxy.seen.length > 0 || answers === 0 ? 1 : 0;
console.log(`minutes ${minutes}, answers ${answers}, strangers ${new Set(proxy.seen).size}`);
