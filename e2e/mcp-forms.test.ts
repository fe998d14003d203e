import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type McpTestServer, startMcpServer, textResult } from '../lib/testing/mcp/mcp-server.ts';
import { sse } from '../lib/testing/model-api/raw-server.ts';
import { seriousFindings } from './support/axe.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import { mcpSettings } from './support/mcp-settings.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { startToolCaller, type ToolCaller } from './support/tool-caller.ts';

const GUEST = 'Augusta Ada King';
const MESSAGE = 'Who stays, and for how long? <b>Rooms are few.</b>';
const FORM = {
  message: MESSAGE,
  requestedSchema: {
    type: 'object',
    properties: {
      guest: { type: 'string', title: 'Guest', description: 'As in the passport.' },
      nights: { type: 'integer', title: 'Nights', minimum: 1, maximum: 30, default: 2 },
      room: {
        type: 'string',
        title: 'Room',
        oneOf: [
          { const: 's', title: 'Single' },
          { const: 'd', title: 'Double' },
        ],
      },
      breakfast: { type: 'boolean', title: 'Breakfast', default: true },
      extras: {
        type: 'array',
        title: 'Extras',
        items: {
          anyOf: [
            { const: 'sea', title: 'Sea view' },
            { const: 'dog', title: 'Dog' },
          ],
        },
      },
    },
    required: ['guest', 'room'],
  },
};

type Answer = { action: string; content?: Record<string, unknown> };

describe.each(BROWSERS_OF_FULL_RUN)('a form of an MCP server in %s', (name) => {
  let stage: Stage;
  let hotel: McpTestServer;
  let caller: ToolCaller;
  let panel: Panel;
  let forms = 0;
  const answerTo = (id: string) => hotel.messages.find((message) => message.id === id)?.result as Answer | undefined;

  beforeAll(async () => {
    hotel = await startMcpServer({
      versions: ['2025-11-25'],
      tools: [{ name: 'book', description: 'Books a room.', inputSchema: { type: 'object' } }],
      call: ({ id, response }) => {
        const formId = `form-${++forms}`;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(sse({ jsonrpc: '2.0', id: formId, method: 'elicitation/create', params: FORM }));
        void finishWhenAnswered(id, formId, response);
        return undefined;
      },
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    caller = await startToolCaller(stage);
    const settings = mcpSettings(stage);
    await settings.add({ name: 'Hotel', address: hotel.address, token: '' });
    await settings.button('Test connection');
    await settings.shows('1 tool found.');
    await settings.button('Turn on all tools');
    await settings.shows('1 of 1 tools are on.');
    panel = await stage.openPanel(null);
    await panel.chooseModel('caller');
  });
  afterAll(async () => {
    await stage?.close();
    await hotel?.close();
    await caller?.server.close();
  });

  /** Ends without a result when the connection does, since a form whose worker was killed is never answered. */
  async function finishWhenAnswered(id: unknown, formId: string, response: ServerResponse): Promise<void> {
    while (!answerTo(formId)) {
      if (response.destroyed) return;
      await setTimeout(20);
    }
    const text = answerTo(formId)?.action === 'accept' ? 'Booked.' : 'Not booked.';
    response.end(sse({ jsonrpc: '2.0', id, result: textResult(text) }));
  }

  async function book(): Promise<void> {
    await panel.ask('call Hotel_book {}');
    await panel.waitForCard('Hotel_book', 'approval-requested');
    await panel.allow();
    await panel.waitForText('Hotel asks you for information');
  }

  test('is filled in by the user, and the answer is sent to the server only', async () => {
    await book();
    const shown = await panel.text();
    expect(shown).toContain(MESSAGE);
    expect(shown).toContain(hotel.address);
    await fillField(panel.page, 'input[name="field-0"]', GUEST);
    await panel.page.select('select[name="field-2"]', '1');
    await panel.page.locator('input[name="field-4"][value="0"]').click();
    expect(await seriousFindings(panel.page)).toEqual([]);
    await panel.shot(`${name}-mcp-form`);
    await panel.click('Send answer');
    await panel.answer();
    expect(answerTo('form-1')).toEqual({
      action: 'accept',
      content: { guest: GUEST, nights: 2, room: 'd', breakfast: true, extras: ['sea'] },
    });
    const sentToModel = JSON.stringify(caller.server.chats);
    expect(sentToModel).toContain('Booked.');
    expect(sentToModel).not.toContain(GUEST);
    expect(sentToModel).not.toContain('Rooms are few');
  });

  test('is waited for in the list of chats, as an approval is', async () => {
    const activity = async () => {
      await panel.click('Chats');
      await panel.page.waitForSelector('.thread-open[aria-current="true"] .thread-time');
      const text = () =>
        panel.page.$eval('.thread-open[aria-current="true"] .thread-time', (element) => element.textContent);
      await expect.poll(text).toBe('waiting for you');
      await panel.shot(`${name}-waiting-chat`);
      await panel.page.keyboard.press('Escape');
    };
    await panel.ask('call Hotel_book {}');
    await panel.waitForCard('Hotel_book', 'approval-requested');
    await activity();
    await panel.allow();
    await panel.waitForText('Hotel asks you for information');
    await activity();
    await panel.click('Decline');
    await panel.answer();
  });

  test('reports to the server that it was declined', async () => {
    await panel.click('New chat');
    await book();
    await panel.click('Decline');
    await panel.answer();
    expect(answerTo('form-3')).toEqual({ action: 'decline' });
    expect(JSON.stringify(caller.server.chats.at(-1))).toContain('Not booked.');
  });

  test('is gone with its worker, and the call is in doubt', async () => {
    await panel.click('New chat');
    await book();
    await stage.killWorker();
    await panel.waitForText('Unknown outcome.');
    expect(answerTo('form-4')).toBeUndefined();
    expect(await panel.page.$('form.elicitation-card')).toBeNull();
  });
});
