import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type McpTestServer, startMcpServer, textResult } from '../lib/testing/mcp/mcp-server.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { mcpSettings } from './support/mcp-settings.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import { type Stage, setStage } from './support/stage.ts';

const SUBJECTS = ['invoice', 'customer', 'parcel', 'calendar', 'recipe', 'garden'];
const TOOLS = SUBJECTS.flatMap((subject) =>
  Array.from({ length: 10 }, (_, number) => ({
    name: `${subject}_action_${number}`,
    description: `Does action ${number} with a ${subject} that is given by its name and its number in the list.`,
    inputSchema: { type: 'object', properties: { name: { type: 'string' }, number: { type: 'number' } } },
  })),
);

describe.each(BROWSERS_OF_FULL_RUN)('a server with 60 tools and a model with a small window in %s', (name) => {
  let stage: Stage;
  let desk: McpTestServer;
  let model: ModelServer;

  beforeAll(async () => {
    desk = await startMcpServer({ versions: ['2025-11-25'], tools: TOOLS, call: () => textResult('Done.') });
    stage = await setStage(name, { pageContext: 'on-demand' });
    model = await startModelServer(
      { small: (_request, response) => streamChunks(response, textChunks('It is paid.')) },
      { small: { context_length: 8_000 } },
    );
    await stage.addEndpoint(model.url);
    const settings = mcpSettings(stage);
    await settings.add({ name: 'Desk', address: desk.address });
    await settings.shows('0 of 60 tools are on.');
    await settings.button('Turn on all tools');
    await settings.shows('60 of 60 tools are on.');
  });
  afterAll(async () => {
    await stage?.close();
    await desk?.close();
    await model?.close();
  });

  test('offers those that fit the question, and says which below the step', async () => {
    const panel = await stage.openPanel(null);
    await panel.chooseModel('small');
    await panel.ask('Is the invoice of the harbor office paid?');
    expect(await panel.answer()).toContain('It is paid.');
    const offered = (model.chats[0]?.tools ?? []).map((tool) => tool.function.name);
    const ofDesk = offered.filter((tool) => tool.startsWith('Desk_'));
    expect(ofDesk.length).toBeGreaterThan(0);
    expect(ofDesk.length).toBeLessThan(60);
    expect(ofDesk.every((tool) => tool.startsWith('Desk_invoice_'))).toBe(true);
    const line = `MCP tools offered for this question: ${ofDesk.length} of 60`;
    expect(await panel.text()).toContain(line);
    expect(await panel.text()).not.toContain('Desk_invoice_');
    await panel.page.locator(`::-p-xpath(//summary[normalize-space()="${line}"])`).click();
    await panel.waitForText(ofDesk[0] ?? '');
    expect(await panel.page.$$eval('.chosen-tools li', (items) => items.map((item) => item.textContent))).toEqual(
      ofDesk,
    );
    await panel.shot(`${name}-chosen-tools`);
  });
});
