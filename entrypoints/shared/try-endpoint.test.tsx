// @vitest-environment happy-dom
import '../../lib/testing/fake-browser.ts';
import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { EMPTY_ENDPOINT } from '../../components/endpoints/endpoint-form.tsx';
import type { CommandReply, EndpointCheck, Failure, FailureReason } from '../../lib/contracts/index.ts';
import { openDb, type SidenoteDb } from '../../lib/storage/db.ts';
import { saveListedModels } from '../../lib/storage/endpoints.ts';
import { createStores, type Stores } from '../../lib/storage/stores.ts';
import { press, render } from '../../lib/testing/render-component.tsx';
import { AddEndpoint } from './add-endpoint.tsx';

let db: SidenoteDb;
let storage: Stores;
/** The worker's answer. It stores the models that it lists. */
let listing: string[] | FailureReason;
/** The findings of the connection test of a named model. */
let found: EndpointCheck[];
let added: { endpointId: string; listingError: string | null }[];

beforeEach(() => {
  fakeBrowser.reset();
  fakeBrowser.permissions.request = async () => true;
  db = openDb(`try-${crypto.randomUUID()}`);
  storage = createStores(db);
  added = [];
  found = ANSWERS;
  fakeBrowser.runtime.connect = (() => testPort()) as unknown as typeof fakeBrowser.runtime.connect;
  vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockImplementation(async (message: unknown): Promise<CommandReply> => {
    const { endpointId } = message as { endpointId: string };
    if (!Array.isArray(listing)) {
      const code: Failure['code'] = listing.type.startsWith('key-') ? 'auth' : 'bad-response';
      return { type: 'refused', failure: { code, reason: listing, retryable: true } };
    }
    await saveListedModels(db, endpointId, listing);
    return { type: 'models', models: listing };
  });
});
afterEach(() => db.delete());

const ANSWERS: EndpointCheck[] = [
  { check: 'model', result: 'ok', finding: { type: 'model-answers', model: 'mine' } },
  { check: 'stream', result: 'ok', finding: { type: 'streams' } },
];

/** The port of the connection test, which reports the findings as soon as it is asked. */
function testPort() {
  let listen: (message: unknown) => void = () => undefined;
  return {
    onMessage: { addListener: (listener: typeof listen) => (listen = listener) },
    onDisconnect: { addListener: () => undefined },
    disconnect: () => undefined,
    postMessage: () => {
      for (const check of found) listen({ type: 'check', check });
      listen({ type: 'end' });
    },
  };
}

async function connect(draft: Partial<typeof EMPTY_ENDPOINT> = {}) {
  const { host } = await render(
    <AddEndpoint
      storage={storage}
      initial={{ ...EMPTY_ENDPOINT, baseUrl: 'http://127.0.0.1:7802/v1', apiKey: 'sk-typo', ...draft }}
      submitLabel="Connect"
      onAdded={(endpointId, listingError) => added.push({ endpointId, listingError })}
      onCancel={null}
    />,
  );
  const submit = async (button = 'Connect') => {
    await press(host, button);
    const isBusy = () => host.querySelector('[type="submit"]:disabled') !== null;
    do await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    while (isBusy());
  };
  await submit();
  return { host, submit };
}

const stored = async () => (await db.endpoints.toArray()).map(({ models }) => models);

describe('a new endpoint', () => {
  test('whose key is refused stays in its form and is not stored; the next attempt can succeed', async () => {
    listing = { type: 'key-refused', host: '127.0.0.1:7802' };
    const { host, submit } = await connect();
    expect(host.querySelector('.field-error')?.textContent).toContain('refused this API key');
    expect(host.querySelector<HTMLInputElement>('[type="password"]')?.value).toBe('sk-typo');
    expect(added).toEqual([]);
    expect(await stored()).toEqual([]);
    expect(await db.apiKeys.count()).toBe(0);
    listing = ['acme-large'];
    await submit();
    expect(added).toMatchObject([{ listingError: null }]);
    expect(await stored()).toEqual([['acme-large']]);
    expect(host.querySelector('[role="alert"]')).toBeNull();
  });

  test('that lists no models asks for the name of one, at the field for it', async () => {
    listing = { type: 'models-not-listed', host: '127.0.0.1:7802', problem: { type: 'status', status: 404 } };
    const { host } = await connect();
    expect(host.querySelector('.field-error')?.textContent).toContain('Enter a model name under Advanced');
    expect(host.querySelector('details')?.open).toBe(true);
    expect(document.activeElement).toBe(host.querySelector('textarea'));
    expect(await stored()).toEqual([]);
  });

  test('whose list is empty asks for a model', async () => {
    listing = [];
    const { host } = await connect();
    expect(host.querySelector('.field-error')?.textContent).toContain('has no models');
    expect(await stored()).toEqual([]);
  });

  test('that fails in another way says why above all fields', async () => {
    listing = { type: 'blocked-on-the-way', host: '127.0.0.1:7802', status: 403 };
    const { host } = await connect();
    expect(host.querySelector('form')?.firstElementChild?.textContent).toContain('firewall');
    expect(await stored()).toEqual([]);
  });

  test('with the name of a model does not have to list any, but the model has to answer and the key must not be refused', async () => {
    listing = { type: 'models-not-listed', host: '127.0.0.1:7802', problem: { type: 'status', status: 404 } };
    await connect({ models: 'mine' });
    expect(await stored()).toEqual([['mine']]);
    const failure: Failure = {
      code: 'not-found',
      reason: { type: 'no-chat-endpoint', host: '127.0.0.1:7802' },
      retryable: false,
    };
    found = [{ check: 'model', result: 'failed', finding: { type: 'failure', failure, similar: [] } }];
    const { host } = await connect({ models: 'mine' });
    expect(host.querySelector('.form-error')?.textContent).toContain('doesn’t offer chat');
    listing = { type: 'key-refused', host: '127.0.0.1:7802' };
    await connect({ models: 'mine' });
    expect(await stored()).toEqual([['mine']]);
    expect(added).toHaveLength(1);
  });

  test('keeps the named models when the server lists others', async () => {
    listing = ['a', 'b'];
    await connect({ models: 'mine' });
    expect(await stored()).toEqual([['mine']]);
  });

  test('can be saved although it could not be tried', async () => {
    listing = { type: 'key-refused', host: '127.0.0.1:7802' };
    const { submit } = await connect({ models: 'mine' });
    await submit('Save without connecting');
    await vi.waitFor(() => expect(added).toMatchObject([{ listingError: null }]));
    expect(await stored()).toEqual([['mine']]);
  });
});
