import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawServer, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { expectFast } from './support/expect-fast.ts';
import { chunk, pause, sse, streamChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

const MODELS = 5_000;
const MAKERS = ['acme', 'globex', 'initech', 'umbrella', 'hooli'];
/** Maximum time for the response to a keystroke, in milliseconds. */
const KEYSTROKE_MS = 50;

/** A model list in OpenRouter's format. Every tenth model does not support tools. */
function listing(): string {
  const data = Array.from({ length: MODELS }, (_, n) => ({
    id: `${MAKERS[n % MAKERS.length]}/model-${n}`,
    supported_parameters: n % 10 === 3 ? [] : ['tools', ...(n % 2 ? ['reasoning'] : [])],
    architecture: { input_modalities: n % 3 ? ['text'] : ['text', 'image'] },
    top_provider: { context_length: 131_072 },
    pricing: { prompt: '0.00000015', completion: '0.0000006' },
  }));
  return JSON.stringify({ data });
}

describe.each(BROWSERS_OF_FULL_RUN)('the list of models in %s', (name) => {
  let stage: Stage;
  let server: RawServer;
  let panel: Panel;
  /** Models that are listed although the server no longer has them. */
  const gone = new Set<string>();
  beforeAll(async () => {
    const models = listing();
    server = await startRawServer(async (request, response) => {
      if (request.path.endsWith('/models')) {
        response.setHeader('content-type', 'application/json');
        response.end(models);
      } else if (request.path.endsWith('/chat/completions')) {
        const { model } = JSON.parse(request.body);
        if (gone.has(model)) {
          response.writeHead(400, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ error: { message: `${model} is not a valid model ID`, code: 400 } }));
          return;
        }
        response.setHeader('x-ratelimit-limit-requests', '60');
        response.setHeader('x-ratelimit-remaining-requests', '15');
        await pause(200);
        const usage = sse({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 40 } });
        await streamChunks(response, [chunk({ content: `I am ${model}.` }), chunk({}, 'stop'), usage, sse('[DONE]')]);
      } else response.writeHead(404).end();
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(null);
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  const texts = (selector: string) =>
    panel.page.$$eval(selector, (all) => all.map((each) => (each as HTMLElement).innerText.trim()));
  const active = () =>
    panel.page.evaluate(() => {
      const id = document.querySelector('input[role="combobox"]')?.getAttribute('aria-activedescendant') ?? '';
      return document.getElementById(id)?.querySelector('.model-name')?.textContent ?? null;
    });

  test('filters 5,000 models within 50 ms per keystroke, and renders only visible ones', async () => {
    await panel.openModels('');
    await panel.page.waitForSelector(`[role="option"][aria-setsize="${MODELS + 1}"]`);
    await panel.page.waitForSelector('.model-fact');
    expect((await texts('[role="option"]')).length).toBeLessThan(60);
    const times = await panel.page.evaluate(typeAndMeasure, 'umbrella model-123');
    expectFast(`${name}: a keystroke`, times, KEYSTROKE_MS);
    expect(await texts('.model-name')).toEqual(
      expect.arrayContaining(['umbrella/model-123', 'umbrella/model-1233', 'umbrella/model-1238']),
    );
    await panel.shot(`${name}-model-picker`);
  });

  test('shows the capabilities of a model, and why it gets tools as tags', async () => {
    await panel.page.locator('input[role="combobox"]').fill('initech/model-12');
    const facts = () => texts('[role="option"][data-active="true"] .model-fact');
    await panel.page.waitForFunction(() => document.querySelector('.model-name')?.textContent === 'initech/model-12');
    expect(await facts()).toEqual(['tools', 'vision', '128k', '$0.15 / $0.60']);
    await panel.page.locator('input[role="combobox"]').fill('umbrella/model-43');
    await panel.page.waitForFunction(() => document.querySelector('.model-name')?.textContent === 'umbrella/model-43');
    expect(await facts()).toEqual(['tools (prompt)', '128k', '$0.15 / $0.60']);
    const why = await panel.page.$eval('[data-active="true"] .model-fact', (fact) => fact.getAttribute('title'));
    expect(why).toContain('listed by the server');
    expect((await texts('.model-about'))[0]).toContain('Uses tools through the prompt');
  });

  test('can be navigated, marked and selected from by keyboard', async () => {
    const { keyboard } = panel.page;
    await keyboard.press('Escape');
    await panel.page.waitForSelector('.model-menu', { hidden: true });
    expect(await panel.page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Model');
    await keyboard.press('Enter');
    await panel.page.waitForSelector('input[role="combobox"]');
    await keyboard.type('hooli model-4999');
    expect(await active()).toBe('hooli/model-4999');
    await panel.page.locator('input[role="combobox"]').fill('acme');
    await panel.page.waitForFunction(() => document.querySelector('.model-name')?.textContent === 'acme/model-0');
    await keyboard.press('ArrowDown');
    expect(await active()).toBe('acme/model-5');
    await keyboard.press('PageDown');
    expect(await active()).toBe('acme/model-55');
    await keyboard.press('ArrowUp');
    expect(await active()).toBe('acme/model-50');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await panel.page.waitForSelector('button[aria-label="Remove from favorites: acme/model-50"][aria-pressed="true"]');
    await panel.page.focus('input[role="combobox"]');
    await keyboard.press('Enter');
    await panel.waitForModel('acme/model-50');
    await panel.ask('Who are you?');
    expect(await panel.answer()).toContain('I am acme/model-50.');
  });

  test('lists favourites first, and does not repeat the selected model as a recent one', async () => {
    await panel.page.locator('button[aria-label="Model"]').click();
    await panel.page.waitForSelector('[role="option"]');
    await panel.page.waitForFunction(() => document.querySelector('.model-group')?.textContent === 'Favorites');
    const [first, second] = await texts('.model-name');
    expect(first).toBe('acme/model-50');
    // The selected model is not listed among the recent ones.
    expect(second).not.toBe(first);
    await panel.shot(`${name}-model-picker-favourites`);
    await panel.page.keyboard.press('Escape');
  });

  test('shows how fast a model answered here, and the rest of its rate limit', async () => {
    await panel.openModels('acme/model-50');
    const fact = await panel.page.waitForSelector('[data-active="true"] .model-fact[data-kind="speed"]');
    const [text, why] = (await fact?.evaluate((each) => [each.textContent, each.getAttribute('title')])) ?? [];
    const [, rate] = /^([\d.]+) tokens\/s$/.exec(text ?? '') ?? [];
    expect(Number(rate)).toBeGreaterThan(0);
    // 40 tokens after at least 200 ms.
    expect(Number(rate)).toBeLessThanOrEqual(200);
    expect(why).toContain(`About ${rate} tokens per second`);
    expect(await texts('[data-active="true"] .model-fact[data-kind="limit"]')).toEqual(['25% of limit left']);
    expect((await texts('.model-about'))[0]).toContain('15 of 60 requests left');
    await panel.shot(`${name}-model-picker-speed`);
    await panel.page.keyboard.press('Escape');
  });

  test('offers the next model if one is gone, until one answers', async () => {
    for (const model of ['globex/model-21', 'acme/model-50']) gone.add(model);
    await panel.click('New chat');
    await panel.chooseModel('globex/model-21');
    await panel.ask('Who is there?');
    // The favorite comes first, and is also gone.
    await panel.page.waitForSelector('::-p-xpath(//*[@role="alert"]//button[normalize-space()="Try acme/model-50"])');
    expect(await panel.answer()).toContain('doesn’t have a model named globex/model-21');
    await panel.shot(`${name}-model-gone`);
    await panel.click('Try acme/model-50');
    await panel.waitForText('doesn’t have a model named acme/model-50');
    const similar = await panel.page.waitForSelector(
      '::-p-xpath(//*[@role="alert"]//button[starts-with(normalize-space(), "Try acme/")])',
    );
    const label = (await similar?.evaluate((each) => each.textContent?.trim())) ?? '';
    await panel.click(label);
    const model = label.replace('Try ', '');
    expect(model).not.toBe('acme/model-50');
    await panel.waitForText(`I am ${model}.`);
    await panel.waitForModel(model);
    gone.clear();
  });

  test('each chat keeps its own model', async () => {
    await panel.click('New chat');
    await panel.chooseModel('hooli/model-4');
    await panel.ask('And you?');
    expect(await panel.answer()).toContain('I am hooli/model-4.');
    await panel.click('Chats');
    await panel.page.locator('::-p-xpath(//li//button[.//span[text()="Who are you?"]])').click();
    await panel.waitForModel('acme/model-50');
    await panel.chooseModel('globex/model-1');
    await panel.page.close();
    panel = await stage.openPanel(null);
    await panel.waitForModel('globex/model-1');
    await panel.ask('Who now?');
    expect(await panel.answer()).toContain('I am globex/model-1.');
  });
});

/**
 * Types into the search letter by letter. Returns how long each letter took until the list was laid out again, in
 * milliseconds. The whole text is typed up to twenty times and the best time counts, since other processes take turns
 * with the browser.
 */
async function typeAndMeasure(text: string): Promise<number[]> {
  const field = document.querySelector('input[role="combobox"]') as HTMLInputElement;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const best = Array.from(text, () => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 20 && (round < 3 || Math.max(...best) > 50); round++) {
    for (let length = 1; length <= text.length; length++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const start = performance.now();
      setValue?.call(field, text.slice(0, length));
      // React renders changes from an input event before the dispatch returns.
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      document.querySelector('[role="listbox"]')?.getBoundingClientRect();
      best[length - 1] = Math.min(best[length - 1] ?? 0, Math.round(performance.now() - start));
    }
  }
  return best;
}
