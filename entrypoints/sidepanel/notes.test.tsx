// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type Endpoint, PRACTICE_ENDPOINT } from '../../lib/contracts/endpoint.ts';
import { emptyThread } from '../../lib/contracts/thread.ts';
import { browserMessages } from '../../lib/i18n/translate.ts';
import { openStorage } from '../../lib/storage/stores.ts';
import { render } from '../../lib/testing/render-component.tsx';

const api = Object.assign(fakeBrowser, { i18n: browserMessages() });
Object.assign(globalThis, { chrome: api, browser: api });
const { Notes } = await import('./notes.tsx');

const at = (baseUrl: string): Endpoint => ({ endpointId: 'e', name: 'Server', baseUrl, models: [], createdAt: 0 });
const said = async (endpoint: Endpoint | undefined) => {
  const { host } = await render(<Notes storage={openStorage('notes')} thread={emptyThread('t')} endpoint={endpoint} />);
  return host;
};

afterEach(() => vi.restoreAllMocks());

test('the offline note is shown for hosted models only', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect((await said(at('https://api.example.com/v1'))).textContent).toMatch(/^You’re offline\. Server can/);
  expect((await said(at('http://127.0.0.1:11434/v1'))).textContent).toBe('');
  expect((await said(at('http://192.168.1.5:1234/v1'))).textContent).toBe('');
  expect((await said(PRACTICE_ENDPOINT)).textContent).toBe('');
  expect((await said(undefined)).textContent).toBe('');
});

test('the offline note disappears when the network is back', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const host = await said(at('https://api.example.com/v1'));
  expect(host.textContent).not.toBe('');
  network.mockReturnValue(true);
  await act(async () => dispatchEvent(new Event('online')));
  expect(host.textContent).toBe('');
});
