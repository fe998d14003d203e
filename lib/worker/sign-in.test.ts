import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_POLICY } from '../contracts/managed-policy.ts';
import { createConnections } from '../model-api/client/connections.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { loadApiKey } from '../storage/load-api-key.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { createBrowserAccess } from '../testing/worker/browser-access.ts';
import type { BrowserAccess } from './browser-access.ts';
import { type SignInWork, signInToService } from './sign-in.ts';

const ORIGIN = 'https://openrouter.ai';
const COMMAND = { type: 'sign-in', presetId: 'openrouter', endpointId: null } as const;

let db: SidenoteDb;
let storage: Stores;
let opened: string[];
/** How the page ends, given the address to which it should redirect. */
let end: (callbackUrl: string) => Awaited<ReturnType<SignInWork['signInWindow']['open']>>;
let browser: BrowserAccess;

beforeEach(() => {
  db = openDb(`sign-in-${crypto.randomUUID()}`);
  storage = createStores(db);
  opened = [];
  end = (callbackUrl) => ({ redirect: `${callbackUrl}?code=c0de` });
  browser = createBrowserAccess();
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input);
    return Response.json(url.endsWith('/auth/keys') ? { key: 'sk-or-v1-abc' } : { data: [{ id: 'acme/swift' }] });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  db.close();
});

const run = (command: Parameters<typeof signInToService>[1] = COMMAND) =>
  signInToService(
    {
      storage,
      browser,
      practiceFetch: fetch,
      signInWindow: {
        redirectUrl: (path) => `https://abc.chromiumapp.org/${path}`,
        open: async (url) => {
          opened.push(url);
          return end(new URL(url).searchParams.get('callback_url') ?? '');
        },
      },
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
  expect(await loadApiKey(db, 'new', ORIGIN, browser.session)).toBe('sk-or-v1-abc');
  expect(new Set(opened).size).toBe(2);
});

test('an endpoint of another origin does not get the key', async () => {
  const other = { endpointId: 'other', name: 'Other', baseUrl: 'https://api.test/v1', models: [], createdAt: 0 };
  await db.endpoints.put(other);
  expect(await run({ ...COMMAND, endpointId: 'other' })).toMatchObject({ type: 'signed-in', endpointId: 'new' });
  expect(await db.apiKeys.get('other')).toBeUndefined();
});

test.each([
  ['cancelled', { code: 'auth', reason: { type: 'sign-in-cancelled' } }],
  ['not-loaded', { code: 'network', reason: { type: 'unreachable' } }],
] as const)('a sign-in that is %s stores nothing', async (error, failure) => {
  end = () => ({ error });
  expect(await run()).toMatchObject({ type: 'refused', failure });
  expect(await db.endpoints.count()).toBe(0);
});

test('no page is opened without access to the host', async () => {
  browser = createBrowserAccess({ hasHostPermission: async () => false });
  expect(await run()).toMatchObject({ failure: { reason: { type: 'endpoint-not-allowed', name: 'OpenRouter' } } });
  expect(opened).toEqual([]);
});

test('no page is opened for a service that the policy blocks, or while the keys are locked', async () => {
  browser = createBrowserAccess({ readPolicy: async () => ({ ...NO_POLICY, allowedHosts: ['intranet.test'] }) });
  expect(await run()).toMatchObject({ failure: { reason: { type: 'endpoint-blocked', name: 'OpenRouter' } } });
  browser = createBrowserAccess();
  await storage.keys.setPassphrase('correct horse', browser.session);
  browser = createBrowserAccess();
  expect(await run()).toMatchObject({ failure: { code: 'auth', reason: { type: 'keys-locked' } } });
  expect(opened).toEqual([]);
});
