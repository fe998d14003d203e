import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { callOnce, type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

const FOUND = 'High water in Hamburg was at 14:20 that day.';
const TOGGLE = 'button[aria-label="Search your chats, tabs and history"]';

describe.each(BROWSERS_OF_FULL_RUN)('other chats, in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  const offered = () => server.chats.at(-1)?.tools?.map((tool) => tool.function.name) ?? [];

  beforeAll(async () => {
    server = await startModelServer({
      plain: (_request, response) => streamChunks(response, textChunks(FOUND)),
      searcher: callOnce('search_chats', { query: 'high water Hamburg' }, 'It was at 14:20.'),
    });
    stage = await setStage(name);
    await stage.addEndpoint(`${server.url}/v1`);
    panel = await stage.openPanel(null);
    await panel.chooseModel('plain');
    await panel.ask('When is high water?');
    await panel.answer();
  });

  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  test('are not offered to a model until the user asks for them or switches them on', async () => {
    expect(offered()).not.toContain('search_chats');
    await panel.click('New chat');
    await panel.page.locator(TOGGLE).click();
    await panel.page.waitForSelector(`${TOGGLE}[aria-pressed="true"]`);
    await panel.ask('Hello');
    await panel.answer();
    expect(offered()).toContain('search_chats');
  });

  test('are searched if the question asks for them, and open at the match', async () => {
    await panel.click('New chat');
    await panel.chooseModel('searcher');
    await panel.ask('What did I find out about high water in my earlier chats?');
    expect(await panel.answer()).toContain('It was at 14:20.');
    const result = server.chats.at(-1)?.messages.findLast(({ role }) => role === 'tool');
    expect(String(result?.content)).toContain(`You answered on ${today()}`);
    expect(String(result?.content)).toContain(FOUND);
    // The question itself is in the current chat, which is excluded.
    expect(String(result?.content)).not.toContain('What did I find out');
    const link = '::-p-xpath(//li[contains(@class, "own-hit")]//button)';
    await panel.page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLButtonElement>('[role="log"] button[aria-expanded="false"]'))
        button.click();
    });
    await panel.page.waitForSelector('[data-tool="search_chats"] .tool-call-head');
    await panel.page.evaluate(() => {
      document.querySelector<HTMLButtonElement>('[data-tool="search_chats"] [aria-expanded="false"]')?.click();
    });
    await panel.page.waitForSelector(link);
    await panel.shot(`own-chats-${name}`);
    await panel.page.locator(link).click();
    await panel.page.waitForFunction(
      (words) => {
        const log = document.querySelector<HTMLElement>('[role="log"]')?.innerText ?? '';
        return log.includes(words) && !log.includes('What did I find out');
      },
      {},
      FOUND,
    );
  });
});

function today(): string {
  const now = new Date();
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${now.getFullYear()}-${month}-${day}`;
}
