import '../testing/fake-browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Behalf } from '../contracts/index.ts';
import { sendFor } from './send.ts';

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => new Response('ok'));
beforeEach(() => {
  sent.mockClear();
  vi.stubGlobal('fetch', sent);
});
afterEach(() => vi.unstubAllGlobals());

const BEHALVES: Record<Behalf, { credentials: string; redirect: string; takesBody: boolean }> = {
  model: { credentials: 'omit', redirect: 'error', takesBody: true },
  search: { credentials: 'omit', redirect: 'error', takesBody: true },
  mcp: { credentials: 'omit', redirect: 'error', takesBody: true },
  'sign-in': { credentials: 'omit', redirect: 'error', takesBody: true },
  page: { credentials: 'omit', redirect: 'error', takesBody: false },
  picture: { credentials: 'omit', redirect: 'error', takesBody: false },
  document: { credentials: 'omit', redirect: 'error', takesBody: false },
  'open-document': { credentials: 'include', redirect: 'error', takesBody: false },
  'google-export': { credentials: 'include', redirect: 'follow', takesBody: false },
  'model-file': { credentials: 'omit', redirect: 'follow', takesBody: false },
};
const ALL = Object.entries(BEHALVES) as [Behalf, (typeof BEHALVES)[Behalf]][];

describe('a request on behalf of', () => {
  test.each(ALL)('%s has the cookies and redirects of its rule, whatever is asked for', async (behalf, rule) => {
    const { credentials, redirect } = rule;
    await sendFor(behalf)('https://site.test/a', {
      credentials: credentials === 'include' ? 'omit' : 'include',
      redirect: 'follow',
      referrerPolicy: 'unsafe-url',
    });
    expect(sent.mock.lastCall?.[1]).toMatchObject({ credentials, redirect, referrerPolicy: 'no-referrer' });
  });

  test.each(ALL)(
    '%s has nothing to do with what the browser has kept, unless it has cookies as well',
    async (behalf, rule) => {
      await sendFor(behalf)('https://site.test/a', { cache: 'no-cache' });
      const cache = rule.credentials === 'include' ? 'no-cache' : 'no-store';
      expect(sent.mock.lastCall?.[1]).toMatchObject({ cache });
    },
  );

  test.each(ALL)('%s has a body only if its rule says so', async (behalf, { takesBody }) => {
    const posted = sendFor(behalf)('https://site.test/a', { method: 'POST', body: 'words' });
    await (takesBody ? expect(posted).resolves.toBeInstanceOf(Response) : expect(posted).rejects.toThrow(TypeError));
    expect(sent).toHaveBeenCalledTimes(takesBody ? 1 : 0);
  });

  test.each(ALL)('%s reaches web addresses without a password alone', async (behalf) => {
    for (const address of [
      'https://user:word@site.test/',
      'https://user@site.test/',
      'file:///etc/passwd',
      'ftp://site.test/',
      'data:text/plain,a',
      'blob:https://site.test/1',
      'ws://site.test/',
      'chrome-extension://abc/x',
    ])
      await expect(sendFor(behalf)(address)).rejects.toThrow(TypeError);
    await expect(sendFor(behalf)(new Request('https://site.test/'))).rejects.toThrow(TypeError);
    expect(sent).not.toHaveBeenCalled();
  });
});

test('a redirect may be looked at, and is not followed then', async () => {
  await sendFor('page')('https://site.test/a', { redirect: 'manual' });
  expect(sent.mock.lastCall?.[1]).toMatchObject({ redirect: 'manual' });
});
