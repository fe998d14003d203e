import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, BROWSERS, testOfFullRun } from './support/browsers.ts';
import { readRows } from './support/log-rows.ts';
import { callOnce, type ModelServer, startModelServer } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { buildPdf } from './support/pdf.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';

const LEAVES = 'The ferry to Helgoland leaves Cuxhaven at 10:30.';
const PIER = 'The ferry leaves from pier seven.';

/** Enough that reading takes longer than opening a panel in Chromium, even on a busy machine. */
const PAGES = BROWSER === 'chromium' ? 120 : 50;
const book = buildPdf(
  Array.from({ length: PAGES }, (_, page) => [
    `# Leaf ${page + 1}`,
    `This is leaf ${page + 1} of the book.`,
    'It is about the sea.',
  ]),
  'A long book',
  '',
  25_000,
);

/** How long a page blocks its thread at most. A search gives up on it earlier. In milliseconds. */
const MAX_BUSY_MS = 20_000;
/** Runs in a separate process, so that other pages of the site are not blocked. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

describe.each(BROWSERS)('the card of a running call in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let site: Site;

  beforeAll(async () => {
    site = await serveSite({
      '/ferry': { body: `<title>Ferries</title><main><h1>Ferries</h1><p>${LEAVES}</p></main>` },
      '/pier': { body: `<title>Pier</title><main><h1>Pier</h1><p>${PIER}</p></main>`, headers: ISOLATED },
      '/library': { body: '<title>Library</title><main><p>Read <a href="/book.pdf">the book</a>.</p></main>' },
      '/book.pdf': { body: book, type: 'application/pdf' },
    });
    server = await startModelServer({
      searcher: callOnce('search_tabs', { query: 'ferry leaves' }, 'At 10:30.'),
      reader: callOnce('read_pdf', { link: '/book.pdf' }, 'A long book.'),
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(`${server.url}/v1`);
  });

  afterAll(async () => {
    await stage?.close();
    await server?.close();
    await site?.close();
  });

  /** The text of the card while the call is running, as soon as it contains these words. */
  const runningCard = async (panel: Panel, tool: string, words: string) => {
    const found = await panel.page.waitForFunction(
      (selector, wanted) => {
        const text = document.querySelector<HTMLElement>(selector)?.innerText ?? '';
        return text.includes(wanted) ? text : null;
      },
      {},
      `[data-tool="${tool}"][data-state="executing"]`,
      words,
    );
    return String(await found.jsonValue());
  };

  test('shows what was found in one tab while another does not answer', async () => {
    const { page: ferry } = await stage.openPage(`${site.origin}/ferry`);
    const { page: pier } = await stage.openPage(`${site.origin}/pier`);
    const panel = await stage.openPanel(null);
    await panel.chooseModel('searcher');
    await pier.evaluate(beBusy, MAX_BUSY_MS);
    await panel.ask('Which of my tabs says when the ferry leaves?');
    const card = await runningCard(panel, 'search_tabs', LEAVES);
    expect(card).toContain('Ferries');
    expect(card).not.toContain(PIER);
    expect(server.chats).toHaveLength(1);
    await panel.shot(`${name}-running-search`);
    await ferry.evaluate(() => new BroadcastChannel('end').postMessage(null));
    expect(await panel.answer()).toContain('At 10:30.');
    await panel.page.close();
  });

  const opens = name === 'chromium' ? ', also in a panel that is opened meanwhile' : '';
  testOfFullRun(`shows pages of a PDF before the last is read${opens}`, async () => {
    const { tabId } = await stage.openPage(`${site.origin}/library`);
    const panel = await stage.openPanel(tabId);
    await panel.chooseModel('reader');
    await panel.ask('What does the book say?');
    const card = await runningCard(panel, 'read_pdf', 'This is leaf 1 of the book.');
    expect(card).toContain('Page 1');
    expect(card).not.toContain(`This is leaf ${PAGES} of the book.`);
    let later = panel;
    // In Firefox, a new panel cannot load before the book has been read, since both are on one thread.
    if (name === 'chromium') {
      await panel.page.close();
      later = await stage.openPanel(tabId);
      await runningCard(later, 'read_pdf', 'This is leaf 1 of the book.');
    }
    await later.shot(`${name}-running-pdf`);
    expect(await later.answer()).toContain('A long book.');
    // The model gets only the result, and the log stores no more than that.
    expect(JSON.stringify(server.chats.at(-1)).split('This is leaf 1 of the book.')).toHaveLength(2);
    const types = (await readRows(stage.settings)).map(({ event }) => event.type);
    expect(types).toContain('tool-output-available');
    expect(types).not.toContain('tool-output-delta');
    await later.page.close();
  });
});

/** Runs in a page: blocks its thread until another page of its site sends `end`. Resolves just before. */
function beBusy(maxMs: number): Promise<void> {
  const listen = `onmessage = ({ data }) => {
    new BroadcastChannel('end').onmessage = () => { data[0] = 1; };
    postMessage(null);
  };`;
  const isOver = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(URL.createObjectURL(new Blob([listen])));
  worker.postMessage(isOver);
  return new Promise((resolve) => {
    worker.onmessage = () => {
      const end = Date.now() + maxMs;
      setTimeout(() => {
        while (isOver[0] === 0 && Date.now() < end);
      }, 100);
      resolve();
    };
  });
}
