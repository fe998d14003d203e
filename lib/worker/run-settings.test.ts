import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { GGUF_ENDPOINT } from '../contracts/endpoint.ts';
import { type ManagedPolicy, NO_POLICY } from '../contracts/managed-policy.ts';
import type { PageContextMode } from '../contracts/page-context.ts';
import { defineTool, type Tool } from '../contracts/tool.ts';
import { openStorage, type Stores } from '../storage/stores.ts';
import { asked } from '../testing/agent/scripted-thread.ts';
import { createBrowserAccess } from '../testing/worker/browser-access.ts';
import { storedValue } from '../testing/worker/stored-value.ts';
import { RunSettings } from './run-settings.ts';

const MODEL = { endpointId: 'e', modelId: 'm' };
const createTool = (name: string): Tool =>
  defineTool({
    name,
    title: name,
    description: '',
    inputSchema: z.strictObject({}),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async *execute() {
      yield { message: '' };
      return { content: '' };
    },
  });

let storage: Stores;
let requestedServers: (readonly string[] | null)[];
beforeEach(async () => {
  storage = openStorage(crypto.randomUUID());
  requestedServers = [];
  const endpoint = { endpointId: 'e', name: 'Mine', baseUrl: 'https://models.test/v1', models: ['m'], createdAt: 0 };
  await storage.endpoints.save(endpoint);
});

const userMode = storedValue<PageContextMode>('page-first');

function runSettings(policy: ManagedPolicy['settings'] = {}, moreTools: readonly Tool[] = []) {
  return new RunSettings({
    storage,
    browser: createBrowserAccess({ readPolicy: async () => ({ ...NO_POLICY, settings: policy }) }),
    settings: {
      maxSteps: storedValue(12),
      pageContextMode: userMode,
      pageContextTokens: storedValue(8_000),
      sitePolicies: storedValue({ 'https://bank.test': 'never' as const }),
      switchedOffTools: storedValue(['search']),
    },
    ggufSpeeds: storedValue({}),
    tools: [createTool('search'), createTool('read'), ...moreTools],
    mcpTools: async (serverIds) => {
      requestedServers.push(serverIds);
      return [createTool('mcp')];
    },
  });
}

describe('the settings of a run', () => {
  test('limit its steps by the policy, else by the model, else by the user', async () => {
    expect(await runSettings().maxSteps(MODEL)).toBe(12);
    await storage.endpoints.saveModelSettings('e', 'm', { maxSteps: 5 });
    expect(await runSettings().maxSteps(MODEL)).toBe(5);
    expect(await runSettings({ maxSteps: 3 }).maxSteps(MODEL)).toBe(3);
  });

  test('take what is sent of pages from the chat, else the model, else the user', async () => {
    const mode = async (chat?: PageContextMode) => (await runSettings().context(MODEL, chat)).mode;
    expect(await mode()).toBe('page-first');
    await storage.endpoints.saveModelSettings('e', 'm', { pageContext: 'on-demand' });
    expect(await mode()).toBe('on-demand');
    expect(await mode('never')).toBe('never');
  });

  test('let a policy send less of pages, and never add one to a question without', async () => {
    const withPolicy = runSettings({ pageContextMode: 'on-demand' });
    expect((await withPolicy.context(MODEL, 'page-first')).mode).toBe('on-demand');
    expect((await withPolicy.context(MODEL, 'never')).mode).toBe('never');
  });

  test('limit pages for a model in the extension to what it reads in time', async () => {
    const inExtension = { endpointId: GGUF_ENDPOINT.endpointId, modelId: 'tiny' };
    expect(await runSettings().context(MODEL, undefined)).toMatchObject({ maxTokens: 8_000 });
    expect(await runSettings().context(inExtension, undefined)).toMatchObject({ maxTokens: 400 });
  });

  test('give a chat the tools that are on, and those of the MCP servers of its project', async () => {
    const names = async (threadId: string) => (await runSettings().threadTools(threadId)).map(({ name }) => name);
    expect(await names('free')).toEqual(['read', 'mcp']);
    const project = { projectId: 'p', name: 'P', instructions: '', model: null, web: false, ownData: false };
    await storage.projects.save({ ...project, mcpServers: ['notes'], createdAt: 1 });
    await storage.events.createLog(() => 1).append('t', [asked('q', '?')], null);
    await storage.projects.moveThread('t', 'p');
    await names('t');
    expect(requestedServers).toEqual([null, ['notes']]);
  });

  test('give a second opinion only tools that read tabs, so that nothing is done or sent twice', async () => {
    const others = [
      { ...createTool('act'), annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: false } },
      { ...createTool('load'), effects: { egress: ['document'] as const } },
      {
        ...createTool('web'),
        effects: { optIn: { type: 'web' as const, webEgress: () => ({ type: 'query' }) as never } },
      },
    ];
    const reading = { ...createTool('pdf'), effects: { egress: ['open-document'] as const } };
    const settings = runSettings({}, [...others, reading]);
    expect((await settings.threadTools('t/opinion')).map(({ name }) => name)).toEqual(['read', 'pdf']);
    expect(requestedServers).toEqual([]);
  });
});
