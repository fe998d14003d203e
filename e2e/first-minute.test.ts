import { afterEach, describe, expect, test } from 'vitest';
import { type RawServer, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { evaluateInFirefox } from '../scripts/firefox-chrome.ts';
import { isOurWorker } from '../scripts/launch.ts';
import { BROWSERS, testInChromium, testOfFullRun } from './support/browsers.ts';
import { ACCEPT_ANY_CERTIFICATE } from './support/certificate.ts';
import { streamChunks, textChunks } from './support/model-server.ts';
import { OPENROUTER_ANSWER, OPENROUTER_KEY, startOpenRouter } from './support/openrouter.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { holdWellKnownPorts, startWhereFree } from './support/well-known-ports.ts';

/** Maximum number of clicks from the installation to the first answer about the open page. */
const MOST_CLICKS = 4;

/** The browser's prompt for permission to connect, which the tests answer in advance. */
const PERMISSION_CLICK = 1;
/** The service's own button that grants Sidenote a key. The stand-in redirects back immediately. */
const CONSENT_CLICK = 1;

/** Answers based on what it was given. In the panel, only its availability is queried. */
const BROWSER_MODEL = `
  globalThis.LanguageModel = {
    availability: async () => 'available',
    create: async ({ initialPrompts }) => ({
      contextWindow: 9216,
      contextUsage: 100,
      destroy() {},
      promptStreaming(last) {
        const given = [...initialPrompts.map((prompt) => prompt.content), last].join(' ');
        return new ReadableStream({
          start(controller) {
            controller.enqueue(/tide/i.test(given) ? 'It is about tides.' : 'No page.');
            controller.close();
          },
        });
      },
    }),
  };
`;

const KEY = 'sk-of-this-service-1';

/** A service that answers only requests with the key. `isPublic`: lists its models without a key. */
function startGuarded(isPublic: boolean): Promise<RawServer> {
  return startRawServer(({ path, headers }, response) => {
    const isList = path.endsWith('/models');
    if (headers.authorization !== `Bearer ${KEY}` && !(isList && isPublic)) {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"User not found."}}');
    } else if (isList) response.writeHead(200).end('{"data":[{"id":"tidal"}]}');
    else return streamChunks(response, textChunks('It is about tides.'));
  });
}

describe.each(BROWSERS)('the first minute in %s', (name) => {
  let stage: Stage | undefined;
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    await stage?.close();
    for (const close of closing.splice(0)) await close();
  });

  /** A new user beside a page. Clicks are counted from the toolbar button on. */
  async function begin(options: Parameters<typeof setStage>[1] = {}) {
    stage = await setStage(name, options);
    if (options.acceptsAnyCertificate && name === 'firefox')
      await evaluateInFirefox(stage.browser, ACCEPT_ANY_CERTIFICATE);
    const { page, tabId } = await stage.openPage(stage.articleUrl);
    const start = Date.now();
    await stage.clickToolbarButton(page);
    const panel = await stage.openPanel(tabId);
    await panel.page.waitForSelector('.ask-at-once input:checked');
    let clicks = 1;
    return {
      panel,
      async click(button: string, others = 0) {
        clicks += 1 + others;
        await panel.click(button);
      },
      /** Waits for the answer, and reports how much it took. */
      async end(who: string): Promise<string> {
        await panel.page.waitForSelector('[role="log"] article[aria-label="Assistant"]');
        const answer = await panel.answer();
        const ms = Date.now() - start;
        console.log(`${name}: ${who}: ${clicks} clicks, ${(ms / 1000).toFixed(1)} s to the first answer`);
        expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
        expect(await readPage(panel)).toBe(true);
        return answer;
      },
    };
  }

  test('of a user with a model server on this machine', async () => {
    closing.push(await holdWellKnownPorts());
    const { server, label } = await startWhereFree();
    closing.unshift(() => server.close());
    const { panel, click, end } = await begin();
    await click('Find models on this computer', PERMISSION_CLICK);
    await panel.page.waitForSelector(`section[aria-label="${label}"]`);
    await panel.shot(`${name}-first-minute`);
    await click('with-tools');
    expect(await end('a local server')).toContain('One, two, three, four, five.');
    expect(server.requests.some(({ body }) => body.includes('Summarize this page') && body.includes('tide'))).toBe(
      true,
    );
  });

  test('of a user who signs in to OpenRouter', async () => {
    const service = await startOpenRouter();
    closing.push(() => service.close());
    const { click, end } = await begin({ proxyPort: service.proxyPort, acceptsAnyCertificate: true });
    await click('Sign in with OpenRouter', PERMISSION_CLICK + CONSENT_CLICK);
    expect(await end('OpenRouter')).toContain(OPENROUTER_ANSWER);
    expect(service.seen.models).toContain('openrouter/auto');
  });

  testOfFullRun('of a user with a key, which says what service it is of', async () => {
    const service = await startOpenRouter();
    closing.push(() => service.close());
    const { panel, click, end } = await begin({ proxyPort: service.proxyPort, acceptsAnyCertificate: true });
    await panel.page.locator('.quick-connect input').fill(OPENROUTER_KEY);
    await panel.page.waitForSelector('.quick-connect input[type="password"]');
    await panel.page.waitForFunction(() => document.body.innerText.includes('Key for OpenRouter'));
    await panel.shot(`${name}-first-minute-key`);
    await click('Connect', PERMISSION_CLICK);
    expect(await end('a key')).toContain(OPENROUTER_ANSWER);
    expect(service.seen.keys).toContain(`Bearer ${OPENROUTER_KEY}`);
  });

  test.each([
    ['lists its models to those with a key', false],
    ['lists its models to everybody', true],
  ])('of a user whose key has a typing error, at a service that %s', async (_what, isPublic) => {
    const service = await startGuarded(isPublic);
    closing.push(() => service.close());
    const { panel, click } = await begin();
    await panel.page.locator('.quick-connect input').fill(service.url);
    await click('Connect', PERMISSION_CLICK);
    const connect = async (key: string) => {
      await panel.page.locator('.connect-form input[type="password"]').fill(key);
      await panel.page.keyboard.press('Enter');
    };
    const problem = () => panel.page.$eval('.connect-form .field-error', (each) => each.textContent).catch(() => null);
    await expect.poll(problem).toContain('needs an API key');
    await connect(`${KEY}x`);
    await expect.poll(problem).toContain('refused this API key');
    // A correction takes nothing else.
    await connect(KEY);
    await panel.page.waitForSelector('[role="log"] article[aria-label="Assistant"]');
    expect(await panel.answer()).toContain('It is about tides.');
    expect(await panel.page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Message');
  });

  // Firefox has no built-in model and offers none.
  testInChromium('of a user of the browser’s own model', async () => {
    const { panel, click, end } = await begin();
    await panel.page.evaluateOnNewDocument(BROWSER_MODEL);
    await panel.page.reload();
    const worker = await stage?.browser.targets().find(isOurWorker)?.worker();
    await worker?.evaluate(BROWSER_MODEL);
    await click('Use the browser’s built-in model');
    expect(await end('the browser’s model')).toContain('It is about tides.');
  });
});

/** Whether the page was sent with the question. */
async function readPage(panel: Panel): Promise<boolean> {
  return (await panel.cards()).includes('page_context available');
}
