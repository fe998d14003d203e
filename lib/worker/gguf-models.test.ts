import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { GGUF_ENDPOINT } from '../contracts/endpoint.ts';
import { NO_POLICY } from '../contracts/managed-policy.ts';
import type { ModelEvent, ModelRequest } from '../contracts/model-client.ts';
import { GgufError, type GgufModel, type GgufReply, type GgufSpeed } from '../contracts/models-in-browser.ts';
import { openStorage } from '../storage/stores.ts';
import { createBrowserAccess } from '../testing/worker/browser-access.ts';
import { storedValue } from '../testing/worker/stored-value.ts';
import { downloadGgufModel, type GgufDependencies, getPromptBudget, ggufConnection } from './gguf-models.ts';

const REF = { endpointId: GGUF_ENDPOINT.endpointId, modelId: 'tiny' };
const MODEL: GgufModel = { modelId: 'tiny', bytes: 2_400_000, contextTokens: 32_768, addedAt: 7, hasTools: false };
const DOWNLOAD = { modelId: 'tiny', url: 'https://files.test/tiny.gguf', sha256: '', bytes: 100, licence: 'MIT' };
const REQUEST: ModelRequest = {
  modelId: 'tiny',
  system: '',
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [],
  toolMode: 'none',
  maxOutputTokens: null,
  attempt: 0,
};
const OFF = createBrowserAccess({ readPolicy: async () => ({ ...NO_POLICY, disabledFeatures: ['gguf-models'] }) });
const { signal } = new AbortController();

let gguf: GgufDependencies['gguf'];
let dependencies: GgufDependencies;
/** The replies of the page of models to a task. */
let replies: { load: (GgufReply | GgufError)[]; answer: (GgufReply | GgufError)[] };

beforeEach(() => {
  replies = { load: [{ type: 'done' }], answer: [{ type: 'done' }] };
  gguf = {
    models: storedValue<GgufModel[]>([]),
    speeds: storedValue<Record<string, GgufSpeed>>({}),
    usesGpu: storedValue(true),
    async *ask({ type }) {
      for (const reply of replies[type]) {
        if (reply instanceof GgufError) throw reply;
        yield reply;
      }
    },
    downloads: async () => [DOWNLOAD],
    async *download() {
      yield 40;
      yield 100;
      return MODEL;
    },
  };
  const storage = openStorage(crypto.randomUUID());
  dependencies = { storage, browser: createBrowserAccess(), gguf, now: () => 7 };
});

async function answer(): Promise<ModelEvent[]> {
  await gguf.models.setValue([MODEL]);
  const connection = await ggufConnection(dependencies, REF);
  if ('failure' in connection) throw new Error('The model is not there.');
  return Array.fromAsync(connection.client.stream(REQUEST, signal));
}

const chunkReply = (delta: object, more: object = {}): GgufReply => ({
  type: 'chunk',
  chunk: { choices: [{ index: 0, delta, finish_reason: null }], ...more },
});
const timings = (tokens: number) => ({
  timings: { prompt_n: tokens, prompt_per_second: 31, predicted_n: tokens, predicted_per_second: 9 },
});

describe('a model inside the extension', () => {
  test('gets as much of a page as it reads in 20 seconds', async () => {
    expect(await getPromptBudget(gguf.speeds, { endpointId: 'e1', modelId: 'tiny' })).toBe(Number.POSITIVE_INFINITY);
    expect(await getPromptBudget(gguf.speeds, REF)).toBe(400);
    await gguf.speeds.setValue({ tiny: { read: 7.44, write: 2.7 } });
    expect(await getPromptBudget(gguf.speeds, REF)).toBe(149);
  });

  test('is offered no tools unless the user wants it, and has a window that it can fill', async () => {
    await gguf.models.setValue([MODEL]);
    const without = { toolMode: 'none', worksWithTools: false, contextWindow: 4_096, isOnThisMachine: true };
    expect(await ggufConnection(dependencies, REF)).toMatchObject({ profile: without });
    await gguf.models.setValue([{ ...MODEL, hasTools: true, contextTokens: 2_048 }]);
    const withTools = { toolMode: 'tags', worksWithTools: true, contextWindow: 2_048 };
    expect(await ggufConnection(dependencies, REF)).toMatchObject({ profile: withTools });
  });

  test('fails by name when it is no longer stored, or the policy turns such models off', async () => {
    const reason = { type: 'gguf-failed', model: 'tiny', problem: { type: 'model-deleted' } };
    expect(await ggufConnection(dependencies, REF)).toMatchObject({ failure: { code: 'not-found', reason } });
    await gguf.models.setValue([MODEL]);
    const blocked = { type: 'endpoint-blocked', name: 'tiny' };
    expect(await ggufConnection({ ...dependencies, browser: OFF }, REF)).toMatchObject({
      failure: { reason: blocked },
    });
  });

  test('says that it is being loaded only if it has to be', async () => {
    replies.answer = [chunkReply({ content: 'Hello.' }), { type: 'done' }];
    const notices = (events: ModelEvent[]) =>
      events.flatMap((event) => (event.type === 'step-notice' ? [event.notice.code] : []));
    expect(notices(await answer())).toEqual([]);
    replies.load = [{ type: 'loading' }, { type: 'done' }];
    const events = await answer();
    expect(notices(events)).toEqual(['loading', 'loaded']);
    expect(events).toContainEqual(expect.objectContaining({ type: 'text-delta' }));
  });

  test.each(['load', 'answer'] as const)('reports its own failure when it cannot %s', async (task) => {
    replies[task] = [new GgufError({ type: 'out-of-memory' }, 'bad_alloc')];
    expect((await answer()).at(-1)).toMatchObject({
      type: 'failure',
      failure: { reason: { type: 'gguf-failed', problem: { type: 'out-of-memory' } }, detail: 'bad_alloc' },
    });
  });

  test('is run without the graphics card after it failed there', async () => {
    replies.load = [{ type: 'gpu-failed' }, { type: 'done' }];
    await answer();
    expect(await gguf.usesGpu.getValue()).toBe(false);
  });

  test('is measured by answers that are long enough', async () => {
    replies.answer = [chunkReply({ content: 'Hello.' }, timings(7)), { type: 'done' }];
    await answer();
    expect(await gguf.speeds.getValue()).toEqual({});
    replies.answer = [chunkReply({ content: 'Hello.' }, timings(8)), { type: 'done' }];
    await answer();
    expect(await gguf.speeds.getValue()).toEqual({ tiny: { read: 31, write: 9 } });
  });
});

describe('the download of a model', () => {
  const download = (modelId: string, browser = dependencies.browser, stop = signal) =>
    Array.fromAsync(downloadGgufModel({ browser, gguf, now: () => 7 }, modelId, stop));

  test('reports its progress and stores the model once', async () => {
    const progress = { type: 'progress', totalBytes: 100 };
    const reports = [
      { ...progress, stage: 'starting', completedBytes: 0 },
      { ...progress, stage: 'downloading', completedBytes: 40 },
      { ...progress, stage: 'finishing', completedBytes: 100 },
      { type: 'done' },
    ];
    expect(await download('tiny')).toEqual(reports);
    expect(await download('tiny')).toEqual(reports);
    expect(await gguf.models.getValue()).toEqual([MODEL]);
  });

  test.each([
    ['is not on our list', 'any', createBrowserAccess()],
    ['is switched off by the policy', 'tiny', OFF],
  ])('fails if it %s', async (_why, modelId, browser) => {
    const reason = { type: 'endpoint-blocked', name: modelId };
    const failure = { code: 'not-found', reason, retryable: false };
    expect(await download(modelId, browser)).toEqual([{ type: 'failed', failure }]);
  });

  test('fails with its problem, and ends silently when the user stops it', async () => {
    const stop = new AbortController();
    gguf.download = async function* () {
      yield 40;
      throw new GgufError({ type: 'download-broken' });
    };
    expect((await download('tiny')).at(-1)).toMatchObject({
      type: 'failed',
      failure: { reason: { problem: { type: 'download-broken' } } },
    });
    stop.abort();
    expect((await download('tiny', dependencies.browser, stop.signal)).at(-1)).toMatchObject({ stage: 'downloading' });
  });
});
