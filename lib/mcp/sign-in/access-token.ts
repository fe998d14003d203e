import { McpError, type McpSignInRequest } from '../../contracts/index.ts';
import { type AuthChallenge, hasScopes } from './auth-challenge.ts';
import { refreshTokens, type SignInTokens } from './oauth-client.ts';
import type { SignInHttp } from './sign-in-http.ts';

/** Authorizes the user's requests to an MCP server. */
export type Authorization = {
  /** Headers for the next request. Rejects with McpError. */
  headers(): Promise<Record<string, string>>;
  /**
   * Called when the server refused a request with these headers without acting on it. Resolves if the request can be
   * sent again. Rejects with McpError if the user must act first.
   */
  renew(refusal: Refusal): Promise<void>;
};

export type Refusal = {
  status: number;
  challenge: AuthChallenge;
  headers: Record<string, string>;
  isRepeated: boolean;
};

export type AccessTokenDependencies = Omit<SignInHttp, 'signal'> & {
  load: () => Promise<SignInTokens | null>;
  /** Resolves once the tokens are stored, since a server may accept each refresh token only once. */
  save: (tokens: SignInTokens) => Promise<void>;
  /** Stores what the server demands, for the user's next sign-in. */
  onSignInNeeded: (request: McpSignInRequest) => Promise<void>;
  now: () => number;
};

/** A token is renewed this long before it expires, in milliseconds. */
const EARLY_MS = 30_000;

/**
 * The access token of a server, renewed with its refresh token if it has expired or is refused. Never shows anything to
 * the user: if a sign-in is necessary, the request fails with an error that says so.
 */
export class AccessToken implements Authorization {
  readonly #dependencies: AccessTokenDependencies;
  #renewal: Promise<SignInTokens | null> | null = null;

  constructor(dependencies: AccessTokenDependencies) {
    this.#dependencies = dependencies;
  }

  async headers(): Promise<Record<string, string>> {
    let tokens = await this.#dependencies.load();
    const isOver = tokens?.expiresAt != null && tokens.expiresAt - EARLY_MS <= this.#dependencies.now();
    if (tokens !== null && isOver && tokens.refreshToken !== null) tokens = (await this.#renewed(tokens)) ?? tokens;
    return tokens === null ? {} : { authorization: `Bearer ${tokens.accessToken}` };
  }

  async renew({ status, challenge, headers, isRepeated }: Refusal): Promise<void> {
    const tokens = await this.#dependencies.load();
    const isInsufficient = challenge.error === 'insufficient_scope';
    if (status === 401 && tokens !== null && !isRepeated) {
      // Another request has renewed it in the meantime.
      if (headers.authorization !== `Bearer ${tokens.accessToken}`) return;
      if (tokens.refreshToken !== null && (await this.#renewed(tokens)) !== null) return;
    }
    if (status === 403 && (!isInsufficient || hasScopes(tokens?.grantedScope ?? null, challenge.scope))) {
      // Authenticated but not authorized: signing in again does not help.
      throw new McpError('mcp-auth', `The MCP server refuses access (HTTP ${status}).`, status);
    }
    const { resourceMetadata, scope } = challenge;
    await this.#dependencies.onSignInNeeded({ resourceMetadata, scope });
    throw isInsufficient
      ? new McpError('mcp-scope', 'The MCP server wants more permissions. The user has to sign in again.', status)
      : new McpError('mcp-sign-in', 'The user has to sign in to the MCP server.', status);
  }

  /** New tokens, already stored, or null if none can be obtained. Concurrent callers share the result. */
  async #renewed(tokens: SignInTokens): Promise<SignInTokens | null> {
    this.#renewal ??= this.#renewNow(tokens).finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #renewNow({ accessToken }: SignInTokens): Promise<SignInTokens | null> {
    const { load, fetch, hasAccess, save, now } = this.#dependencies;
    const tokens = await load();
    // Other callers may have stored newer tokens since this one read them, or while the server was answering.
    if (tokens?.accessToken !== accessToken) return tokens;
    if (tokens.refreshToken === null) return null;
    // All callers share it, so no caller's signal aborts it. The old refresh token is invalid once it was sent.
    const http = { fetch, hasAccess, signal: new AbortController().signal };
    const renewed = await refreshTokens(tokens, tokens.refreshToken, now(), http).catch(() => {
      throw new McpError('mcp-unreachable', 'The authorization server of the MCP server could not be asked.');
    });
    if (renewed === null) {
      const latestTokens = await load();
      if (latestTokens?.accessToken !== accessToken) return latestTokens;
    }
    await save(renewed ?? { ...tokens, refreshToken: null });
    return renewed;
  }
}
