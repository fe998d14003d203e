import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOurWorker } from '../scripts/launch.ts';
import { BROWSERS, testInChromium } from './support/browsers.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage, storeSetting } from './support/stage.ts';

/**
 * A stand-in for the browser's model, for the worker, since none of the browsers here has the real one. It calls
 * read_page with a tag, invents a result like small models do, and answers with the length of the real result.
 */
const STAND_IN = `
  globalThis.prompts = [];
  globalThis.LanguageModel = {
    availability: async () => 'available',
    create: async ({ initialPrompts }) => ({
      contextWindow: 9216,
      contextUsage: 100,
      destroy() {},
      promptStreaming(last) {
        globalThis.prompts.push([...initialPrompts.map((prompt) => prompt.content), last].join('\\n').length);
        const pieces = last.includes('<tool_result')
          ? ['The page is about ', /tide/i.test(last) ? 'tides.' : 'nothing.']
          : ['<tool name="read_page">', '{}</tool>', '<tool_result>All about cats.</tool_result>'];
        return new ReadableStream({
          pull(controller) {
            if (pieces.length === 0) controller.close();
            else controller.enqueue(pieces.shift());
          },
        });
      },
    }),
  };
`;

describe.each(BROWSERS)('the browser’s own model, in %s', (name) => {
  let stage: Stage;
  let panel: Panel;
  beforeAll(async () => {
    stage = await setStage(name, { pageContext: 'on-demand' });
    await storeSetting(stage.settings, 'selectedModel', { endpointId: 'built-in', modelId: 'built-in' });
    const { tabId } = await stage.openPage(stage.articleUrl);
    panel = await stage.openPanel(tabId);
  });
  afterAll(() => stage?.close());

  test('shows why it is not available, and no other model is used instead', async () => {
    await panel.click('New chat');
    await panel.ask('What is this page about?');
    const why = name === 'chromium' ? 'can’t run on this computer' : 'doesn’t have a built-in model';
    expect(await panel.answer()).toContain(why);
  });

  // The stand-in would be lost with the worker.
  if (!process.env.KILL_BEFORE_COMMANDS)
    testInChromium('reads the page with a tool, and answers from it', async () => {
      const worker = await stage.browser.targets().find(isOurWorker)?.worker();
      await worker?.evaluate(STAND_IN);
      await panel.click('New chat');
      await panel.ask('What is this page about?');
      expect(await panel.answer()).toContain('The page is about tides.');
      expect(await panel.cards()).toEqual(['read_page output-available']);
      expect(await panel.text()).not.toContain('cats');
      await panel.shot(`${name}-built-in`);
      const sizes = (await worker?.evaluate('globalThis.prompts')) as number[];
      for (const size of sizes) expect(size).toBeLessThan(9_216 * 3);
    });
});
