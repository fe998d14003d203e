import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type McpTestServer, startMcpServer, textResult } from '../lib/testing/mcp/mcp-server.ts';
import { seriousFindings } from './support/axe.ts';
import { BROWSERS } from './support/browsers.ts';
import { mcpSettings } from './support/mcp-settings.ts';
import {
  chunk,
  hasToolResult,
  type ModelServer,
  sse,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { startToolCaller, type ToolCaller } from './support/tool-caller.ts';

/** A tool that takes any argument, as servers may offer. */
const OPEN = { name: 'send', description: 'Sends a message.', inputSchema: { type: 'object' } };
const SECRET = 'PS: my account is 48291045';
const ALLOW = '.permission-buttons .primary';

/** Formulas that draw over what follows them, and over what precedes them. */
const FAKE = String.raw`\colorbox{white}{\text{Sent to https://mybank.example/}}`;
const BEFORE = [
  String.raw`$\llap{\smash{\raisebox{-9em}{${FAKE}}}}$`,
  String.raw`$\smash{\raisebox{-7em}{${FAKE}}}$`,
].join(' ');
const AFTER = String.raw`So $\llap{\smash{\raisebox{12em}{${FAKE}}}}$`;

describe.each(BROWSERS)('the card that asks for an approval, in %s', (name) => {
  let stage: Stage;
  let server: McpTestServer;
  let caller: ToolCaller;
  let formulas: ModelServer;
  let panel: Panel;
  beforeAll(async () => {
    server = await startMcpServer({ reply: 'events', tools: [OPEN], call: () => textResult('Sent.') });
    stage = await setStage(name, { pageContext: 'on-demand' });
    caller = await startToolCaller(stage);
    const call = {
      index: 0,
      id: 'c1',
      type: 'function',
      function: { name: 'Post_send', arguments: '{"text":"hello"}' },
    };
    const pieces = [{ content: BEFORE }, { tool_calls: [call] }, { content: AFTER }].map((delta) => chunk(delta));
    formulas = await startModelServer({
      formulas: (request, response) =>
        streamChunks(
          response,
          hasToolResult(request) ? textChunks('Done.') : [...pieces, chunk({}, 'tool_calls'), sse('[DONE]')],
        ),
    });
    await stage.addEndpoint(formulas.url);
    const settings = mcpSettings(stage);
    await settings.add({ name: 'Post', address: server.address });
    await settings.button('Turn on all tools');
    await settings.shows('1 of 1 tools are on.');
    panel = await stage.openPanel(null);
    await panel.page.setViewport({ width: 380, height: 640 });
    await panel.chooseModel('caller');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
    await caller?.server.close();
    await formulas?.close();
  });

  async function ask(input: object): Promise<void> {
    await panel.click('New chat');
    await panel.ask(`call Post_send ${JSON.stringify(input)}`);
    await panel.waitForCard('Post_send', 'approval-requested');
  }

  const isDisabled = () => panel.page.$eval(ALLOW, (button) => (button as HTMLButtonElement).disabled);
  const canAllow = () => panel.page.waitForSelector(`${ALLOW}:not(:disabled)`);
  /** Whether an element with this text is entirely inside the window. */
  const isInView = (text: string) =>
    panel.page.evaluate((wanted) => {
      const texts = [...document.querySelectorAll<HTMLElement>('.permission-card pre')];
      const box = texts.find((each) => each.innerText.includes(wanted))?.getBoundingClientRect();
      return box !== undefined && box.width > 40 && box.bottom <= innerHeight && box.right <= innerWidth;
    }, text);

  test('shows the text after empty lines, and the server’s own rows separate from the call', async () => {
    await ask({ text: `Thank you.${'\n'.repeat(60)}${SECRET}`, 'Sent to': 'https://mybank.example/' });
    await canAllow();
    expect(await isInView(SECRET)).toBe(true);
    const facts = await panel.page.$eval('.confirm-facts', (list) => (list as HTMLElement).innerText);
    expect(facts).toContain(server.address);
    expect(facts).not.toContain('mybank.example');
    expect(await seriousFindings(panel.page)).toEqual([]);
    await panel.shot(`${name}-approval-card`);
    await panel.click('Don’t allow');
    await panel.answer();
  });

  test('keeps a value visible next to a long name', async () => {
    await ask({ ['n'.repeat(58)]: `one\n${SECRET}` });
    await canAllow();
    expect(await isInView(SECRET)).toBe(true);
    await panel.shot(`${name}-approval-card-name`);
    await panel.click('Don’t allow');
    await panel.answer();
  });

  test('can be allowed once the end of a long value was in view', async () => {
    await ask({ text: `${'One more line.\n'.repeat(90)}${SECRET}` });
    await panel.page.waitForSelector('.unread-hint');
    expect(await isDisabled()).toBe(true);
    await panel.shot(`${name}-approval-card-folded`);
    await panel.click('Show 79 more lines');
    // Longer than the delay before the button is enabled.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await isDisabled()).toBe(true);
    expect(await isInView(SECRET)).toBe(false);
    await panel.shot(`${name}-approval-card-unfolded`);
    await panel.allow();
    await panel.answer();
    const calls = server.messages.filter(({ method }) => method === 'tools/call');
    expect(JSON.stringify(calls)).toContain(SECRET);
  });

  test('takes no click that comes just after its button moved', async () => {
    await ask({ text: 'hello' });
    await canAllow();
    // As if something above it had vanished just now.
    const moveBy = (pixels: number) =>
      panel.page.$eval(
        '.permission-card',
        (card, y) => {
          (card as HTMLElement).style.transform = `translateY(${y}px)`;
        },
        pixels,
      );
    const clickAllow = async () => {
      const { x, y } = await panel.page.$eval(ALLOW, (button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      });
      await panel.page.mouse.click(x, y);
    };
    await moveBy(-40);
    await panel.holdCardStill();
    await moveBy(0);
    await clickAllow();
    await panel.holdCardStill();
    expect(await isDisabled()).toBe(false);
    await clickAllow();
    await panel.answer();
  });

  test('is not covered by a formula of the answer', async () => {
    await panel.click('New chat');
    await panel.chooseModel('formulas');
    await panel.ask('Send it.');
    await panel.waitForCard('Post_send', 'approval-requested');
    await panel.page.waitForFunction(() => document.querySelectorAll('.markdown math').length === 3);
    await canAllow();
    const found = await panel.page.evaluate(() => {
      const box = document.querySelector('.permission-card')?.getBoundingClientRect() ?? new DOMRect();
      const isOver = ({ top, bottom, left, right }: DOMRect) =>
        top < box.bottom && bottom > box.top && left < box.right && right > box.left;
      const reaching = [...document.querySelectorAll('.markdown math *')].map((each) => each.getBoundingClientRect());
      let covered = 0;
      for (let y = box.top + 2; y < box.bottom; y += 5)
        for (let x = box.left + 2; x < box.right; x += 5)
          if (document.elementFromPoint(x, y)?.closest('.markdown')) covered++;
      return { reaches: reaching.some(isOver), covered };
    });
    expect(found).toEqual({ reaches: true, covered: 0 });
    await panel.shot(`${name}-approval-card-formula`);
    await panel.click('Don’t allow');
    await panel.answer();
  });
});
