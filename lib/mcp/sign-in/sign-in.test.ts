import { afterEach, describe, expect, test } from 'vitest';
import { type AuthorizationServerOptions, startAuthorizationServer } from '../../testing/mcp/authorization-server.ts';
import {
  closeSignInServers,
  neverAborted,
  SIGN_IN_REDIRECT,
  signInServers,
  startSignIn,
} from '../../testing/mcp/sign-in-world.ts';
import { startRawServer } from '../../testing/model-api/raw-server.ts';
import { signIn } from './sign-in.ts';

afterEach(closeSignInServers);

describe('a sign-in', () => {
  test('is asked for by the first request, shows nothing by itself, and makes calls work', async () => {
    const { client, call, stored, shown, auth, mcp, ...rest } = await startSignIn({}, { scopes: ['read'] });
    await expect(client.connect(neverAborted())).rejects.toMatchObject({ code: 'mcp-sign-in' });
    expect(shown).toEqual([]);
    expect(stored.request?.scope).toBe('read');
    const tokens = await rest.signIn();
    await call();
    const [shownTo] = auth.authorizations;
    expect(shownTo?.get('code_challenge_method')).toBe('S256');
    expect(shownTo?.get('resource')).toBe(mcp.address);
    expect(shownTo?.get('scope')).toBe('read');
    expect(auth.registrations).toEqual([
      {
        client_name: 'Sidenote',
        redirect_uris: [SIGN_IN_REDIRECT],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'web',
      },
    ]);
    expect(auth.tokenRequests[0]?.form.get('resource')).toBe(mcp.address);
    expect(tokens).toMatchObject({ grantedScope: 'read', issuer: auth.issuer });
    // The token is sent to the MCP server and nowhere else.
    expect(auth.requests.some(({ headers }) => headers.authorization?.includes(tokens.accessToken))).toBe(false);
  });

  test.each([
    ['in a path of its own, named in the refusal', { path: '/meta.json' }, {}],
    ['below the root, not named', { named: (): null => null }, {}],
    ['at the root, not named', { named: (): null => null, path: '/.well-known/oauth-protected-resource' }, {}],
    ['and OpenID Connect', {}, { metadataPath: '/.well-known/openid-configuration' }],
    ['and an issuer with a path', {}, { issuerPath: '/tenant' }],
    [
      'and OpenID Connect with a path before it',
      {},
      { issuerPath: '/tenant', metadataPath: '/.well-known/openid-configuration/tenant' },
    ],
    [
      'and OpenID Connect with a path after it',
      {},
      { issuerPath: '/tenant', metadataPath: '/tenant/.well-known/openid-configuration' },
    ],
  ])('finds metadata %s', async (_, protection, options) => {
    const { client, call, ...rest } = await startSignIn(options, protection);
    await expect(client.connect(neverAborted())).rejects.toMatchObject({ code: 'mcp-sign-in' });
    await rest.signIn();
    await call();
  });

  test('uses the client that the user entered, with its secret, and with no other authorization server', async () => {
    const { auth, ...rest } = await startSignIn();
    const entered = { clientId: 'my-client', clientSecret: 'my secret', issuer: null };
    await rest.signIn({ entered });
    expect(auth.registrations).toEqual([]);
    const basic = `Basic ${btoa('my-client:my%20secret')}`;
    expect(auth.tokenRequests[0]?.headers.authorization).toBe(basic);
    const moved = rest.signIn({ entered: { ...entered, issuer: 'https://elsewhere.test' } });
    await expect(moved).rejects.toMatchObject({ code: 'sign-in-other-server' });
  });

  test('registers once with an authorization server, and again with another', async () => {
    const first = await startSignIn();
    const tokens = await first.signIn();
    await first.signIn();
    expect(first.auth.registrations).toHaveLength(1);
    const second = await startSignIn();
    await second.signIn({ previous: tokens });
    expect(second.auth.registrations).toHaveLength(1);
  });

  test('asks for the scopes it has and the one that was missing, and not twice for what was granted', async () => {
    const { client, call, auth, stored, ...rest } = await startSignIn({}, { scopes: ['read'], callScopes: ['write'] });
    await expect(client.connect(neverAborted())).rejects.toMatchObject({ code: 'mcp-sign-in' });
    await rest.signIn();
    await expect(call()).rejects.toMatchObject({ code: 'mcp-scope' });
    expect(stored.request?.scope).toBe('write');
    await rest.signIn();
    expect(auth.authorizations.at(-1)?.get('scope')).toBe('read write');
    await call();
  });

  test('is not asked for again if the server refuses a scope that it granted', async () => {
    const { call, stored, ...rest } = await startSignIn({}, { callScopes: ['write'] });
    const tokens = await rest.signIn();
    stored.tokens = { ...tokens, grantedScope: 'write' };
    await expect(call()).rejects.toMatchObject({ code: 'mcp-auth' });
  });

  test('adds offline_access only if the authorization server knows it', async () => {
    const knows = await startSignIn(
      { metadata: (metadata) => ({ ...metadata, scopes_supported: ['read', 'offline_access'] }) },
      { resource: (metadata) => ({ ...metadata, scopes_supported: ['read'] }) },
    );
    await knows.signIn();
    expect(knows.auth.authorizations[0]?.get('scope')).toBe('read offline_access');
  });

  test('names the hosts that the browser has to be allowed to connect to, before anything is shown', async () => {
    const { auth, mcp, shown, ...rest } = await startSignIn();
    const hasAccess = async (url: string) => url === new URL(mcp.address).origin;
    await expect(rest.signIn({ hasAccess })).rejects.toMatchObject({ urls: [auth.url] });
    expect(auth.requests).toEqual([]);
    expect(shown).toEqual([]);
  });

  test('that the user closes or denies is cancelled', async () => {
    const closed = await startSignIn();
    const browser = { redirectUri: SIGN_IN_REDIRECT, authorize: async () => null };
    await expect(closed.signIn({ browser })).rejects.toMatchObject({ code: 'sign-in-cancelled' });
    const denied = await startSignIn({ redirect: ({ searchParams }) => searchParams.set('error', 'access_denied') });
    await expect(denied.signIn()).rejects.toMatchObject({ code: 'sign-in-cancelled' });
    expect(denied.auth.tokenRequests).toEqual([]);
  });
});

describe('a response', () => {
  test.each([
    ['of another request', (url: URL) => url.searchParams.set('state', 'another')],
    ['without state', (url: URL) => url.searchParams.delete('state')],
    ['of another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.test')],
    ['of an issuer spelled otherwise', (url: URL) => url.searchParams.set('iss', `${url.searchParams.get('iss')}/`)],
    ['without the issuer that was promised', (url: URL) => url.searchParams.delete('iss')],
    ['without a code', (url: URL) => url.searchParams.delete('code')],
    ['with two codes', (url: URL) => url.searchParams.append('code', 'another')],
    [
      'that is an error of another issuer',
      (url: URL) => {
        url.searchParams.set('error', 'access_denied');
        url.searchParams.set('iss', 'https://evil.test');
      },
    ],
    [
      'that arrives elsewhere',
      (url: URL) => {
        url.host = 'elsewhere.test';
      },
    ],
  ])('%s is not used, and its code goes nowhere', async (_, redirect) => {
    const { auth, ...rest } = await startSignIn({ redirect });
    await expect(rest.signIn()).rejects.toMatchObject({ code: 'sign-in-response' });
    expect(auth.tokenRequests).toEqual([]);
  });
});

test('a code from the page of another server is sent nowhere if that server does not name itself', async () => {
  const other = await startAuthorizationServer({ redirect: (url) => url.searchParams.delete('iss') });
  signInServers.push(other);
  const { auth, ...rest } = await startSignIn({
    metadata: ({ authorization_response_iss_parameter_supported: _, ...metadata }) => ({
      ...metadata,
      authorization_endpoint: `${other.issuer}/authorize`,
    }),
  });
  await expect(rest.signIn()).rejects.toMatchObject({ code: 'sign-in-response' });
  expect(other.authorizations).toHaveLength(1);
  expect([...auth.tokenRequests, ...other.tokenRequests]).toEqual([]);
});

describe('metadata', () => {
  const endpoint =
    (name: string, address: string): NonNullable<AuthorizationServerOptions['metadata']> =>
    (metadata) => ({ ...metadata, [name]: address });

  test.each([
    ['without PKCE', { metadata: endpoint('code_challenge_methods_supported', '') }, 'sign-in-no-pkce'],
    ['of another issuer', { metadata: endpoint('issuer', 'https://evil.test') }, 'sign-in-metadata'],
    [
      'with a token endpoint in the clear',
      { metadata: endpoint('token_endpoint', 'http://a.test/t') },
      'sign-in-address',
    ],
    [
      'with a page of another scheme',
      { metadata: endpoint('authorization_endpoint', 'file:///etc') },
      'sign-in-address',
    ],
    ['with a password', { metadata: endpoint('token_endpoint', 'https://a:b@a.test') }, 'sign-in-address'],
    [
      'that registers no clients',
      { metadata: ({ registration_endpoint: _, ...rest }: Record<string, unknown>) => rest },
      'sign-in-no-client',
    ],
    ['that is none', { metadata: () => null }, 'sign-in-metadata'],
  ])('%s is refused', async (_, options, code) => {
    const { shown, ...rest } = await startSignIn(options);
    await expect(rest.signIn()).rejects.toMatchObject({ code });
    expect(shown).toEqual([]);
  });

  test.each([
    ['about another server', { resource: () => ({ resource: 'https://evil.test/mcp', authorization_servers: [] }) }],
    [
      'about another path',
      {
        resource: (metadata: Record<string, unknown>) => ({ ...metadata, resource: `${metadata.resource}/other` }),
      },
    ],
    ['without an authorization server', { resource: ({ resource }: Record<string, unknown>) => ({ resource }) }],
  ])('of a resource %s is refused', async (_, protection) => {
    const { auth, ...rest } = await startSignIn({}, protection);
    await expect(rest.signIn()).rejects.toMatchObject({ code: 'sign-in-metadata' });
    expect(auth.requests).toEqual([]);
  });

  test('elsewhere than on the MCP server is not asked for', async () => {
    const { client, sent, ...rest } = await startSignIn({}, { named: () => 'https://elsewhere.test/m' });
    await expect(client.connect(neverAborted())).rejects.toMatchObject({ code: 'mcp-sign-in' });
    await expect(rest.signIn()).rejects.toMatchObject({ code: 'sign-in-address' });
    expect(sent.some((address) => address.includes('elsewhere'))).toBe(false);
  });

  /** A public MCP server and its authorization server, without a network. */
  async function asked(authorizationServer: string, change: Record<string, string> = {}) {
    const sent: string[] = [];
    const answer = (url: string) => {
      if (url.startsWith('https://mcp.example/.well-known/oauth-protected-resource')) {
        return { resource: 'https://mcp.example/mcp', authorization_servers: [authorizationServer] };
      }
      return {
        issuer: authorizationServer,
        authorization_endpoint: 'https://login.example/a',
        token_endpoint: 'https://login.example/t',
        registration_endpoint: 'https://login.example/r',
        code_challenge_methods_supported: ['S256'],
        ...change,
      };
    };
    const failure = await signIn({
      url: 'https://mcp.example/mcp',
      request: null,
      entered: null,
      previous: null,
      fetch: (async (input: string) => {
        sent.push(input);
        return Response.json(answer(input));
      }) as typeof fetch,
      hasAccess: async () => true,
      signal: neverAborted(),
      now: () => 0,
      browser: { redirectUri: SIGN_IN_REDIRECT, authorize: async () => null },
    }).catch((error: unknown) => error);
    return { sent, failure };
  }

  test.each([
    'https://10.0.0.1',
    'https://192.168.1.1/login',
    'http://127.0.0.1:8080',
    'https://localhost',
    'https://[::1]:9000',
    'https://[::ffff:10.0.0.1]',
    'https://169.254.169.254',
    'https://router.local',
    'https://intranet',
    'https://2130706433',
  ])('of a public server does not lead to %s', async (address) => {
    const { sent, failure } = await asked(address);
    expect(failure).toMatchObject({ code: 'sign-in-address' });
    expect(sent).toEqual(['https://mcp.example/.well-known/oauth-protected-resource/mcp']);
    for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint']) {
      const further = await asked('https://login.example', { [name]: address });
      expect(further.failure).toMatchObject({ code: 'sign-in-address' });
      expect(further.sent.every((each) => each.includes('/.well-known/'))).toBe(true);
    }
  });
});

describe('a redirect', () => {
  test('of the token endpoint is not followed, so that no code goes elsewhere', async () => {
    const elsewhere = await startRawServer((_, response) => void response.end('{}'));
    signInServers.push(elsewhere);
    const { ...rest } = await startSignIn({
      token: (_, response) => {
        response.writeHead(307, { location: `${elsewhere.url}/token` }).end();
        return true;
      },
    });
    await expect(rest.signIn()).rejects.toMatchObject({ code: 'sign-in-redirect' });
    expect(elsewhere.requests).toEqual([]);
  });
});
