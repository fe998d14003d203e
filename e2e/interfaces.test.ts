import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ModelInterface } from '../lib/contracts/endpoint.ts';
import { startConformanceServer } from '../lib/testing/model-api/conformance/conformance-server.ts';
import { ANSWER } from '../lib/testing/model-api/conformance/scenarios.ts';
import { SIGNATURE, WIRES } from '../lib/testing/model-api/conformance/wires.ts';
import type { RawServer } from '../lib/testing/model-api/raw-server.ts';
import { BROWSERS } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import { type Stage, setStage } from './support/stage.ts';
import { allowIfAsked } from './support/tool-caller.ts';

const FORM = '//form[.//button[normalize-space()="Add endpoint"]]';

describe.each(BROWSERS)('models in their own interfaces, in %s', (name) => {
  let stage: Stage;
  const servers = new Map<ModelInterface, RawServer>();
  beforeAll(async () => {
    stage = await setStage(name, { pageContext: 'on-demand' });
    for (const spoken of ModelInterface.options) {
      servers.set(spoken, await startConformanceServer(spoken, `@${spoken}`));
    }
  });
  afterAll(async () => {
    await stage?.close();
    for (const server of servers.values()) await server.close();
  });

  /** Adds an endpoint, as a user does who says how it is to be spoken to, and waits for its models. */
  async function addEndpoint(url: string, spoken: ModelInterface): Promise<void> {
    const { settings } = stage;
    await settings.bringToFront();
    await fillField(settings, `::-p-xpath(${FORM}//input[@required])`, url);
    const select = await settings.waitForSelector(
      `::-p-xpath(${FORM}//select[@id=//label[normalize-space()="API type"]/@for][option[@value="${spoken}"]])`,
    );
    await select?.select(spoken);
    await settings.locator(`::-p-xpath(${FORM}//button[normalize-space()="Add endpoint"])`).click();
    await settings.waitForSelector(`::-p-xpath(//section[.//code[starts-with(., "${url}")]]//select[option])`);
  }

  test.each(ModelInterface.options)('%s: thinks, calls a tool, and answers with its result', async (spoken) => {
    const server = servers.get(spoken) as RawServer;
    await addEndpoint(server.url, spoken);
    const { page, tabId } = await stage.openPage(stage.articleUrl);
    const panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.chooseModel(`page-call@${spoken}`);
    await page.bringToFront();
    await panel.page.bringToFront();
    await panel.ask('When is high water?');
    await allowIfAsked(panel);
    expect(await panel.answer()).toContain(ANSWER);
    const chats = server.requests.filter(({ path }) => WIRES[spoken].chat.test(path));
    expect(chats).toHaveLength(2);
    const last = chats.at(-1)?.body ?? '';
    expect(last).toContain(WIRES[spoken].resultMark);
    if (spoken !== 'chat-completions' && spoken !== 'ollama') expect(last).toContain(SIGNATURE);
    await panel.shot(`${name}-interface-${spoken}`);
    await panel.page.close();
    await page.close();
  });
});
