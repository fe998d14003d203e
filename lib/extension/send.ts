import { browser } from 'wxt/browser';
import type { Behalf } from '../contracts/index.ts';
import { inject } from './inject.ts';

/**
 * `cookies`: requests include the user's cookies. `hasBody`: they may have a method other than GET and a body.
 * `followsRedirects`: the browser follows redirects; otherwise a redirect ends the request, and the caller checks the
 * next address first.
 */
type SendingRule = { cookies: boolean; hasBody: boolean; followsRedirects: boolean };

const QUESTION: SendingRule = { cookies: false, hasBody: false, followsRedirects: false };
const EXCHANGE: SendingRule = { cookies: false, hasBody: true, followsRedirects: false };

/** How requests are sent for each `Behalf`, regardless of what their callers ask for. */
const SENDING_RULES: Record<Behalf, SendingRule> = {
  model: EXCHANGE,
  search: EXCHANGE,
  mcp: EXCHANGE,
  'sign-in': EXCHANGE,
  page: QUESTION,
  picture: QUESTION,
  document: QUESTION,
  'open-document': { ...QUESTION, cookies: true },
  // Google serves exports from another of its hosts.
  'google-export': { ...QUESTION, cookies: true, followsRedirects: true },
  // The host of models serves files from another host. Their checksums are known.
  'model-file': { ...QUESTION, followsRedirects: true },
};

/**
 * The only way out of this extension: `fetch` for a `Behalf`. Regardless of `init`, cookies and redirects follow the
 * rule for `behalf`, no referrer is sent, and only web addresses without a password are reached. A linter rule, and
 * scripts/one-way-out.test.ts, forbid every other way.
 */
export function sendFor(behalf: Behalf): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = webAddress(input);
    // biome-ignore lint/style/noRestrictedGlobals: this is the one place that sends
    return fetch(url.href, applyRule(behalf, init));
  };
}

/**
 * Like `sendFor`, from within the page of a tab, which has its cookies and reaches only its own site. The function runs
 * in the page, and returns the outcome of the request.
 */
export function sendInTab(tabId: number, behalf: Behalf, { url, maxBytes, timeoutMs }: InTab): Promise<SentInTab> {
  const how = applyRule(behalf, { redirect: 'manual', cache: 'default' });
  return inject<SentInTab>(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId },
      args: [webAddress(url).href, how, maxBytes, timeoutMs],
      func: async (address: string, init: RequestInit, most: number, ms: number): Promise<SentInTab> => {
        try {
          // biome-ignore lint/style/noRestrictedGlobals: the page of the tab sends it
          const response = await fetch(address, { ...init, signal: AbortSignal.timeout(ms) });
          if (response.type === 'opaqueredirect') return { failed: 'redirect' };
          // As `readAtMost` does, which a function that runs in a page cannot import: a body may unpack to any size.
          const reader = response.body?.getReader();
          const parts: Uint8Array[] = [];
          let length = 0;
          for (;;) {
            const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
            if (done || value === undefined) break;
            length += value.length;
            if (length > most) {
              await reader?.cancel();
              return { failed: 'size' };
            }
            parts.push(value);
          }
          let binary = '';
          for (const part of parts) {
            for (let at = 0; at < part.length; at += 32_768) {
              binary += String.fromCharCode(...part.subarray(at, at + 32_768));
            }
          }
          const contentType = response.headers.get('content-type') ?? '';
          return { status: response.status, contentType, base64: btoa(binary) };
        } catch (error) {
          return { failed: String(error) };
        }
      },
    }),
  );
}

type InTab = { url: string; maxBytes: number; timeoutMs: number };
/** `failed`: `redirect`, `size`, or the browser's message. */
export type SentInTab = { status: number; contentType: string; base64: string } | { failed: string };

function webAddress(input: string | URL | Request): URL {
  if (typeof input !== 'string' && !(input instanceof URL)) throw new TypeError('A request is sent by its address.');
  const url = new URL(input);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`Nothing is sent to addresses of ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw new TypeError('Nothing is sent with a password in its address.');
  return url;
}

function applyRule(behalf: Behalf, init: RequestInit): RequestInit {
  const { cookies, hasBody, followsRedirects } = SENDING_RULES[behalf];
  const isQuestion = (init.method ?? 'GET') === 'GET' && (init.body ?? null) === null;
  if (!hasBody && !isQuestion) throw new TypeError(`A request for a ${behalf} has no body.`);
  return {
    ...init,
    // Cache validators of a page can identify a returning user to its site, like a cookie (`If-None-Match`).
    cache: cookies ? (init.cache ?? 'no-store') : 'no-store',
    credentials: cookies ? 'include' : 'omit',
    redirect: followsRedirects ? 'follow' : init.redirect === 'manual' ? 'manual' : 'error',
    referrerPolicy: 'no-referrer',
  };
}
