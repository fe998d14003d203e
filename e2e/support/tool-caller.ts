import type { Page } from 'puppeteer-core';
import {
  type ChatRequest,
  callChunks,
  hasToolResult,
  type ModelServer,
  startModelServer,
  streamChunks,
  textChunks,
} from './model-server.ts';
import { LOOK_AGAIN, type Panel } from './panel.ts';
import type { Stage } from './stage.ts';

/** Makes tool calls through a model that makes the call named in the question, and returns their results. */
export type ToolCaller = {
  server: ModelServer;
  /** The tool's text for the model. */
  call(panel: Panel, name: string, input?: object): Promise<string>;
  /** Like `call`, for a tool that needs the page to be active when the user approves. */
  callBehind(panel: Panel, page: Page, name: string): Promise<string>;
  /** The panel beside a page, with a new chat. */
  panelAt(url: string): Promise<Panel>;
};

const CALL = /^call (\S+) (\{.*\})$/m;

export async function startToolCaller(stage: Stage): Promise<ToolCaller> {
  const answer = (request: ChatRequest, response: Parameters<typeof streamChunks>[0]) => {
    const question = request.messages.findLast(({ role, content }) => role === 'user' && CALL.test(String(content)));
    const [, name = '', input = '{}'] = CALL.exec(String(question?.content)) ?? [];
    const calls = callChunks([{ id: `call_${request.messages.length}`, name, arguments: input }]);
    return streamChunks(response, hasToolResult(request) ? textChunks('Done.') : calls);
  };
  const server = await startModelServer({ caller: answer }, { caller: { supports_image_input: true } });
  await stage.addEndpoint(server.url);
  return {
    server,
    async panelAt(url) {
      const { page, tabId } = await stage.openPage(url);
      const panel = await stage.openPanel(tabId);
      await panel.click('New chat');
      await panel.chooseModel('caller');
      await page.bringToFront();
      await panel.page.bringToFront();
      return panel;
    },
    async call(panel, name, input = {}) {
      await panel.ask(`call ${name} ${JSON.stringify(input)}`);
      await allowIfAsked(panel);
      await panel.answer();
      return lastResult(server);
    },
    async callBehind(panel, page, name) {
      await panel.ask(`call ${name} {}`);
      await panel.waitForCard(name, 'approval-requested');
      const allow = await panel.page.waitForSelector('.permission-buttons .primary:not(:disabled)');
      const box = await allow?.boundingBox();
      await allow?.dispose();
      if (!box) throw new Error('There is no Allow to press.');
      await page.bringToFront();
      // Clicked by position, since a locator waits for animation frames, which a background page does not get.
      await panel.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await panel.page.waitForFunction(
        () => document.querySelector('[role="log"] [role="group"]:last-of-type[data-state^="output-"]'),
        { polling: 100 },
      );
      await panel.page.bringToFront();
      await panel.answer();
      return lastResult(server);
    },
  };
}

/** The text between the two delimiter lines. */
function lastResult({ chats }: ModelServer): string {
  const content = String(chats.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content);
  return /^\[data (\w+)\]\n(.*)\n\[end \1\]$/s.exec(content)?.[2] ?? content;
}

/** Presses Allow whenever the panel asks, until the answer is complete. */
export async function allowIfAsked(panel: Panel): Promise<void> {
  const state = await panel.page.waitForFunction(() => {
    if (document.querySelector('[role="group"][data-state="approval-requested"]')) return 'asks';
    const last = [...document.querySelectorAll('[role="log"] article')].at(-1);
    const isDone = last?.getAttribute('aria-label') === 'Assistant' && last.getAttribute('aria-busy') === 'false';
    return isDone ? 'done' : null;
  }, LOOK_AGAIN);
  if ((await state.jsonValue()) === 'asks') await panel.allow();
}
