import '../testing/fake-browser.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { browserSession } from '../extension/browser-storage.ts';
import { createConnections } from '../model-api/client/connections.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { loadApiKey } from '../storage/load-api-key.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { signIn } from './sign-in.ts';

const ORIGIN = 'https://openrouter.ai';
const COMMAND = { type: 'sign-in', presetId: 'openrouter', endpointId: null } as const;

let db: SidenoteDb;
let storage: Stores;
let opened: string[];
/** What the page redirects to, made from the address it was given; throws as the browser does. */
let page: (callbackUrl: string) => string;

beforeEach(() => {
  db = openDb(`sign-in-${crypto.randomUUID()}`);
  storage = createStores(db);
  opened = [];
  page = (callbackUrl) => `${callbackUrl}?code=c0de`;
  fakeBrowser.permissions.contains = async () => true;
  Object.assign(fakeBrowser.identity, {
    getRedirectURL: (path: string) => `https://abc.chromiumapp.org/${path}`,
    launchWebAuthFlow: async ({ url }: { url: string }) => {
      opened.push(url);
      return page(new URL(url).searchParams.get('callback_url') ?? '');
    },
  });
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input);
    return Response.json(url.endsWith('/auth/keys') ? { key: 'sk-or-v1-abc' } : { data: [{ id: 'acme/swift' }] });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  db.close();
});

const run = (command: Parameters<typeof signIn>[1] = COMMAND) =>
  signIn(
    {
      storage,
      now: () => 1,
      connectionsTo: createConnections(),
      keepAlive: { hold: () => () => undefined },
      newId: () => 'new',
    },
    command,
  );

test('the endpoint of the service is added once, with its key and its models', async () => {
  expect(await run()).toEqual({ type: 'signed-in', endpointId: 'new', listing: null });
  expect(await run()).toEqual({ type: 'signed-in', endpointId: 'new', listing: null });
  expect(await db.endpoints.toArray()).toMatchObject([{ name: 'OpenRouter', models: ['acme/swift'] }]);
  expect(await loadApiKey(db, 'new', ORIGIN, browserSession)).toBe('sk-or-v1-abc');
  expect(new Set(opened).size).toBe(2);
});

test('an endpoint of another origin does not get the key', async () => {
  const other = { endpointId: 'other', name: 'Other', baseUrl: 'https://api.test/v1', models: [], createdAt: 0 };
  await db.endpoints.put(other);
  expect(await run({ ...COMMAND, endpointId: 'other' })).toMatchObject({ type: 'signed-in', endpointId: 'new' });
  expect(await db.apiKeys.get('other')).toBeUndefined();
});

test.each([
  ['The user did not approve access.', { code: 'auth', reason: { type: 'sign-in-cancelled' } }],
  ['Authorization page could not be loaded.', { code: 'network', reason: { type: 'unreachable' } }],
])('nothing is stored after “%s”', async (message, failure) => {
  page = () => {
    throw new Error(message);
  };
  expect(await run()).toMatchObject({ type: 'refused', failure });
  expect(await db.endpoints.count()).toBe(0);
});

test('no page is opened without access to the host', async () => {
  fakeBrowser.permissions.contains = async () => false;
  expect(await run()).toMatchObject({ failure: { reason: { type: 'endpoint-not-allowed', name: 'OpenRouter' } } });
  expect(opened).toEqual([]);
});
