import type { McpSignInRequest } from '../../lib/contracts/mcp.ts';
import type { SignInTokens } from '../../lib/mcp/sign-in/oauth-client.ts';
import { type SignInOptions, signIn } from '../../lib/mcp/sign-in/sign-in.ts';
import { SignInError } from '../../lib/mcp/sign-in/sign-in-http.ts';
import { isPrivateAddress } from '../../lib/security/addresses.ts';

/** The hostile MCP server, its authorization server, and that of another company at which the user has an account. */
const EVIL = 'https://evil.test';
const EVIL_AUTH = 'https://evil-auth.test';
const HONEST = 'https://honest-auth.test';
const SINK = 'https://sink.test';
const REDIRECT = 'https://extension.test/';

/** What the honest server issued or knows, and the attacker wants. */
const SECRETS = {
  code: 'canary-code-of-honest-1f0c',
  token: 'canary-token-of-honest-77d2',
  refresh: 'canary-refresh-of-honest-90aa',
  client: 'canary-client-secret-5b13',
};

/** Addresses in the local network or on this machine, in different notations. */
const PRIVATE = [
  'http://127.0.0.1:11434/',
  'https://localhost/',
  'https://[::1]/',
  'https://10.0.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://printer.local/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::ffff:192.168.1.1]/',
  'https://router/',
];
/** Addresses that are not valid for a sign-in. */
const IMPOSSIBLE = [
  'http://sink.test/',
  'javascript:alert(1)//',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://evil.test/1',
  'https://user:password@sink.test/',
  '//sink.test/',
  '',
];

type Reply = { status?: number; body?: unknown; location?: string };
type Attack = {
  name: string;
  /** What the MCP server's refusal contains. */
  request?: McpSignInRequest;
  resource?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  /** Replies that replace those of a server. */
  replies?: Record<string, Reply>;
  /** Where the browser's window is redirected. `shown`: the address it showed. */
  back?: (shown: URL) => string | null;
};

const redirects = (where: string): Attack[] =>
  [302, 307, 308].flatMap((status) =>
    [SINK, 'http://127.0.0.1:11434', HONEST].map((location) => ({
      name: `${status} of ${where} to ${location}`,
      replies: { [where]: { status, location: `${location}/stolen` } },
    })),
  );

const HONEST_PAGE = { authorization_endpoint: `${HONEST}/authorize` };
/** The user signs in at the honest server. `names`: whether the response names that server. */
const fromHonest = (names: boolean) => (shown: URL) => {
  const back = new URL(REDIRECT);
  back.searchParams.set('code', SECRETS.code);
  back.searchParams.set('state', shown.searchParams.get('state') ?? '');
  if (names) back.searchParams.set('iss', HONEST);
  return back.href;
};
const backWith =
  (change: (parameters: URLSearchParams) => void, address = REDIRECT) =>
  (shown: URL) => {
    const back = new URL(address);
    back.searchParams.set('code', SECRETS.code);
    back.searchParams.set('state', shown.searchParams.get('state') ?? '');
    back.searchParams.set('iss', EVIL_AUTH);
    change(back.searchParams);
    return back.href;
  };

export const SIGN_IN_ATTACKS: Attack[] = [
  ...[...PRIVATE, ...IMPOSSIBLE, `${SINK}/`, `${EVIL}@sink.test/`].flatMap((address): Attack[] => [
    { name: `resource metadata at ${address}`, request: { resourceMetadata: address, scope: null } },
    { name: `resource of ${address}`, resource: { resource: address } },
  ]),
  ...[...PRIVATE, ...IMPOSSIBLE].flatMap((address): Attack[] => [
    { name: `authorization server at ${address}`, resource: { authorization_servers: [address] } },
    { name: `authorization page at ${address}`, metadata: { authorization_endpoint: address } },
    { name: `token endpoint at ${address}`, metadata: { token_endpoint: address } },
    { name: `registration at ${address}`, metadata: { registration_endpoint: address } },
  ]),
  { name: 'a resource of the honest company', resource: { resource: 'https://mcp.honest.test/mcp' } },
  { name: 'the issuer of another server', metadata: { issuer: HONEST } },
  { name: 'an issuer that begins alike', metadata: { issuer: `${EVIL_AUTH}.honest.test` } },
  { name: 'a mix-up with a server that names itself', metadata: HONEST_PAGE, back: fromHonest(true) },
  {
    name: 'a mix-up with a server that does not name itself',
    metadata: { ...HONEST_PAGE, authorization_response_iss_parameter_supported: false },
    back: fromHonest(false),
  },
  {
    name: 'a mix-up with the registration of the honest server',
    metadata: {
      ...HONEST_PAGE,
      registration_endpoint: `${HONEST}/register`,
      authorization_response_iss_parameter_supported: undefined,
    },
    back: fromHonest(false),
  },
  { name: 'no code challenge', metadata: { code_challenge_methods_supported: ['plain'] } },
  { name: 'no word on code challenges', metadata: { code_challenge_methods_supported: undefined } },
  ...[
    `${EVIL}/.well-known/oauth-protected-resource/mcp`,
    `${EVIL_AUTH}/.well-known/oauth-authorization-server`,
    `${EVIL_AUTH}/register`,
    `${EVIL_AUTH}/token`,
  ].flatMap(redirects),
  ...(
    [
      ['another state', (back) => back.set('state', 'of-another-request')],
      ['no state', (back) => back.delete('state')],
      ['two states', (back) => back.append('state', 'two')],
      ['the name of another server', (back) => back.set('iss', HONEST)],
      ['a name that differs in its case', (back) => back.set('iss', EVIL_AUTH.toUpperCase())],
      ['no name, though promised', (back) => back.delete('iss')],
      ['two codes', (back) => back.append('code', 'two')],
      ['no code', (back) => back.delete('code')],
      [
        'an error of another server',
        (back) => {
          back.set('error', HONEST);
          back.set('iss', HONEST);
        },
      ],
      ['a token instead of a code', (back) => back.set('response', SECRETS.token)],
    ] as [string, (parameters: URLSearchParams) => void][]
  ).map(([name, change]): Attack => ({ name: `a response with ${name}`, back: backWith(change) })),
  ...[
    `${SINK}/`,
    `${REDIRECT}elsewhere`,
    'https://extension.test.evil.test/',
    'http://extension.test/',
    'https://extension.test:8443/',
  ].map((address): Attack => ({ name: `a response at ${address}`, back: backWith(() => undefined, address) })),
  { name: 'an address that is none', back: () => 'no address' },
  {
    name: 'a token of another kind',
    replies: { [`${EVIL_AUTH}/token`]: { body: { access_token: 'x', token_type: 'mac' } } },
  },
  {
    name: 'a token reply without end',
    replies: { [`${EVIL_AUTH}/token`]: { body: { access_token: 'x'.repeat(300_000) } } },
  },
  {
    name: 'a registration with the id of the honest client',
    replies: { [`${EVIL_AUTH}/register`]: { status: 201, body: { client_id: 'honest-client', client_secret: null } } },
  },
];

type Setting = Pick<SignInOptions, 'entered' | 'previous'> & { name: string };

const BEFORE: SignInTokens = {
  accessToken: SECRETS.token,
  refreshToken: SECRETS.refresh,
  expiresAt: null,
  client: { clientId: 'honest-client', clientSecret: SECRETS.client, authMethod: 'client_secret_post' },
  redirectUri: REDIRECT,
  resource: `${EVIL}/mcp`,
  requestedScope: null,
  grantedScope: null,
  tokenEndpoint: `${HONEST}/token`,
  issuer: HONEST,
};

/**
 * Users who allow every host. The last two have used the honest server for this MCP server, which then turned hostile.
 */
export const SIGN_IN_SETTINGS: Setting[] = [
  { name: 'new', entered: null, previous: null },
  {
    name: 'own client',
    entered: { clientId: 'honest-client', clientSecret: SECRETS.client, issuer: HONEST },
    previous: null,
  },
  { name: 'signed in before', entered: null, previous: BEFORE },
];

export type SignInTally = { cases: number; signedIn: number; leaks: string[]; effects: string[] };

/**
 * Runs every attack on every kind of user. A leak is a secret at a server to which it does not belong. An effect is a
 * request or page that must not occur.
 */
export async function runSignInAttacks(attacks: readonly Attack[] = SIGN_IN_ATTACKS): Promise<SignInTally> {
  const tally: SignInTally = { cases: 0, signedIn: 0, leaks: [], effects: [] };
  for (const attack of attacks) {
    for (const setting of SIGN_IN_SETTINGS) {
      const sent: { url: string; what: string }[] = [];
      const shown: string[] = [];
      const tokens = await signIn({
        url: `${EVIL}/mcp`,
        request: attack.request ?? null,
        entered: setting.entered,
        previous: setting.previous,
        fetch: network(attack, sent),
        hasAccess: async () => true,
        signal: new AbortController().signal,
        now: () => 1_000,
        browser: {
          redirectUri: REDIRECT,
          async authorize(url) {
            shown.push(url);
            return (attack.back ?? backWith((back) => back.set('code', 'code-of-evil')))(new URL(url));
          },
        },
      }).catch((error: unknown) => {
        if (error instanceof SignInError) return null;
        throw error;
      });
      const name = `${attack.name} (${setting.name})`;
      tally.cases++;
      if (tokens !== null) tally.signedIn++;
      for (const { url, what } of sent) {
        const { origin } = new URL(url);
        const leaked = Object.values(SECRETS).filter(
          (secret) => origin !== HONEST && `${url} ${what}`.includes(secret),
        );
        // The attacker's own response contains the code for the attacker's account.
        const isOwn = attack.back === undefined;
        if (leaked.length > 0 && !isOwn) tally.leaks.push(`${name}: ${leaked} to ${origin}`);
        if (isPrivateAddress(new URL(url)) || origin === SINK) tally.effects.push(`${name}: a request to ${url}`);
      }
      for (const url of shown) {
        const page = new URL(url);
        if (page.protocol !== 'https:' || isPrivateAddress(page)) tally.effects.push(`${name}: a page at ${url}`);
      }
      if (JSON.stringify(tokens ?? {}).includes(SINK)) tally.effects.push(`${name}: tokens for the sink`);
    }
  }
  return tally;
}

/** The servers, without a network. A redirect is followed if the request allows it. */
function network(attack: Attack, sent: { url: string; what: string }[]): typeof fetch {
  const metadata = {
    issuer: EVIL_AUTH,
    authorization_endpoint: `${EVIL_AUTH}/authorize`,
    token_endpoint: `${EVIL_AUTH}/token`,
    registration_endpoint: `${EVIL_AUTH}/register`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...attack.metadata,
  };
  const replies: Record<string, Reply> = {
    [`${EVIL}/.well-known/oauth-protected-resource/mcp`]: {
      body: { resource: `${EVIL}/mcp`, authorization_servers: [EVIL_AUTH], ...attack.resource },
    },
    [`${EVIL_AUTH}/.well-known/oauth-authorization-server`]: { body: metadata },
    [`${EVIL_AUTH}/register`]: { status: 201, body: { client_id: 'client' } },
    [`${HONEST}/register`]: { status: 201, body: { client_id: 'honest-client' } },
    [`${EVIL_AUTH}/token`]: { body: { access_token: 'token-of-evil', token_type: 'Bearer' } },
    ...attack.replies,
  };
  const answer = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const url = String(input);
    const headers = JSON.stringify([...new Headers(init.headers)]);
    sent.push({ url, what: `${init.body ?? ''} ${headers} ${decodeBasicHeader(headers)}` });
    const { status = 200, body = {}, location } = replies[url] ?? { status: 404 };
    if (location !== undefined) {
      if (init.redirect !== 'manual') return answer(location, init);
      return new Response(null, { status, headers: { location } });
    }
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
  return answer as typeof fetch;
}

/** Decodes a Basic authorization header. */
function decodeBasicHeader(headers: string): string {
  return atob(/Basic ([A-Za-z0-9+/=]+)/.exec(headers)?.[1] ?? '');
}
