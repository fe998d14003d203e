import { afterEach, describe, expect, test } from 'vitest';
import { type RawServer, startRawServer } from '../../testing/model-api/raw-server.ts';
import { codeOfRedirect, exchangeCodeForKey, signInUrl } from './sign-in.ts';

const CALLBACK = 'https://abc.chromiumapp.org/openrouter/random';
const SERVICE = { authorizeUrl: 'https://service.test/auth', exchangeUrl: 'https://service.test/api/v1/auth/keys' };
const host = 'service.test';

test('the key is requested from the page with the hash of the verifier', () => {
  expect(Object.fromEntries(new URL(signInUrl(SERVICE, CALLBACK, 'hash')).searchParams)).toEqual({
    callback_url: CALLBACK,
    code_challenge: 'hash',
    code_challenge_method: 'S256',
  });
});

describe('the redirect of a sign-in', () => {
  test('has the code', () => {
    expect(codeOfRedirect(SERVICE, `${CALLBACK}?code=c0de`, CALLBACK)).toEqual({ code: 'c0de' });
  });

  test.each([
    ['of another sign-in', 'https://abc.chromiumapp.org/openrouter/other?code=c0de', 'sign-in-refused', 'state'],
    ['below the address', `${CALLBACK}/more?code=c0de`, 'sign-in-refused', 'state'],
    ['without a code', CALLBACK, 'sign-in-refused', 'code'],
    ['with an endless code', `${CALLBACK}?code=${'x'.repeat(2_001)}`, 'sign-in-refused', 'code'],
    ['with an error', `${CALLBACK}?error=server_error&code=c0de`, 'sign-in-refused', 'server_error'],
    ['that the user declined', `${CALLBACK}?error=access_denied`, 'sign-in-cancelled', undefined],
  ])('%s is refused', (_what, redirect, type, detail) => {
    expect(codeOfRedirect(SERVICE, redirect, CALLBACK)).toEqual({
      failure: { code: 'auth', reason: { type, host }, retryable: true, ...(detail === undefined ? {} : { detail }) },
    });
  });
});

describe('the exchange of a code', () => {
  let server: RawServer | null = null;
  afterEach(() => server?.close());

  async function exchange(status: number, body: string, headers = {}) {
    server = await startRawServer((_request, response) => void response.writeHead(status, headers).end(body));
    const service = { ...SERVICE, exchangeUrl: `${server.url}/api/v1/auth/keys` };
    return exchangeCodeForKey(service, 'c0de', 'secret', fetch);
  }

  test('returns the key for code and verifier', async () => {
    expect(await exchange(200, '{"key":"sk-or-v1-abc","user_id":"u"}')).toEqual({ apiKey: 'sk-or-v1-abc' });
    expect(JSON.parse(server?.requests[0]?.body ?? '')).toEqual({
      code: 'c0de',
      code_verifier: 'secret',
      code_challenge_method: 'S256',
    });
  });

  test.each([
    ['a wrong verifier', 403, '{"error":{"code":403}}', 'sign-in-refused', '403'],
    ['a reply without a key', 200, '{"user_id":"u"}', 'sign-in-refused', 'key'],
    ['a key with a line break', 200, '{"key":"sk\\nx"}', 'sign-in-refused', 'key'],
    ['a web page', 200, '<!doctype html>', 'sign-in-refused', 'key'],
    ['a broken service', 502, '', 'server-error', undefined],
  ])('%s is refused', async (_what, status, body, type, detail) => {
    const reply = await exchange(status, body);
    expect(reply).toMatchObject({ failure: { reason: { type } } });
    expect('failure' in reply && reply.failure.detail).toBe(detail);
  });

  test('follows no redirect with code and verifier', async () => {
    const reply = await exchange(307, '', { location: '/elsewhere' });
    expect(reply).toMatchObject({ failure: { code: 'network', reason: { type: 'unreachable' } } });
    expect(server?.requests.map(({ path }) => path)).toEqual(['/api/v1/auth/keys']);
  });

  test('without a network is refused', async () => {
    await exchange(200, '');
    const { url } = server as RawServer;
    await server?.close();
    server = null;
    expect(await exchangeCodeForKey({ ...SERVICE, exchangeUrl: url }, 'c0de', 'secret', fetch)).toMatchObject({
      failure: { code: 'network' },
    });
  });
});
