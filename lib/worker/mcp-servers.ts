import {
  type McpCheck,
  type McpCompletionRequest,
  type McpContent,
  type McpContentRequest,
  McpError,
  type McpServer,
  type McpSignInResult,
  mcpClientKeyId,
  mcpHeadersError,
  mcpHeadersKeyId,
  mcpKeyId,
  mcpSignInKeyId,
  parseJson,
  type RecordRequest,
  type Tool,
} from '../contracts/index.ts';
import {
  AccessToken,
  type AuthorizationBrowser,
  McpClient,
  type McpConnection,
  McpSessions,
  mcpTools,
  mergeTools,
  parseMcpAddress,
  SignInError,
  SignInPermissionError,
  SignInTokens,
  signIn,
  tokenHeader,
} from '../mcp/index.ts';
import { recordingSend } from '../security/index.ts';
import { KeysLockedError, type Stores } from '../storage/index.ts';
import { secretKeys } from '../storage/load-api-key.ts';
import type { BrowserAccess } from './browser-access.ts';
import { hideOrigins } from './origins.ts';

export type McpServers = {
  /**
   * The tools that are turned on, as stored. Sends no request. `chosen`: ids of the only servers that are used, or null
   * for all.
   */
  tools(chosen: readonly string[] | null): Promise<Tool[]>;
  /** Checks the connection to a server step by step. */
  check(serverId: string, signal: AbortSignal): AsyncIterable<McpCheck>;
  /** Gets a prompt or a resource. Only on a click of the user. Rejects with McpError. */
  content(request: McpContentRequest, signal: AbortSignal): Promise<McpContent>;
  /** Values that the server suggests for an argument while the user writes it. Rejects with McpError. */
  completions(request: McpCompletionRequest, signal: AbortSignal): Promise<string[]>;
  /**
   * Calls back whenever a server reports that a resource has changed, until `signal` is aborted. Rejects with McpError.
   */
  watch(source: { serverUrl: string; uri: string }, onUpdated: () => void, signal: AbortSignal): Promise<void>;
  /** Signs the user in, in a window of the browser. Only on a click of the user. */
  signIn(serverId: string, signal: AbortSignal): Promise<McpSignInResult>;
};

export type McpServerDependencies = {
  storage: Pick<Stores, 'endpoints' | 'keys' | 'mcpServers'>;
  browser: BrowserAccess;
  /** The window in which the user signs in. */
  authorization: AuthorizationBrowser;
  /** The tools of this program, whose names are reserved. */
  ownTools: readonly Tool[];
  /** Absent where pictures cannot be decoded. */
  toPicture?: NonNullable<McpConnection['toPicture']>;
  /** The version of Sidenote that is sent to servers. */
  clientVersion: string;
  record: RecordRequest;
  now: () => number;
};

/** The MCP servers the user has added. */
export function createMcpServers(dependencies: McpServerDependencies): McpServers {
  const { storage, ownTools, now } = dependencies;
  const sessions = new McpSessions({
    connect: (server) => connectTo(dependencies, server),
    saveListed: (serverId, definitions) =>
      storage.mcpServers.change(serverId, (server) => ({ ...server, tools: mergeTools(server.tools, definitions) })),
    saveOffers: (serverId, offers) => storage.mcpServers.change(serverId, (server) => ({ ...server, ...offers })),
    allow: (serverId, name, definition) => storage.mcpServers.allowTool(serverId, name, definition),
    now,
  });
  const ownNames = ownTools.map(({ name }) => name);
  return {
    async tools(serverIds) {
      const servers = await storage.mcpServers.all();
      const selectedServers = servers.filter(({ serverId }) => serverIds === null || serverIds.includes(serverId));
      return mcpTools(selectedServers, sessions, ownNames);
    },
    async *check(serverId, signal) {
      const server = await storage.mcpServers.get(serverId);
      if (server !== undefined) yield* sessions.check(server, signal);
    },
    async content(request, signal) {
      const server = await storage.mcpServers.get(request.serverId);
      if (server === undefined) throw new McpError('mcp-unreachable', 'The MCP server was removed.');
      return sessions.content(server, request, signal);
    },
    async completions(request, signal) {
      const server = await storage.mcpServers.get(request.serverId);
      return server === undefined || server.hasCompletions !== true
        ? []
        : sessions.completions(server, request, signal);
    },
    async watch({ serverUrl, uri }, onUpdated, signal) {
      const server = (await storage.mcpServers.all()).find(({ url, isOn }) => url === serverUrl && isOn);
      if (server !== undefined) await sessions.watch(server, uri, onUpdated, signal);
    },
    async signIn(serverId, signal) {
      const server = await storage.mcpServers.get(serverId);
      if (server === undefined) return { type: 'failed', code: 'sign-in-unsupported' };
      const result = await signInTo(dependencies, server, signal);
      if (result.type === 'signed-in') sessions.forget(serverId);
      return result;
    },
  };
}

/** A client with the server's token, if the browser allows requests to the server and the token is for its origin. */
async function connectTo(dependencies: McpServerDependencies, server: McpServer): Promise<McpConnection> {
  const { storage, browser, toPicture, clientVersion, record } = dependencies;
  const address = parseMcpAddress(server.url);
  if ('error' in address || !(await browser.hasHostPermission(address.url))) {
    throw new McpError('mcp-no-permission', 'The user has not allowed Sidenote to connect to this MCP server.');
  }
  const { url } = address;
  const load = (id: string) =>
    secretKeys(storage)
      .load(id, new URL(url).origin, browser.session)
      .catch((error: unknown) => {
        if (!(error instanceof KeysLockedError)) throw error;
        throw new McpError(
          'mcp-key-locked',
          'The token of this MCP server is locked. The user has to unlock it in Settings.',
        );
      });
  const [token, more] = [await load(mcpKeyId(server.serverId)), await load(mcpHeadersKeyId(server.serverId))];
  const storedHeaders: unknown = more === null ? null : parseJson(more);
  const moreHeaders = mcpHeadersError(storedHeaders) === null ? (storedHeaders as Record<string, string>) : {};
  // Servers must refuse requests with an unknown Origin.
  await hideOrigins(dependencies);
  const secrets = [...(token === null ? [] : [token]), ...Object.values(moreHeaders)];
  const client = new McpClient({
    url,
    // A token that the user entered is their decision and is never replaced.
    ...(token === null ? { authorization: accessToken(dependencies, server, secrets) } : {}),
    headers: { ...moreHeaders, ...(token === null ? {} : tokenHeader(server.header, token)) },
    // The permission may have been withdrawn in the meantime.
    fetch: async (address, init, { answer, isPrivate = false }) => {
      if (await browser.hasHostPermission(url)) {
        const send = recordingSend(browser.sendFor('mcp'), record, answer, () => ({ kind: 'mcp', isPrivate }));
        return send(address, init);
      }
      throw new McpError('mcp-no-permission', 'The user has not allowed Sidenote to connect to this MCP server.');
    },
    hasForms: true,
    clientVersion,
  });
  return { client, secrets, ...(toPicture && { toPicture }) };
}

/** The tokens of a sign-in, if there was one. All of them are added to `secrets`, so that none appears in a result. */
function accessToken(
  { storage, browser, now }: McpServerDependencies,
  { serverId, url }: McpServer,
  secrets: string[],
): AccessToken {
  return new AccessToken({
    fetch: browser.sendFor('sign-in'),
    hasAccess: browser.hasHostPermission,
    async load() {
      const tokens = await loadSignIn({ storage, browser }, serverId, url).catch((error: unknown) => {
        if (!(error instanceof KeysLockedError)) throw error;
        throw new McpError(
          'mcp-key-locked',
          'The sign-in to this MCP server is locked. The user has to unlock it in Settings.',
        );
      });
      if (tokens !== null) {
        secrets.splice(
          0,
          secrets.length,
          tokens.accessToken,
          tokens.refreshToken ?? '',
          tokens.client.clientSecret ?? '',
        );
      }
      return tokens;
    },
    async save(tokens) {
      // The user may have signed out, or deleted the server.
      if (await storage.keys.has(mcpSignInKeyId(serverId)))
        await saveSignIn({ storage, browser }, serverId, url, tokens);
    },
    onSignInNeeded: (signInRequest) => storage.mcpServers.change(serverId, (server) => ({ ...server, signInRequest })),
    now,
  });
}

async function signInTo(
  dependencies: McpServerDependencies,
  { serverId, url, signInRequest = null, oauthClient = null }: McpServer,
  signal: AbortSignal,
): Promise<McpSignInResult> {
  const { storage, browser, authorization, now } = dependencies;
  try {
    const { origin } = new URL(url);
    const clientSecret = await secretKeys(storage).load(mcpClientKeyId(serverId), origin, browser.session);
    await hideOrigins(dependencies);
    const tokens = await signIn({
      url,
      request: signInRequest,
      entered: oauthClient === null ? null : { ...oauthClient, clientSecret },
      previous: await loadSignIn({ storage, browser }, serverId, url),
      browser: authorization,
      fetch: browser.sendFor('sign-in'),
      hasAccess: browser.hasHostPermission,
      signal,
      now,
    });
    // The server was deleted, or its address changed, while the window was open.
    if ((await storage.mcpServers.get(serverId))?.url !== url) return { type: 'failed', code: 'sign-in-cancelled' };
    await saveSignIn({ storage, browser }, serverId, url, tokens);
    await storage.mcpServers.change(serverId, (server) => ({
      ...server,
      signInRequest: null,
      ...(server.oauthClient ? { oauthClient: { ...server.oauthClient, issuer: tokens.issuer } } : {}),
    }));
    return { type: 'signed-in' };
  } catch (error) {
    if (error instanceof SignInPermissionError) return { type: 'needs-permission', urls: [...error.urls] };
    if (error instanceof SignInError) return { type: 'failed', code: error.code };
    if (error instanceof KeysLockedError) return { type: 'failed', code: 'sign-in-locked' };
    throw error;
  }
}

type KeyAccess = { storage: Pick<Stores, 'keys'>; browser: Pick<BrowserAccess, 'session'> };

async function loadSignIn(
  { storage, browser }: KeyAccess,
  serverId: string,
  url: string,
): Promise<SignInTokens | null> {
  const text = await secretKeys(storage).load(mcpSignInKeyId(serverId), new URL(url).origin, browser.session);
  return text === null ? null : (SignInTokens.safeParse(JSON.parse(text)).data ?? null);
}

function saveSignIn(
  { storage, browser }: KeyAccess,
  serverId: string,
  url: string,
  tokens: SignInTokens,
): Promise<void> {
  return storage.keys.save(mcpSignInKeyId(serverId), new URL(url).origin, JSON.stringify(tokens), browser.session);
}
