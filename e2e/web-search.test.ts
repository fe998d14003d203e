import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawServer, sendJson, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { refuseTunnels } from '../scripts/refuse-tunnels.ts';
import { BROWSERS, testOfFullRun } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import {
  callChunks,
  hasToolResult,
  type ModelServer,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { allowOpeningPages, turnWebOn } from './support/web-access.ts';

const QUESTION = 'When is high water in Hamburg?';
const ANSWER = 'High water in Hamburg is at 14:20 [1]. The tide there is 3.6 metres [2]. The pilots start at noon [3].';

const filler = Array.from(
  { length: 300 },
  (_, index) => `<p>Paragraph ${index} about ships, cranes and the weather.</p>`,
).join('');
const page = (title: string, body: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title><style>.gone{display:none}</style>
   <link rel="stylesheet" href="/loaded.css"><script>document.title='ran';fetch('/ran')</script></head>
   <body><h1>${title}</h1><img src="/loaded.png" onerror="fetch('/ran')"><p class="gone">UNSEEN words</p>${filler}${body}
   <iframe src="/loaded.html"></iframe><video poster="/loaded.jpg"></video></body></html>`;

/** Pages of the web, which the browser reaches through a proxy. Their host names do not resolve to this machine. */
const PAGES: Record<string, string> = {
  'http://tides.web.test/': page('Tide table', '<p>High water in Hamburg is at 14:20 today.</p>'),
  'http://harbour.web.test/height': page(
    'Height of tides',
    '<p>In Hamburg the tide has a height of 3.6 metres at high water.</p>',
  ),
  'http://pilots.web.test/': page('Pilots', '<p>Pilots of Hamburg start at noon, before high water.</p>'),
};

/** The targets of the citations of all answers, in order. */
function citations(panel: Panel): Promise<string[]> {
  return panel.page.$$eval('article[aria-label="Assistant"] .markdown a', (all) =>
    all.map((link) => (link as HTMLElement).dataset.address ?? ''),
  );
}

describe.each(BROWSERS)('the web, in %s', (name) => {
  let stage: Stage;
  let engine: RawServer;
  let server: ModelServer;
  let proxy: Server;
  let panel: Panel;
  const requested: string[] = [];
  /** While it is set, the page about pilots is not sent. */
  let held: Promise<void> | null = null;
  let isOffline = false;

  beforeAll(async () => {
    proxy = createServer(async (request, response) => {
      const url = request.url ?? '';
      if (url.includes('.web.test')) requested.push(url);
      if (url === 'http://pilots.web.test/') await held;
      if (url === 'http://moved.web.test/')
        response.writeHead(302, { location: 'http://harbour.web.test/height' }).end();
      else if (url === 'http://inward.web.test/') response.writeHead(302, { location: engine.url }).end();
      else if (PAGES[url] === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGES[url]);
    });
    refuseTunnels(proxy);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    engine = await startRawServer((_request, response) => {
      if (isOffline) return void response.socket?.destroy();
      const results = [
        { title: 'Tide table', url: 'http://tides.web.test/', content: 'High water today' },
        { title: 'Height of tides', url: 'http://moved.web.test/', content: 'Metres' },
        { title: 'Pilots', url: 'http://pilots.web.test/', content: 'Noon' },
        { title: 'More', url: 'http://more.web.test/', content: 'More' },
      ];
      sendJson(response, 200, { results, unresponsive_engines: [] });
    });
    server = await startModelServer({
      searcher: (request, response) =>
        streamChunks(
          response,
          hasToolResult(request)
            ? textChunks(ANSWER)
            : callChunks([{ id: 'call_1', name: 'web_search', arguments: '{"query":"high water Hamburg"}' }]),
        ),
      plain: (request, response) =>
        streamChunks(
          response,
          hasToolResult(request)
            ? textChunks('I looked it up. High water in Hamburg is at 14:20 today. Take a coat with you.')
            : callChunks([{ id: 'call_1', name: 'web_search', arguments: '{"query":"high water Hamburg"}' }]),
        ),
      curious: (request, response) =>
        streamChunks(
          response,
          hasToolResult(request)
            ? textChunks('Then not.')
            : callChunks([
                { id: 'call_1', name: 'web_search', arguments: '{"query":"free berths","site":"web.test"}' },
              ]),
        ),
      inward: (request, response) =>
        streamChunks(
          response,
          hasToolResult(request)
            ? textChunks('It could not be opened.')
            : callChunks([
                { id: 'call_1', name: 'open_page', arguments: '{"url":"http://inward.web.test/"}' },
                { id: 'call_2', name: 'open_page', arguments: JSON.stringify({ url: `${engine.url}/admin` }) },
              ]),
        ),
    });
    stage = await setStage(name, { proxyPort: (proxy.address() as AddressInfo).port });
    await stage.addEndpoint(`${server.url}/v1`);
    const { settings } = stage;
    await stage.choose('Search engine', 'SearXNG', 'web');
    await fillField(settings, 'input[placeholder="https://searx.example.org"]', engine.url);
    await settings.locator('::-p-xpath(//button[normalize-space()="Use this engine"])').click();
    await settings.locator('::-p-xpath(//button[normalize-space()="Test search"])').click();
    await settings.waitForSelector('::-p-xpath(//*[@role="status"][normalize-space()="The engine works: 4 results."])');
    await allowOpeningPages(stage);
    const section = await settings.$('section[aria-labelledby="web"]');
    await section?.evaluate((element) => element.scrollIntoView());
    await stage.shot(settings, `web-settings-${name}`);
    panel = await stage.openPanel(null);
    await panel.chooseModel('searcher');
  });

  afterAll(async () => {
    await stage?.close();
    proxy?.closeAllConnections();
    proxy?.close();
    await engine?.close();
    await server?.close();
  });

  test('is not offered to a model until the globe is pressed', async () => {
    const before = engine.requests.length;
    await panel.ask('Hello');
    await panel.answer();
    expect(server.chats.at(-1)?.tools?.map((tool) => tool.function.name) ?? []).not.toContain('web_search');
    expect(engine.requests).toHaveLength(before);
  });

  test('answers a question from three opened pages, with one request to search and one to answer', async () => {
    await turnWebOn(panel);
    const before = server.chats.length;
    requested.length = 0;
    await panel.ask(QUESTION);
    expect(await panel.answer()).toContain('14:20');
    expect(server.chats).toHaveLength(before + 2);
    expect(engine.requests.at(-1)?.path).toContain('q=high+water+Hamburg');
    // Only the pages themselves, without anything that they reference: no styles, pictures, frames or scripts.
    expect(requested.toSorted()).toEqual([
      'http://harbour.web.test/height',
      'http://moved.web.test/',
      'http://pilots.web.test/',
      'http://tides.web.test/',
    ]);
    const results =
      server.chats
        .at(-1)
        ?.messages.filter(({ role }) => role === 'tool')
        .slice(-4) ?? [];
    const texts = results.map(({ content }) => String(content));
    expect(texts[1]).toContain('Source [1]');
    expect(texts[1]).toContain('High water in Hamburg is at 14:20 today.');
    expect(texts[2]).toContain('URL: http://harbour.web.test/height');
    expect(texts[2]).toContain('3.6 metres');
    expect(texts[3]).toContain('Pilots of Hamburg start at noon');
    expect(texts.join('\n')).not.toContain('UNSEEN');
    expect(texts.every((text) => text.length < 14_000)).toBe(true);
    // Numbers in the answer link to the passages, and the pages are listed below it.
    const cited = (await citations(panel)).slice(-3);
    expect(cited).toEqual([
      'http://tides.web.test/#:~:text=High%20water%20in%20Hamburg%20is%20at%2014%3A20',
      'http://harbour.web.test/height#:~:text=In%20Hamburg%20the%20tide%20has%20a%20height',
      'http://pilots.web.test/#:~:text=Pilots%20of%20Hamburg%20start%20at%20noon%2C%20before',
    ]);
    const list = await panel.page.$$eval('.source-list li', (all) => all.map((item) => item.innerText));
    expect(list.slice(-3)).toEqual([
      'Tide table tides.web.test',
      'Height of tides harbour.web.test',
      'Pilots pilots.web.test',
    ]);
    await panel.shot(`web-answer-${name}`);
  });

  testOfFullRun('keeps the numbers in a follow-up question', async () => {
    const before = engine.requests.length;
    await panel.ask('And the tide in Hamburg, high water?');
    await panel.answer();
    // The same pages keep their numbers, whether or not they were opened again.
    const list = await panel.page.$$eval('.source-list li', (all) => all.map((item) => (item as HTMLLIElement).value));
    expect(new Set(list)).toEqual(new Set([1, 2, 3]));
    expect(engine.requests.length).toBeGreaterThan(before);
  });

  testOfFullRun('marks what one page clearly says if the answer has no numbers', async () => {
    await panel.chooseModel('plain');
    await panel.ask(QUESTION);
    await panel.answer();
    const marks = await panel.page.$$eval('.matched-source', (all) =>
      (all as HTMLAnchorElement[]).map((link) => [link.textContent, link.dataset.address?.split('#')[0], link.title]),
    );
    expect(marks).toEqual([['[1]', 'http://tides.web.test/', 'Found by Sidenote, not cited by the model: Tide table']]);
    await panel.shot(`web-matched-${name}`);
  });

  testOfFullRun(
    'asks before it searches for other words than the user’s, and says what to do after a refusal',
    async () => {
      await panel.chooseModel('curious');
      const before = engine.requests.length;
      await panel.ask('Where can I stay?');
      await panel.waitForCard('web_search', 'approval-requested');
      expect(await panel.text()).toContain(`Search ${new URL(engine.url).host} for “free berths” on web.test?`);
      await panel.shot(`web-approval-${name}`);
      await panel.click('Don’t allow');
      expect(await panel.answer()).toContain('You didn’t allow this. Ask again if you change your mind.');
      expect(engine.requests).toHaveLength(before);
    },
  );

  testOfFullRun('allows searches for the chat by a rule, which a chip shows and removes', async () => {
    const before = engine.requests.length;
    await panel.ask('Where can I stay?');
    await panel.waitForCard('web_search', 'approval-requested');
    const rule = `Allow all searches with ${engine.url} in this chat`;
    const allow = await panel.page.waitForSelector(`::-p-xpath(//button[not(@disabled)][normalize-space()="${rule}"])`);
    await panel.shot(`web-rule-offered-${name}`);
    await allow?.click();
    await panel.answer();
    expect(engine.requests).toHaveLength(before + 1);
    // The same page again, without asking the user.
    await panel.ask('Where can I stay the night?');
    expect(await panel.answer()).toContain('Then not.');
    expect(engine.requests).toHaveLength(before + 2);
    await panel.page.$$eval('.work-group > summary', (all) => (all.at(-1) as HTMLElement).click());
    await panel.page.waitForSelector('::-p-xpath(//span[normalize-space()="by your rule"])', { visible: true });
    await panel.shot(`web-rule-${name}`);
    await panel.page.locator(`button[aria-label="Remove: Searches with ${engine.url}"]`).click();
    await panel.page.waitForFunction(() => document.querySelector('[aria-label^="Allowed in this chat"]') === null);
    await panel.ask('Where can I stay tomorrow?');
    await panel.waitForCard('web_search', 'approval-requested');
    await panel.click('Don’t allow');
    await panel.answer();
    expect(engine.requests).toHaveLength(before + 2);
  });

  test('opens nothing in the local network, even behind a redirect', async () => {
    await panel.chooseModel('inward');
    const before = engine.requests.length;
    requested.length = 0;
    await panel.ask('What is there?');
    await panel.page.waitForSelector('.permission-buttons .primary');
    expect(await panel.text()).toContain('Open a page on inward.web.test?');
    expect(await panel.text()).toContain('http://inward.web.test/');
    await panel.allow();
    await panel.answer();
    expect(requested).toEqual(['http://inward.web.test/']);
    expect(engine.requests).toHaveLength(before);
    const results =
      server.chats
        .at(-1)
        ?.messages.filter(({ role }) => role === 'tool')
        .slice(-2) ?? [];
    for (const { content } of results) expect(String(content)).toContain('local network');
  });

  test('opens no page twice if the worker is stopped while another one is loaded', async () => {
    await panel.click('New chat');
    await panel.page.locator('button[aria-label="Search the web"][aria-pressed="false"]').click();
    await panel.chooseModel('searcher');
    // The pages of the tests above are in its memory.
    await stage.killWorker();
    const before = engine.requests.length;
    requested.length = 0;
    const release = Promise.withResolvers<void>();
    held = release.promise;
    await panel.ask(QUESTION);
    await expect.poll(() => requested.toSorted()).toContain('http://pilots.web.test/');
    const opened = () => panel.page.$$('[data-tool="open_page"][data-state="output-available"]');
    await expect.poll(async () => (await opened()).length).toBe(2);
    await stage.killWorker();
    held = null;
    release.resolve();
    expect(await panel.answer()).toContain('14:20');
    expect(engine.requests).toHaveLength(before + 1);
    expect(requested.filter((url) => url === 'http://tides.web.test/')).toHaveLength(1);
    expect(requested.filter((url) => url === 'http://harbour.web.test/height')).toHaveLength(1);
  });

  test('says so if the engine cannot be reached, and searches again once it can', async () => {
    await panel.click('New chat');
    await panel.page.locator('button[aria-label="Search the web"][aria-pressed="false"]').click();
    isOffline = true;
    await panel.ask(QUESTION);
    await panel.waitForCard('web_search', 'output-error');
    await panel.answer();
    const result = server.chats.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content;
    expect(String(result)).toContain('could not be reached');
    isOffline = false;
    await panel.ask(QUESTION);
    expect(await panel.answer()).toContain('14:20');
    await panel.waitForCard('web_search', 'output-available');
  });
});
