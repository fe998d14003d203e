import { setTimeout } from 'node:timers/promises';
import { type McpTestServer, startMcpServer, textResult } from '../../../lib/testing/mcp/mcp-server.ts';
import { sse } from '../../../lib/testing/model-api/raw-server.ts';
import { mcpSettings } from '../mcp-settings.ts';
import { ASK, type View } from './scene.ts';
import { settingsPage } from './settings-views.ts';

const FORM_ID = 'form-1';
const FORM = {
  message: 'Who stays in berth B 14, and for how long?',
  requestedSchema: {
    type: 'object',
    properties: {
      skipper: { type: 'string', title: 'Skipper', description: 'As in the passport.' },
      nights: { type: 'integer', title: 'Nights', minimum: 1, maximum: 2, default: 1 },
      power: { type: 'boolean', title: 'Shore power', default: true },
    },
    required: ['skipper'],
  },
};

/** A server whose tool asks the user for information, and ends when that is answered or the connection is closed. */
async function startHarbour(): Promise<McpTestServer> {
  const harbour = await startMcpServer({
    versions: ['2025-11-25'],
    tools: [
      {
        name: 'book',
        description: 'Books a berth for a boat, and asks who stays there.',
        inputSchema: { type: 'object', properties: { berth: { type: 'string' } }, required: ['berth'] },
      },
      { name: 'berths', description: 'Lists the free berths.', inputSchema: { type: 'object' } },
    ],
    call: ({ id, response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(sse({ jsonrpc: '2.0', id: FORM_ID, method: 'elicitation/create', params: FORM }));
      void (async () => {
        while (!response.destroyed && !harbour.messages.some((message) => message.id === FORM_ID)) await setTimeout(20);
        response.end(sse({ jsonrpc: '2.0', id, result: textResult('Booked.') }));
      })();
      return undefined;
    },
  });
  return harbour;
}

/** MCP servers in the settings, and their requests to the user. */
export const mcpViews: View[] = [
  { name: 'settings-mcp', show: (scene) => settingsPage(scene, 'mcp') },
  {
    name: 'settings-mcp-server',
    async show(scene) {
      const harbour = scene.keep(await startHarbour());
      const settings = mcpSettings(scene.stage);
      await settings.add({ name: 'Harbour', address: harbour.address });
      await settings.button('Test connection');
      await settings.shows('2 tools found.');
      await settings.button('Turn on all tools');
      await settings.shows('2 of 2 tools are on.');
      return scene.stage.settings;
    },
  },
  {
    name: 'mcp-approval',
    needs: 'settings-mcp-server',
    async show({ panel, ask }) {
      await ask(ASK.booking);
      await panel.waitForCard('Harbour_book', 'approval-requested');
      await panel.page.waitForSelector('.permission-buttons .primary:not(:disabled)');
      return panel.page;
    },
  },
  {
    name: 'mcp-form',
    after: 'mcp-approval',
    async show({ panel }) {
      await panel.allow();
      await panel.page.waitForSelector('form.elicitation-card');
      return panel.page;
    },
  },
];
