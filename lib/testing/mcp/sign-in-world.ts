import type { McpSignInRequest } from '../../contracts/mcp.ts';
import { McpClient } from '../../mcp/mcp-client.ts';
import { AccessToken } from '../../mcp/sign-in/access-token.ts';
import type { SignInTokens } from '../../mcp/sign-in/oauth-client.ts';
import { type SignInOptions, signIn } from '../../mcp/sign-in/sign-in.ts';
import {
  type AuthorizationServer,
  type AuthorizationServerOptions,
  protectedBy,
  startAuthorizationServer,
} from './authorization-server.ts';
import { type McpTestServer, startMcpServer, textResult } from './mcp-server.ts';

/** The servers of a test. */
export const signInServers: { close(): Promise<void> }[] = [];

/** Call it after each test. */
export async function closeSignInServers(): Promise<void> {
  await Promise.all(signInServers.splice(0).map((server) => server.close()));
}

export const neverAborted = () => new AbortController().signal;
export const SIGN_IN_REDIRECT = 'https://extension.test/';
const TOOL = { name: 'echo', inputSchema: { type: 'object' } };

type SignInWorld = {
  mcp: McpTestServer;
  auth: AuthorizationServer;
  client: McpClient;
  /** Signs in like a click on "Sign in". */
  signIn(change?: Partial<SignInOptions>): Promise<SignInTokens>;
  call(): Promise<unknown>;
  /** What is stored. */
  stored: { tokens: SignInTokens | null; request: McpSignInRequest | null };
  /** Everything that was sent, by address. */
  sent: string[];
  shown: string[];
  clock: { now: number };
  /** Creates another access token with the same store, which `load` reads. */
  createAccessToken(load: () => SignInTokens | null): AccessToken;
};

/** An MCP server that needs a sign-in, its authorization server, and a client. */
export async function startSignIn(
  options: AuthorizationServerOptions = {},
  protection: Parameters<typeof protectedBy>[1] = {},
): Promise<SignInWorld> {
  const auth = await startAuthorizationServer(options);
  const mcp = await startMcpServer({
    guard: protectedBy(auth, protection),
    tools: [TOOL],
    call: () => textResult('done'),
  });
  signInServers.push(auth, mcp);
  const sent: string[] = [];
  const shown: string[] = [];
  const clock = { now: 1_000_000 };
  const stored: SignInWorld['stored'] = { tokens: null, request: null };
  const recorded: typeof fetch = (input, init) => {
    sent.push(String(input));
    return fetch(input, init);
  };
  const hasAccess = async () => true;
  const createAccessToken = (load: () => SignInTokens | null) =>
    new AccessToken({
      fetch: recorded,
      hasAccess,
      load: async () => load(),
      save: async (tokens) => {
        stored.tokens = tokens;
      },
      onSignInNeeded: async (request) => {
        stored.request = request;
      },
      now: () => clock.now,
    });
  const authorization = createAccessToken(() => stored.tokens);
  const client = new McpClient({ url: mcp.address, headers: {}, authorization, fetch: recorded, clientVersion: '1' });
  return {
    mcp,
    auth,
    client,
    stored,
    sent,
    shown,
    clock,
    createAccessToken,
    call: () => client.callTool(TOOL, {}, { signal: neverAborted() }),
    async signIn(change = {}) {
      const tokens = await signIn({
        url: mcp.address,
        request: stored.request,
        entered: null,
        previous: stored.tokens,
        fetch: recorded,
        hasAccess,
        signal: neverAborted(),
        now: () => clock.now,
        browser: {
          redirectUri: SIGN_IN_REDIRECT,
          async authorize(url) {
            shown.push(url);
            return (await fetch(url, { redirect: 'manual' })).headers.get('location');
          },
        },
        ...change,
      });
      stored.tokens = tokens;
      stored.request = null;
      return tokens;
    },
  };
}
