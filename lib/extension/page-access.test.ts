import '../testing/fake-browser.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { PageSnapshot } from '../contracts/page.ts';
import { createPageAccess, ReadingCache } from './page-access.ts';
import type { PdfReader } from './pdf-reader.ts';

const reading = (title: string) => vi.fn(async () => ({ title }) as PageSnapshot);

test('reads an unchanged page once, also for concurrent requests, and a changed one again', async () => {
  const cache = new ReadingCache();
  const first = reading('one');
  const [one, two] = await Promise.all([cache.get('1', 'a', first), cache.get('1', 'a', first)]);
  expect(one).toBe(two);
  expect(first).toHaveBeenCalledTimes(1);
  const second = reading('two');
  expect((await cache.get('1', 'b', second)).title).toBe('two');
  expect((await cache.get('2', 'b', reading('other tab'))).title).toBe('other tab');
});

test('does not cache failures', async () => {
  const cache = new ReadingCache();
  await expect(cache.get('1', 'a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect((await cache.get('1', 'a', reading('again'))).title).toBe('again');
});

test('evicts the least recently used reading', async () => {
  const cache = new ReadingCache();
  const first = reading('first');
  for (let tab = 0; tab < 6; tab += 1) await cache.get(String(tab), 'a', tab === 0 ? first : reading('x'));
  await cache.get('0', 'a', first);
  await cache.get('7', 'a', reading('x'));
  await cache.get('0', 'a', first);
  expect(first).toHaveBeenCalledTimes(1);
  const second = reading('second');
  await cache.get('1', 'a', second);
  expect(second).toHaveBeenCalledTimes(1);
});

test('finds the facts of a page that never finishes loading, in its state after five seconds', async () => {
  vi.useFakeTimers();
  const facts = { title: 'Tides' };
  const executeScript = ({ injectImmediately }: { injectImmediately?: boolean }) =>
    injectImmediately ? Promise.resolve([{ frameId: 0, result: facts }]) : new Promise(() => undefined);
  Object.assign(browser, { scripting: { executeScript } });
  const found = createPageAccess({} as PdfReader, async () => undefined).facts(1, AbortSignal.timeout(20_000));
  const first = vi.fn();
  void found.then(first);
  await vi.advanceTimersByTimeAsync(4999);
  expect(first).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await found).toEqual(facts);
  vi.useRealTimers();
});

test('identifies a page that is too busy to run a script by what its tab shows', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  Object.assign(browser, { scripting: { executeScript: () => new Promise(() => undefined) } });
  vi.spyOn(browser.tabs, 'get').mockResolvedValue({ title: 'Tides', url: 'https://tides.test/' } as never);
  const state = createPageAccess({} as PdfReader, async () => undefined).check(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await state).toEqual({ type: 'granted', title: 'Tides', url: 'https://tides.test/' });
});

describe('a tab in which Firefox runs no script', () => {
  const check = async (
    url: string | undefined,
    { isAllowed = false, isFirefox = true, isInReaderMode = false, favIconUrl = undefined as string | undefined } = {},
  ) => {
    vi.stubEnv('FIREFOX', isFirefox ? 'true' : '');
    onTestFinished(() => void vi.unstubAllEnvs());
    Object.assign(browser, { scripting: { executeScript: async () => [undefined] } });
    vi.spyOn(browser.tabs, 'get').mockResolvedValue({ url, isInReaderMode, favIconUrl } as never);
    Object.assign(browser.permissions, { contains: async () => isAllowed });
    return createPageAccess({} as PdfReader, async () => undefined).check(1);
  };

  test('can be read with a permission for its site', async () => {
    const url = 'https://tides.test/plan.pdf';
    expect(await check(url)).toEqual({ type: 'viewer', url });
    expect(await check(url, { isAllowed: true })).toEqual({ type: 'granted', title: '', url });
  });

  test.each(['https://addons.mozilla.org/firefox/', 'https://support.mozilla.org/kb/x', 'about:preferences'])(
    'cannot be read if no permission would help: %s',
    async (url) => expect(await check(url)).toMatchObject({ type: 'impossible', error: { code: 'browser-page' } }),
  );

  test('is one that no extension may read in other browsers', async () => {
    const state = await check('https://chromewebstore.google.com/', { isFirefox: false });
    expect(state).toMatchObject({ type: 'impossible', error: { code: 'browser-page' } });
  });

  test('can be shared once the user has left Reader View', async () => {
    expect(await check('about:reader?url=https%3A%2F%2Ftides.test%2F', { isInReaderMode: true })).toEqual({
      type: 'needed',
    });
  });

  test.each(['info', 'warning'])('is one that did not load if it has the browser’s icon for that: %s', async (name) => {
    const favIconUrl = `chrome://global/skin/icons/${name}.svg`;
    const state = await check('https://tides.test/', { favIconUrl });
    expect(state).toMatchObject({ type: 'impossible', error: { code: 'not-loaded' } });
  });

  test.each(['blob:https://tides.test/0a1b', 'data:application/pdf;base64,JVBERi0='])(
    'is a document to be attached if no permission covers its address: %s',
    async (url) => expect(await check(url)).toMatchObject({ type: 'impossible', error: { code: 'file-unread' } }),
  );

  test('may be a local file if the browser hides it although all sites are allowed, which Chrome distinguishes', async () => {
    expect(await check(undefined, { isAllowed: true })).toMatchObject({
      type: 'impossible',
      error: { code: 'hidden-page' },
    });
    expect(await check(undefined, { isAllowed: true, isFirefox: false })).toEqual({ type: 'needed' });
  });

  test.each([
    [true, 'file-unread'],
    [false, 'files-off'],
  ])('gets advice for a local file that exists in the browser (Firefox: %s)', async (isFirefox, code) => {
    expect(await check('file:///home/x.pdf', { isFirefox })).toMatchObject({ type: 'impossible', error: { code } });
  });
});

describe('a document that a tab shows', () => {
  const read = async (
    url: string,
    response: Response | Error,
    { cookieStoreId = 'firefox-default', origin = new URL(url).origin } = {},
  ) => {
    const frame = { url, title: 'Plan', contentType: 'text/html', key: '', print: '' };
    const executeScript = async ({ args, target }: { args?: unknown[]; target: { allFrames?: boolean } }) => {
      if (args !== undefined) return [{ frameId: 0, result: { failed: String(response) } }];
      return [{ frameId: 0, result: target.allFrames ? frame : origin }];
    };
    Object.assign(browser, { scripting: { executeScript } });
    Object.assign(browser.permissions, { contains: async () => true });
    vi.spyOn(browser.tabs, 'get').mockResolvedValue({ url, cookieStoreId } as never);
    const fetched = vi.spyOn(globalThis, 'fetch');
    if (response instanceof Error) fetched.mockRejectedValue(response);
    else fetched.mockResolvedValue(response);
    onTestFinished(() => void vi.restoreAllMocks());
    if (url.endsWith('.pdf')) frame.contentType = 'application/pdf';
    return createPageAccess({} as PdfReader, async () => undefined).read(1, AbortSignal.timeout(20_000));
  };
  const DOCS = 'https://docs.google.com/document/d/1abc/edit';

  test.each([
    ['firefox-container-2', 'firefox-container-2'],
    ['firefox-default', undefined],
  ])('is read with the container of its tab, if it has one: %s', async (cookieStoreId, cookieStore) => {
    const response = new Response('High water', { headers: { 'content-type': 'text/plain' } });
    expect(
      (await read('https://tides.test/plan.pdf', response, { cookieStoreId, origin: 'resource://pdf.js' })).cookieStore,
    ).toBe(cookieStore);
  });

  test.each([302, 403, 404, 410])(
    'is to be downloaded and attached if its site does not send it again: %i',
    async (status) => {
      const response = new Response('No.', { status });
      await expect(read('https://tides.test/once.pdf', response)).rejects.toMatchObject({ code: 'not-sent-again' });
    },
  );

  test('is withheld by its owner if Google refuses its text', async () => {
    await expect(read(DOCS, new Response('No.', { status: 403 }))).rejects.toMatchObject({ code: 'drawn' });
  });

  test('is out of reach, and not withheld by its owner, if it is open in a container', async () => {
    const result = read(DOCS, new Error('Blocked'), { cookieStoreId: 'firefox-container-2' });
    await expect(result).rejects.toMatchObject({ code: 'in-container' });
  });
});
