import '../testing/fake-browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchHop } from './fetch-hop.ts';

type Noted = Record<string, unknown>;

/** An event of the browser's request API, which the test emits. */
class FakeEvent {
  readonly listeners = new Set<(details: Noted) => void>();
  addListener(listener: (details: Noted) => void): void {
    this.listeners.add(listener);
  }
  removeListener(listener: (details: Noted) => void): void {
    this.listeners.delete(listener);
  }
  emit(details: Noted): void {
    for (const listener of this.listeners) listener(details);
  }
}

const { chrome } = globalThis as unknown as {
  chrome: { webRequest?: object; runtime: { getURL: (path: string) => string } };
};
const OWN = new URL(chrome.runtime.getURL('/x')).href.replace(/\/x$/, '');
const URL_OF_PAGE = 'https://sso.test/start';
const events = { onBeforeRequest: new FakeEvent(), onHeadersReceived: new FakeEvent() };

const request = (more: Noted) => ({ requestId: '1', url: URL_OF_PAGE, tabId: -1, ...more });
const emit = (details: Noted, location: string) => {
  events.onBeforeRequest.emit(details);
  events.onHeadersReceived.emit({ ...details, responseHeaders: [{ name: 'Location', value: location }] });
};
const ours = request({ initiator: OWN });

/** A site that redirects. `meanwhile` runs while the extension's request is in progress. */
function redirecting(meanwhile: () => void): void {
  vi.stubGlobal('fetch', async () => {
    meanwhile();
    return { type: 'opaqueredirect' };
  });
}

beforeEach(() => {
  chrome.webRequest = events;
  Object.assign(chrome.runtime, { getPlatformInfo: async () => ({}) });
});
afterEach(() => {
  delete chrome.webRequest;
  vi.unstubAllGlobals();
});

const hop = () => fetchHop(URL_OF_PAGE, new AbortController().signal);

describe('where a page redirects to', () => {
  test('is what the browser records about the extension’s own request', async () => {
    redirecting(() => emit(ours, 'https://sso.test/login'));
    await expect(hop()).resolves.toMatchObject({ location: 'https://sso.test/login' });
  });

  test('is also read from Firefox, which names the page that made the request', async () => {
    redirecting(() => emit(request({ originUrl: `${OWN}/_generated_background_page.html` }), '/login'));
    await expect(hop()).resolves.toMatchObject({ location: '/login' });
  });

  test.each<[string, Noted]>([
    ['a tab', request({ requestId: '2', tabId: 7, initiator: 'https://racer.test' })],
    ['a tab that the extension shows', request({ requestId: '2', tabId: 7, initiator: OWN })],
    ['a service worker of a page', request({ requestId: '2', initiator: 'https://racer.test' })],
    ['a page in Firefox', request({ requestId: '2', originUrl: 'https://racer.test/x' })],
    ['nobody who is named', request({ requestId: '2' })],
    ['an origin that begins like ours', request({ requestId: '2', initiator: `${OWN}.evil` })],
  ])('is not what another request for the address got, of %s', async (_, other) => {
    redirecting(() => {
      emit(other, 'https://sso.test/landing?ticket=SECRET');
      emit(ours, 'https://sso.test/login');
      emit(other, 'https://sso.test/landing?ticket=SECRET');
    });
    await expect(hop()).resolves.toMatchObject({ location: 'https://sso.test/login' });
  });

  test('is not determined from a response whose request was not seen', async () => {
    redirecting(() => {
      events.onHeadersReceived.emit({ ...ours, requestId: '9', responseHeaders: [{ name: 'location', value: '/x' }] });
      emit(ours, '/login');
    });
    await expect(hop()).resolves.toMatchObject({ location: '/login' });
  });

  test('is refused if two requests could be ours', async () => {
    redirecting(() => {
      emit({ ...ours, requestId: '2' }, 'https://sso.test/landing');
      emit(ours, 'https://sso.test/login');
    });
    await expect(hop()).rejects.toMatchObject({ code: 'redirect-refused' });
  });

  test('is distinguished for two calls, which run one after the other', async () => {
    let count = 0;
    redirecting(() => emit({ ...ours, requestId: String(++count) }, `/login${count}`));
    await expect(Promise.all([hop(), hop()])).resolves.toMatchObject([
      { location: '/login1' },
      { location: '/login2' },
    ]);
    expect([...events.onBeforeRequest.listeners, ...events.onHeadersReceived.listeners]).toEqual([]);
  });

  test('is only requested once the browser records requests', async () => {
    const ready = Promise.withResolvers<object>();
    Object.assign(chrome.runtime, { getPlatformInfo: () => ready.promise });
    const fetched = vi.fn(async () => {
      emit(ours, '/login');
      return { type: 'opaqueredirect' };
    });
    vi.stubGlobal('fetch', fetched);
    const answer = hop();
    await vi.waitFor(() => expect(events.onBeforeRequest.listeners.size).toBe(1));
    expect(fetched).not.toHaveBeenCalled();
    ready.resolve({});
    await expect(answer).resolves.toMatchObject({ location: '/login' });
  });

  test('is refused if the browser notes nothing', async () => {
    chrome.webRequest = undefined as never;
    delete chrome.webRequest;
    redirecting(() => undefined);
    await expect(hop()).rejects.toMatchObject({ code: 'redirect-refused' });
  });
});
