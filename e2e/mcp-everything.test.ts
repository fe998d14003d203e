import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserName } from '../scripts/browsers.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { fillField } from './support/fill-field.ts';
import { startEverything } from './support/mcp-everything.ts';
import { mcpSettings } from './support/mcp-settings.ts';
import { type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { allowIfAsked, startToolCaller, type ToolCaller } from './support/tool-caller.ts';

const server = await startEverything();

if ('missing' in server) {
  test(`skipped: no server-everything: ${server.missing}`, ({ skip }) => skip());
} else {
  afterAll(server.close);
  describe.each(BROWSERS_OF_FULL_RUN)('the protocol’s own server, in %s', (name) => tryServer(name, server.address));
}

function tryServer(name: BrowserName, address: string): void {
  let stage: Stage;
  let caller: ToolCaller;
  let reader: ModelServer;
  let panel: Panel;
  beforeAll(async () => {
    stage = await setStage(name, { pageContext: 'on-demand' });
    caller = await startToolCaller(stage);
    reader = await startModelServer({ reader: (_request, response) => streamChunks(response, textChunks('Noted.')) });
    await stage.addEndpoint(reader.url);
  });
  afterAll(async () => {
    await stage?.close();
    await caller?.server.close();
    await reader?.close();
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

  test('offers its prompts behind `/`: the arguments are requested, and its text is shown before it is sent', async () => {
    await panel.click('New chat');
    await panel.chooseModel('reader');
    await fillField(panel.page, 'textarea[aria-label="Message"]', '/args');
    await panel.page.waitForSelector('.suggestion-menu [role="option"]');
    await panel.shot(`${name}-mcp-prompt-menu`);
    await panel.page.locator('.suggestion-menu [role="option"]').click();
    await fillField(panel.page, 'input[name="argument-0"]', 'Paris');
    await panel.shot(`${name}-mcp-prompt-form`);
    await panel.click('Get prompt');
    await panel.page.waitForFunction(() =>
      document.querySelector<HTMLElement>('.attached-prompt')?.innerText.includes("What's weather in Paris?"),
    );
    await panel.shot(`${name}-mcp-prompt`);
    expect(reader.chats).toEqual([]);
    await panel.page.locator('button[aria-label="Send"]:not(:disabled)').click();
    await panel.answer();
    const question = reader.chats.at(-1)?.messages.findLast(({ role }) => role === 'user')?.content;
    expect(question).toContain("What's weather in Paris?\n\nRun this prompt.");
    const sent = '[role="log"] .attached-prompt';
    expect(await panel.page.$eval(sent, (prompt) => prompt.querySelector('details')?.open)).toBe(false);
    expect(await panel.page.$eval(sent, (prompt) => prompt.textContent)).toContain(`From Everything (${address})`);
  });

  test('a resource inside a prompt, and one chosen from the list, are attached as data of the server', async () => {
    await panel.click('New chat');
    await fillField(panel.page, 'textarea[aria-label="Message"]', '/resource');
    await panel.page.locator('.suggestion-menu [role="option"]').click();
    await fillField(panel.page, 'input[name="argument-0"]', 'Text');
    await fillField(panel.page, 'input[name="argument-1"]', '1');
    await panel.click('Get prompt');
    await panel.page.waitForSelector('.chip[title*="demo://resource/dynamic/text/1"]');
    await fillField(panel.page, 'textarea[aria-label="Message"]', 'Answer this prompt. @architecture');
    await panel.page.waitForSelector('.suggestion-menu [role="option"]');
    await panel.shot(`${name}-mcp-resources`);
    await panel.page.locator('.suggestion-menu [role="option"]').click();
    await panel.page.waitForSelector('.chip[title*="architecture.md"]');
    await panel.page.locator('button[aria-label="Send"]:not(:disabled)').click();
    await panel.answer();
    const question = String(reader.chats.at(-1)?.messages.findLast(({ role }) => role === 'user')?.content);
    expect(question.match(/A resource of an MCP server that the user attached:/g)).toHaveLength(2);
    expect(question).toContain('Everything Server – Architecture');
  });

  test('a resource that a template names is attached, with a value that the server suggests', async () => {
    await panel.click('New chat');
    await fillField(panel.page, 'textarea[aria-label="Message"]', '@dynamic');
    await panel.page.waitForSelector('.suggestion-menu [role="option"]');
    await panel.shot(`${name}-mcp-template-menu`);
    await panel.page.locator('.suggestion-menu [role="option"]').click();
    await fillField(panel.page, 'input[name="argument-0"]', '7');
    await panel.page.waitForSelector('datalist option[value="7"]');
    await panel.shot(`${name}-mcp-template-form`);
    await panel.click('Get resource');
    await panel.page.waitForSelector('.chip[title*="demo://resource/dynamic/text/7"]');
    // Two arguments, the second of which depends on the first.
    await fillField(panel.page, 'textarea[aria-label="Message"]', '/completable');
    await panel.page.locator('.suggestion-menu [role="option"]').click();
    await fillField(panel.page, 'input[name="argument-0"]', 'Eng');
    await panel.page.waitForSelector('datalist option[value="Engineering"]');
    await fillField(panel.page, 'input[name="argument-0"]', 'Engineering');
    await fillField(panel.page, 'input[name="argument-1"]', 'A');
    await panel.page.waitForSelector('datalist option[value="Alice"]');
    await panel.click('Cancel');
  });

  test('a resource says that it has changed on the server since it was attached', async () => {
    await panel.click('New chat');
    await panel.chooseModel('caller');
    await panel.ask('call Everything_toggle-subscriber-updates {}');
    await allowIfAsked(panel);
    await panel.answer();
    await fillField(panel.page, 'textarea[aria-label="Message"]', '@architecture');
    await panel.page.locator('.suggestion-menu [role="option"]').click();
    await panel.page.waitForSelector('.chip[title*="architecture.md"]');
    // Every five seconds, this server reports a change of all resources to which anyone has subscribed.
    await panel.page.waitForSelector(
      '::-p-xpath(//li[contains(., "architecture.md")]//small[.="Changed on the server"])',
    );
    await panel.shot(`${name}-mcp-changed`);
  });

  test('says why a prompt could not be loaded', async () => {
    await panel.click('New chat');
    await fillField(panel.page, 'textarea[aria-label="Message"]', '/resource');
    await panel.page.locator('.suggestion-menu [role="option"]').click();
    await fillField(panel.page, 'input[name="argument-0"]', 'Neither');
    await fillField(panel.page, 'input[name="argument-1"]', '1');
    await panel.click('Get prompt');
    await panel.page.waitForSelector('.attach-failure[role="alert"]');
    await panel.click('Cancel');
    expect(await panel.page.$$('.mcp-prompt-form, .attached-prompt')).toEqual([]);
  });
}
