import type { Behalf } from '../../../lib/contracts/index.ts';
import { sendFor } from '../../../lib/extension/send.ts';
import { type Attempt, type Family, HELD, type Outcome } from './family.ts';

/**
 * Requests that may include the user's cookies, may have a body, or whose redirects the browser may follow. No others
 * may.
 */
const WITH_COOKIES: readonly Behalf[] = ['open-document', 'google-export'];
const WITH_BODY: readonly Behalf[] = ['model', 'search', 'mcp', 'sign-in'];
const FOLLOWING: readonly Behalf[] = ['google-export', 'model-file'];
const ALL: readonly Behalf[] = [
  ...WITH_BODY,
  'page',
  'picture',
  'document',
  'open-document',
  'google-export',
  'model-file',
];

const INITS: Record<string, RequestInit> = {
  nothing: {},
  'with cookies': { credentials: 'include' },
  'with cookies of the site': { credentials: 'same-origin' },
  'following redirects': { redirect: 'follow' },
  'with cookies, following redirects': { credentials: 'include', redirect: 'follow' },
  'with a referrer': { referrer: 'https://bank.test/account?id=4711', referrerPolicy: 'unsafe-url' },
  'as a post': { method: 'POST' },
  'as a post with a body': { method: 'POST', body: 'canary-on-page-5e20', credentials: 'include' },
  'as a put': { method: 'PUT', body: 'canary-on-page-5e20' },
  'as a deletion': { method: 'DELETE', credentials: 'include' },
  'kept alive': { keepalive: true, credentials: 'include' },
  'as a page would': { mode: 'no-cors', credentials: 'include', redirect: 'follow' },
};

const TARGETS = [
  'https://page.test/logout?confirm=1',
  'http://page.test/vote',
  'https://user:canary@page.test/',
  'https://canary@page.test/',
  'file:///etc/passwd',
  'data:text/html,<script>1</script>',
  'blob:https://page.test/1',
  'javascript:1',
  'ftp://page.test/x',
  'ws://page.test/',
  'chrome-extension://abc/options.html',
  'moz-extension://abc/options.html',
  'about:blank',
];

async function send(behalf: Behalf, url: string, init: RequestInit): Promise<Outcome> {
  const sent: { url: string; init: RequestInit }[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (address, how = {}) => {
    sent.push({ url: String(address), init: how });
    return new Response('');
  };
  try {
    await sendFor(behalf)(url, init);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  } finally {
    globalThis.fetch = fetch;
  }
  const [request] = sent;
  if (request === undefined) return HELD;
  const broken = problems(behalf, request);
  return { leak: broken.length === 0 ? null : `${broken} at ${request.url}`, hasSent: true };
}

function problems(behalf: Behalf, { url, init }: { url: string; init: RequestInit }): string[] {
  const { protocol, username, password } = new URL(url);
  const isQuestion = (init.method ?? 'GET') === 'GET' && (init.body ?? null) === null;
  return [
    ...(/^https?:$/.test(protocol) ? [] : ['another scheme']),
    ...(username === '' && password === '' ? [] : ['a password']),
    ...(init.credentials === 'omit' || WITH_COOKIES.includes(behalf) ? [] : ['cookies']),
    ...(init.redirect === 'manual' || init.redirect === 'error' || FOLLOWING.includes(behalf) ? [] : ['redirects']),
    ...(isQuestion || WITH_BODY.includes(behalf) ? [] : ['more than a question']),
    ...(init.referrerPolicy === 'no-referrer' ? [] : ['a referrer']),
  ];
}

export const SENDING: Family = {
  name: 'requests with cookies or redirects',
  controls: [
    'a request has cookies only if the rule for whom it is sent says so',
    'a request has a body only if the rule for whom it is sent says so',
    'nothing is sent with a password in its address',
  ],
  minSent: 0.1,
  attempts: () =>
    ALL.flatMap((behalf) =>
      TARGETS.flatMap((url) =>
        Object.entries(INITS).map(
          ([how, init]): Attempt => ({ name: `${behalf}, ${how}, ${url}`, run: () => send(behalf, url, init) }),
        ),
      ),
    ),
};
