import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthorizationServer,
  protectedBy,
  startAuthorizationServer,
} from '../lib/testing/mcp/authorization-server.ts';
import { type McpTestServer, startMcpServer, textResult } from '../lib/testing/mcp/mcp-server.ts';
import { BROWSERS } from './support/browsers.ts';
import { type McpSettings, mcpSettings } from './support/mcp-settings.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { startToolCaller, type ToolCaller } from './support/tool-caller.ts';

const CITY = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

describe.each(BROWSERS)('an MCP server that wants a sign-in in %s', (name) => {
  let stage: Stage;
  let auth: AuthorizationServer;
  let weather: McpTestServer;
  let caller: ToolCaller;
  let panel: Panel;
  let settings: McpSettings;
  beforeAll(async () => {
    auth = await startAuthorizationServer();
    weather = await startMcpServer({
      guard: protectedBy(auth, { scopes: ['weather'] }),
      tools: [{ name: 'get_weather', description: 'The weather of a city.', inputSchema: CITY }],
      call: ({ input }) => textResult(`Rain in ${input.city}.`),
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    caller = await startToolCaller(stage);
    settings = mcpSettings(stage);
  });
  afterAll(async () => {
    await stage?.close();
    await weather?.close();
    await auth?.close();
    await caller?.server.close();
  });

  const calls = () => weather.messages.filter(({ method }) => method === 'tools/call');
  const ask = async () => {
    await panel.ask(`call Weather_get_weather ${JSON.stringify({ city: 'Bergen' })}`);
    await panel.waitForCard('Weather_get_weather', 'approval-requested');
    await panel.click('Allow');
    await panel.answer();
  };

  test('says so, shows no window by itself, and is signed in to on a click', async () => {
    await settings.add({ name: 'Weather', address: weather.address });
    await settings.shows('This server requires you to sign in.');
    await stage.shot(stage.settings, `${name}-mcp-sign-in`);
    expect(auth.requests).toEqual([]);
    await settings.button('Sign in');
    await settings.shows('Signed in');
    await settings.shows('0 of 1 tools are on.');
    expect(auth.registrations).toHaveLength(1);
    expect(auth.authorizations[0]?.get('scope')).toBe('weather');
    await settings.button('Turn on all tools');
    await stage.shot(stage.settings, `${name}-mcp-signed-in`);
  });

  test('has its tools called, and its token renewed, without a further window', async () => {
    panel = await stage.openPanel(null);
    await panel.chooseModel('caller');
    await ask();
    expect(calls()).toHaveLength(1);
    auth.expire();
    await panel.click('New chat');
    await ask();
    expect(calls()).toHaveLength(2);
    expect(auth.authorizations).toHaveLength(1);
    expect(auth.tokenRequests.map(({ form }) => form.get('grant_type'))).toEqual([
      'authorization_code',
      'refresh_token',
    ]);
    expect(JSON.stringify(caller.server.chats)).not.toContain('access-');
  });

  test('is signed out of, and a run then says that a sign-in is needed', async () => {
    await settings.button('Sign out');
    await panel.page.bringToFront();
    await panel.click('New chat');
    await ask();
    expect(calls()).toHaveLength(2);
    expect(await panel.text()).toContain('This MCP server requires you to sign in.');
    expect(auth.authorizations).toHaveLength(1);
    await panel.shot(`${name}-mcp-signed-out`);
  });
});
