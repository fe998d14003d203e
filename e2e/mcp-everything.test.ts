import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserName } from '../scripts/browsers.ts';
import { BROWSERS } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import { startEverything } from './support/mcp-everything.ts';
import { mcpSettings } from './support/mcp-settings.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { allowIfAsked, startToolCaller, type ToolCaller } from './support/tool-caller.ts';

const server = await startEverything();

if ('missing' in server) {
  test(`skipped: no server-everything: ${server.missing}`, ({ skip }) => skip());
} else {
  afterAll(server.close);
  describe.each(BROWSERS)('the protocol’s own server, in %s', (name) => tryServer(name, server.address));
}

function tryServer(name: BrowserName, address: string): void {
  let stage: Stage;
  let caller: ToolCaller;
  let panel: Panel;
  beforeAll(async () => {
    stage = await setStage(name, { pageContext: 'on-demand' });
    caller = await startToolCaller(stage);
  });
  afterAll(async () => {
    await stage?.close();
    await caller?.server.close();
  });

  test('lists its tools', async () => {
    const settings = mcpSettings(stage);
    await settings.add({ name: 'Everything', address });
    await settings.shows('0 of 14 tools are on.');
    await settings.button('Turn on all tools');
    await settings.shows('14 of 14 tools are on.');
    panel = await stage.openPanel(null);
    await panel.chooseModel('caller');
  });

  test.each([
    ['echo', { message: 'hello' }, 'Echo: hello'],
    ['get-sum', { a: 2, b: 3 }, 'The sum of 2 and 3 is 5.'],
    ['trigger-long-running-operation', { duration: 1, steps: 2 }, 'Long running operation completed.'],
    ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }, '[resource demo://resource/'],
  ])('%s is called and answers', async (tool, input, result) => {
    await panel.click('New chat');
    expect(await caller.call(panel, `Everything_${tool}`, input)).toContain(result);
  });

  test('shows its form with every kind of field, and sends what was entered', async () => {
    await panel.click('New chat');
    await panel.ask('call Everything_trigger-elicitation-request {}');
    await allowIfAsked(panel);
    await panel.waitForText('Everything asks you for information');
    await fillField(panel.page, 'input[name="field-0"]', 'Ada King');
    await panel.click('Send answer');
    await panel.answer();
    const sent = JSON.stringify(caller.server.chats.at(-1));
    expect(sent).toContain('User provided the requested information');
    for (const value of ['Ada King', 'Favorite Integer: 42', 'Favorite Number: 3.14', 'fish-1', 'pet-1'])
      expect(sent).toContain(value);
  });
}
