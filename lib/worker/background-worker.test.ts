import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { practiceWords } from '../../entrypoints/background/practice-words.ts';
import type { Command, CommandReply } from '../contracts/command.ts';
import { GGUF_ENDPOINT, PRACTICE_ENDPOINT } from '../contracts/endpoint.ts';
import type { ThreadEvent } from '../contracts/event.ts';
import { FieldError } from '../contracts/focused-field.ts';
import { managedEndpointId, NO_POLICY } from '../contracts/managed-policy.ts';
import type { GgufModel, GgufSpeed } from '../contracts/models-in-browser.ts';
import { BROWSER_TRANSLATOR, type PageTranslation } from '../contracts/page-translation.ts';
import { WebError } from '../contracts/tool-error.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { createDatabaseThreadLog } from '../storage/thread-log.ts';
import { buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { createBrowserAccess } from '../testing/worker/browser-access.ts';
import { storedValue } from '../testing/worker/stored-value.ts';
import { createBackgroundWorker, type WorkerOptions } from './background-worker.ts';

const PRACTICE = { endpointId: PRACTICE_ENDPOINT.endpointId, modelId: 'practice' };
const SEND: Command = { type: 'send', threadId: 't', messageId: 'q', content: 'help', model: PRACTICE, tabId: null };
const MODEL: GgufModel = { modelId: 'tiny', bytes: 100, contextTokens: 4_096, addedAt: 1, hasTools: false };
const DOWNLOAD = { modelId: 'tiny', url: 'https://files.test/tiny.gguf', sha256: '', bytes: 100, licence: 'MIT' };
const { signal } = new AbortController();

let db: SidenoteDb;
let storage: Stores;
let options: WorkerOptions;

beforeEach(() => {
  db = openDb(`worker-${crypto.randomUUID()}`);
  storage = createStores(db);
  const pages = new MemoryPages({ 7: granted(buildReading('tides', 'High water comes twice a day.')) });
  const offline = () => Promise.reject(new WebError('offline', 'Offline.'));
  options = {
    storage,
    databaseReady: Promise.resolve(),
    browser: createBrowserAccess(),
    settings: {
      customInstructions: storedValue(''),
      maxSteps: storedValue(12),
      pageContextMode: storedValue('page-first' as const),
      pageContextTokens: storedValue(1_000),
      searchSettings: storedValue({ engine: null, address: '', searchId: '' }),
      sitePolicies: storedValue({}),
      switchedOffTools: storedValue<string[]>([]),
      taskModels: storedValue({}),
      usesMemory: storedValue(false),
      warmStart: storedValue(false),
    },
    tools: [],
    page: Object.assign(pages, { forgetDocuments: () => undefined, measure: async () => null }),
    readers: { readTab: async () => null, readFiles: () => null },
    web: {
      reader: { read: offline, readHtml: offline },
      fetchHop: offline,
      tabs: { open: offline, state: async () => null, close: async () => undefined },
      searchInTab: offline,
      getCookieStoreId: async () => '',
    },
    ownData: { hasPermission: async () => false, savedPages: async () => [] },
    models: {
      gguf: {
        models: storedValue<GgufModel[]>([]),
        speeds: storedValue<Record<string, GgufSpeed>>({}),
        usesGpu: storedValue(false),
        async *ask() {
          yield { type: 'done' };
        },
        downloads: async () => [DOWNLOAD],
        async *download() {
          yield 100;
          return MODEL;
        },
      },
      browserModel: () => null,
      timeoutMinutes: () => null,
      signInWindow: { redirectUrl: (path) => path, open: async () => ({ error: 'cancelled' }) },
      practiceWords,
    },
    mcp: { authorization: { redirectUri: '', authorize: async () => null }, clientVersion: '1' },
    translation: {
      browserTranslator: () => ({ availability: async () => 'available', create: () => Promise.reject(new Error()) }),
      detectLanguage: async () => 'en',
      ask: async () => ({ type: 'gone' }),
      stored: storedValue<Record<string, PageTranslation>>({}),
    },
    actions: {
      showPassage: async () => true,
      showTab: async () => undefined,
      readPdf: async () => '',
      fetchPicture: async () => ({ url: '' }),
      fields: {
        find: () => Promise.reject(new FieldError('not-inserted')),
        write: async () => undefined,
        undo: async () => undefined,
      },
      forms: { show: async () => true, undo: async () => ({ type: 'replaced' }) },
      switchToFallback: async () => undefined,
    },
    keepAlive: { hold: () => () => undefined },
    withLock: async (_threadId, _ifFree, work) => work(),
    record: storage.receipts.create(() => Date.now()).record,
    isLogging: () => false,
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
  };
});

async function listEvents(): Promise<string[]> {
  return (await storage.events.read('t')).rows.map(({ event }) => event.type);
}

describe('the background worker', () => {
  test('answers a question', async () => {
    expect(await createBackgroundWorker(options).handle(SEND)).toEqual({ type: 'done' });
    await expect.poll(listEvents).toContain('run-end');
  });

  test('continues a run that a stopped worker left open', async () => {
    const question: ThreadEvent[] = [
      { type: 'user-message', messageId: 'q', content: 'help' },
      { type: 'run-start', runId: 'r', messageId: 'q', model: PRACTICE, tabId: null, page: null, maxSteps: 12 },
    ];
    await createDatabaseThreadLog(db, () => 1).append('t', question, null);
    await createBackgroundWorker(options).resume();
    await expect.poll(listEvents).toContain('run-end');
  });

  test('handles no command before the database can be used', async () => {
    const ready = Promise.withResolvers<void>();
    const worker = createBackgroundWorker({ ...options, databaseReady: ready.promise });
    const replies: CommandReply[] = [];
    const handled = worker.handle({ type: 'stop-warm-up', threadId: 't' }).then((reply) => replies.push(reply));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(replies).toEqual([]);
    ready.resolve();
    await handled;
    expect(replies).toEqual([{ type: 'done' }]);
  });

  test('downloads models of the extension itself, and others by their server', async () => {
    const worker = createBackgroundWorker(options);
    const download = (endpointId: string) =>
      Array.fromAsync(worker.downloadModel({ endpointId, modelId: 'tiny' }, signal));
    expect((await download(GGUF_ENDPOINT.endpointId)).at(-1)).toEqual({ type: 'done' });
    expect(await options.models.gguf.models.getValue()).toEqual([MODEL]);
    expect(await download('removed')).toMatchObject([
      { type: 'failed', failure: { reason: { type: 'endpoint-removed' } } },
    ]);
  });

  test('stores the endpoints of the policy', async () => {
    const endpoint = { name: 'Ours', baseUrl: 'https://llm.example.com/v1', models: ['m'] };
    const browser = createBrowserAccess({ readPolicy: async () => ({ ...NO_POLICY, endpoints: [endpoint] }) });
    await createBackgroundWorker({ ...options, browser }).applyPolicy();
    expect(await storage.endpoints.all()).toMatchObject([{ endpointId: managedEndpointId(endpoint), name: 'Ours' }]);
  });

  test('uses the browser’s translator unless the policy switches models of the browser off', async () => {
    const command: Command = {
      type: 'translate-page',
      tabId: 7,
      model: { endpointId: BROWSER_TRANSLATOR.endpointId, modelId: '' },
      target: 'de',
      approvedOrigin: null,
    };
    const translate = (browser: WorkerOptions['browser']) =>
      createBackgroundWorker({ ...options, browser }).handle(command);
    const refusedFor = (type: string) => ({ type: 'refused', failure: { reason: { type } } });
    // The page is gone by the time its translation begins.
    expect(await translate(options.browser)).toMatchObject(refusedFor('tab-shows-another-page'));
    const readPolicy = async () => ({ ...NO_POLICY, disabledFeatures: ['browser-model' as const] });
    expect(await translate(createBrowserAccess({ readPolicy }))).toMatchObject(refusedFor('translator-absent'));
  });
});
