import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createModelProfile } from '../contracts/model.ts';
import type { ModelClient } from '../contracts/model-client.ts';
import type { ContextSettings } from '../contracts/page-context.ts';
import { openDb } from '../storage/db.ts';
import { saveProject } from '../storage/projects.ts';
import { createStores } from '../storage/stores.ts';
import { memoryLog } from '../testing/agent/memory-log.ts';
import { STEP_END, scriptedModel, scriptedText } from '../testing/agent/scripted-model.ts';
import { buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { readTabContext } from '../tools/read-context.ts';
import { createWarmUps } from './warm-up.ts';

const MODEL = { endpointId: 'e', modelId: 'm' };
const WARM_UP = { type: 'warm-up', threadId: 't', messageId: 'q', model: MODEL, tabId: 7 } as const;
const PROJECT = {
  projectId: 'p',
  name: 'P',
  instructions: 'Answer in one line.',
  model: null,
  web: false,
  ownData: false,
  mcpServers: null,
  createdAt: 1,
};

type World = ContextSettings & { isOnThisMachine: boolean; isWanted: boolean; hasFreeConnection: boolean };
const WORLD: World = {
  isOnThisMachine: true,
  isWanted: true,
  hasFreeConnection: true,
  mode: 'page-first',
  maxTokens: 4_000,
  sites: {},
};

let model: ReturnType<typeof scriptedModel>;
let holds: number;

beforeEach(() => {
  model = scriptedModel(() => [...scriptedText('Yes.'), STEP_END]);
  holds = 0;
});

async function buildWarmUps(changes: Partial<World> = {}) {
  const { isOnThisMachine, isWanted, hasFreeConnection, mode, maxTokens, sites } = { ...WORLD, ...changes };
  const db = openDb(`warm-up-${crypto.randomUUID()}`);
  await saveProject(db, PROJECT);
  const profile = createModelProfile({ toolMode: 'none', mayFallBack: false, isLocal: true, isOnThisMachine });
  const release = () => undefined;
  const connections = { tryTake: () => (hasFreeConnection ? release : null), take: async () => release };
  const client: ModelClient = { connections, stream: (request, signal) => model.stream(request, signal) };
  return createWarmUps({
    storage: createStores(db),
    log: memoryLog(),
    models: { connect: async () => ({ client, profile }), learn: async () => undefined },
    context: {
      page: new MemoryPages({ 7: granted(buildReading('tides', 'High water comes twice a day.')) }),
      read: async (request, signal) => (request.type === 'tab' ? readTabContext(request, signal) : null),
    },
    contextSettings: async () => ({ mode, maxTokens, sites }),
    isWanted: async () => isWanted,
    usesMemory: async () => false,
    keepAlive: {
      hold() {
        holds++;
        return () => void holds--;
      },
    },
  });
}

describe('a warm-up', () => {
  test('sends the page that will begin the question’s request, and asks for one token', async () => {
    await (await buildWarmUps()).start(WARM_UP);
    expect(model.requests).toMatchObject([{ modelId: 'm', tools: [], maxOutputTokens: 1 }]);
    expect(JSON.stringify(model.requests[0]?.messages)).toContain('High water comes twice a day.');
    expect(holds).toBe(0);
  });

  test('has the instructions of the project that the chat will begin in', async () => {
    await (await buildWarmUps()).start({ ...WARM_UP, projectId: 'p' });
    expect(model.requests[0]?.system).toContain('Answer in one line.');
  });

  test.each<[string, Partial<World>]>([
    ['to a server elsewhere', { isOnThisMachine: false }],
    ['if pages are read on demand', { mode: 'on-demand' }],
    ['of a site that is never sent', { sites: { 'https://tides.test': 'never' } }],
    ['if the user has switched it off', { isWanted: false }],
    ['while answers use all connections', { hasFreeConnection: false }],
  ])('sends nothing %s', async (_why, changes) => {
    await (await buildWarmUps(changes)).start(WARM_UP);
    expect(model.requests).toEqual([]);
  });

  test('ends when it is stopped', async () => {
    const requested = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const hold = async () => {
      requested.resolve();
      await answer.promise;
    };
    model = scriptedModel(() => [{ type: 'pause', until: hold }, ...scriptedText('Late.'), STEP_END]);
    const warmUps = await buildWarmUps();
    const work = warmUps.start(WARM_UP);
    await requested.promise;
    expect(holds).toBe(1);
    warmUps.stop('t');
    answer.resolve();
    await work;
    expect(holds).toBe(0);
  });
});
