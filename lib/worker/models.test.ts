import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { BUILT_IN_ENDPOINT, GGUF_ENDPOINT, PRACTICE_ENDPOINT } from '../contracts/endpoint.ts';
import { NO_POLICY } from '../contracts/managed-policy.ts';
import type { ModelRequest } from '../contracts/model-client.ts';
import type { GgufModel, GgufSpeed } from '../contracts/models-in-browser.ts';
import { LOCAL_DESTINATIONS, type OutgoingRequest } from '../contracts/receipt.ts';
import { createConnections } from '../model-api/client/connections.ts';
import { openStorage, type Stores } from '../storage/stores.ts';
import { chunk, EVENT_STREAM, sse } from '../testing/model-api/raw-server.ts';
import { standInModel } from '../testing/model-api/stand-in-model.ts';
import { createBrowserAccess } from '../testing/worker/browser-access.ts';
import { storedValue } from '../testing/worker/stored-value.ts';
import { createModels, type ModelDependencies } from './models.ts';

const SERVER = { endpointId: 'e', modelId: 'm' };
const USE = { threadId: 't', runId: 'r', kind: 'model' } as const;
const REQUEST: ModelRequest = {
  modelId: 'm',
  system: '',
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [],
  toolMode: 'none',
  maxOutputTokens: null,
  attempt: 0,
};

let storage: Stores;
let sent: { url: string; body: string }[];
let recorded: OutgoingRequest[];

/** Answers every request with one word. */
const answering =
  (word: string): typeof fetch =>
  async (url, init) => {
    sent.push({ url: String(url), body: String(init?.body) });
    return new Response(chunk({ content: word }, 'stop') + sse('[DONE]'), { headers: EVENT_STREAM });
  };

function models(own: Partial<ModelDependencies> = {}) {
  return createModels({
    storage,
    browser: createBrowserAccess({ sendFor: () => answering('Server.') }),
    practiceFetch: answering('Practice.'),
    gguf: {
      models: storedValue<GgufModel[]>([]),
      speeds: storedValue<Record<string, GgufSpeed>>({}),
      usesGpu: storedValue(true),
      async *ask() {
        yield { type: 'done' };
      },
      downloads: async () => [],
      download: () => {
        throw new Error('not expected here');
      },
    },
    browserModel: () => standInModel({ answer: () => ['Built in.'] }).model,
    customInstructions: async () => '',
    timeoutMinutes: () => null,
    connectionsTo: createConnections(),
    record: async (_answer, request) => void recorded.push(request),
    now: () => 1,
    ...own,
  });
}

beforeEach(async () => {
  storage = openStorage(crypto.randomUUID());
  sent = [];
  recorded = [];
  const endpoint = { endpointId: 'e', name: 'Mine', baseUrl: 'https://models.test/v1', models: ['m'], createdAt: 0 };
  await storage.endpoints.save(endpoint);
});

async function connect(model: { endpointId: string; modelId: string }, own: Partial<ModelDependencies> = {}) {
  const connection = await models(own).connect(model, USE);
  if ('failure' in connection) throw new Error(JSON.stringify(connection.failure));
  return connection;
}

describe('a model that is connected', () => {
  test('on a server has its settings, and its requests are recorded before they are sent', async () => {
    await storage.endpoints.saveModelSettings('e', 'm', {
      tools: false,
      systemPrompt: 'Be brief.',
      contextLimit: 9_000,
    });
    const { client, profile } = await connect(SERVER);
    expect(profile).toMatchObject({ toolMode: 'none', systemPrompt: 'Be brief.', isLocal: false });
    expect(profile.contextWindow).toBe(9_000);
    await Array.fromAsync(client.stream(REQUEST, new AbortController().signal));
    expect(sent.map(({ url }) => url)).toEqual(['https://models.test/v1/chat/completions']);
    expect(recorded).toMatchObject([{ kind: 'model', url: 'https://models.test/v1/chat/completions' }]);
  });

  test('is told the instructions for all models before its own', async () => {
    await storage.endpoints.saveModelSettings('e', 'm', { systemPrompt: 'Be brief.' });
    const { profile } = await connect(SERVER, { customInstructions: async () => ' I live in Bergen.\n' });
    expect(profile.systemPrompt).toBe('I live in Bergen.\nBe brief.');
  });

  test('for practice sends nothing, and counts as one that calls tools', async () => {
    const { client, profile } = await connect({ endpointId: PRACTICE_ENDPOINT.endpointId, modelId: 'practice' });
    expect(profile).toMatchObject({ worksWithTools: true, isOnThisMachine: false, isLocal: true });
    expect(client.connections).toBeUndefined();
    await Array.fromAsync(client.stream(REQUEST, new AbortController().signal));
    expect(recorded).toMatchObject([{ url: LOCAL_DESTINATIONS.extension }]);
  });

  test('in the browser describes tools with tags, and is recorded as inside the browser', async () => {
    const { client, profile } = await connect({ endpointId: BUILT_IN_ENDPOINT.endpointId, modelId: 'built-in' });
    expect(profile).toMatchObject({ toolMode: 'tags', contextWindow: 4_096, isLocal: true });
    await Array.fromAsync(client.stream(REQUEST, new AbortController().signal));
    expect(recorded).toMatchObject([{ url: LOCAL_DESTINATIONS.browser }]);
  });

  test('in the browser is refused if the policy switches it off', async () => {
    const readPolicy = async () => ({ ...NO_POLICY, disabledFeatures: ['browser-model' as const] });
    const model = { endpointId: BUILT_IN_ENDPOINT.endpointId, modelId: 'built-in' };
    const reason = { type: 'endpoint-blocked', name: BUILT_IN_ENDPOINT.name };
    const browser = createBrowserAccess({ readPolicy });
    expect(await models({ browser }).connect(model, USE)).toMatchObject({ failure: { code: 'not-found', reason } });
  });

  test('in the extension is refused by name if its file is gone', async () => {
    const model = { endpointId: GGUF_ENDPOINT.endpointId, modelId: 'tiny' };
    expect(await models().connect(model, USE)).toMatchObject({ failure: { reason: { type: 'gguf-failed' } } });
  });
});

test('an observation is kept for an endpoint, and dropped if the endpoint is gone', async () => {
  const gone = { endpointId: 'gone', modelId: 'm' };
  for (const model of [SERVER, gone]) await models().learn(model, { type: 'vision', vision: true });
  expect(await storage.capabilities.get(SERVER)).toMatchObject({ vision: true });
  expect(await storage.capabilities.get(gone)).toBeUndefined();
});
