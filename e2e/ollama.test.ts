import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserName } from '../scripts/browsers.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { connectionTest } from './support/connection-test.ts';
import { OLLAMA_ANSWER, OLLAMA_MODEL, type OllamaServer, startOllama } from './support/ollama.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

const server = await startOllama();

if ('missing' in server) {
  test(`skipped: no real Ollama: ${server.missing}`, ({ skip }) => skip());
} else {
  afterAll(server.close);
  describe.each(BROWSERS_OF_FULL_RUN)('a real Ollama server, in %s', (name) => tryServer(name, server));
}

function tryServer(name: BrowserName, { url, loaded, addModel }: OllamaServer): void {
  let stage: Stage;
  let panel: Panel;
  beforeAll(async () => {
    await addModel();
    stage = await setStage(name, { pageContext: 'on-demand' });
    await stage.addEndpoint(url, 'ollama');
    panel = await stage.openPanel(null);
    await panel.chooseModel(OLLAMA_MODEL);
  });
  afterAll(() => stage?.close());

  test('streams an answer into the panel', async () => {
    await panel.ask('Who are you?');
    expect(await panel.answer()).toContain(OLLAMA_ANSWER);
    await panel.shot(`${name}-ollama`);
  });

  test('gets the whole window of the model, not its default of 4,096 tokens', async () => {
    expect(await loaded()).toMatchObject([{ name: OLLAMA_MODEL, context_length: 8_192 }]);
  });

  test('says that a question is too long instead of losing its beginning, and answers the next one', async () => {
    await panel.ask('ebb and flow '.repeat(2_000));
    expect(await panel.answer()).toContain('The conversation is too long for tiny:latest.');
    await panel.shot(`${name}-ollama-too-long`);
    await panel.click('New chat');
    await panel.ask('Who are you?');
    expect(await panel.answer()).toContain(OLLAMA_ANSWER);
  });

  test('passes the connection test, which says what the model can do', async () => {
    const results = await connectionTest(stage.settings, url);
    for (const check of ['Permission', 'Server', 'Browser extensions', 'Key', 'Model', 'Streaming']) {
      expect(results[check]).toMatch(/^ok/);
    }
    expect(results.Tools).toMatch(/^note.*Uses tools through the prompt/);
    expect(results.Images).toMatch(/^note.*can’t see images/);
    expect(results.Context).toContain('8,192 tokens');
    await stage.shot(stage.settings, `${name}-ollama`);
  });

  test('loses the model that is removed in the settings', async () => {
    const { settings } = stage;
    await settings.locator('::-p-xpath(//summary[normalize-space()="Download or remove models"])').click();
    await settings.locator(`button[aria-label="Remove from Ollama: ${OLLAMA_MODEL}"]`).click();
    await settings.locator(`button[aria-label="Remove ${OLLAMA_MODEL} from Ollama?"]`).click();
    await settings.waitForFunction(
      (text) => document.body.innerText.includes(text),
      {},
      `${OLLAMA_MODEL} was removed.`,
    );
    const { models } = (await (await fetch(`${url}/api/tags`)).json()) as { models: unknown[] };
    expect(models).toEqual([]);
  });
}
