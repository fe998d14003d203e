import { isJsonObject, McpError } from '../contracts/index.ts';
import {
  asMcpError,
  DiscoverResult,
  InitializeResult,
  isProtocolRefusal,
  JSON_RPC,
  RpcRefusal,
  SESSION_VERSIONS,
  STATELESS_VERSION,
  SupportedVersions,
} from './protocol.ts';
import { createBadReplyError } from './reply-messages.ts';

/**
 * The protocol negotiated with a server: the newest revision has no sessions, those before it begin with `initialize`.
 */
export type NegotiatedProtocol = {
  version: string;
  /** Names of the capabilities that the server has declared. */
  capabilities: readonly string[];
  /** Whether it reports when a resource has changed. */
  hasSubscriptions: boolean;
} & ({ type: 'stateless' } | { type: 'session'; sessionId: string | null });

/**
 * Sends a request and resolves to its result. Rejects with McpError or RpcRefusal. `protocol`: null for `initialize`.
 */
export type NegotiationRequest = (
  protocol: NegotiatedProtocol | null,
  method: string,
  params: Record<string, unknown>,
  onResponse?: (response: Response) => void,
) => Promise<Record<string, unknown>>;

/**
 * Tries the newest revision. Any other answer is treated as that of a server that requires `initialize`. The caller
 * sends `notifications/initialized` if a session began. Rejects with McpError.
 */
export async function negotiateProtocol(request: NegotiationRequest, client: Client): Promise<NegotiatedProtocol> {
  return (await discover(request)) ?? initialize(request, client);
}

/**
 * The information about this client that is sent to the server, and whether its address opens an event stream for a GET
 * request.
 */
type Client = {
  clientInfo: Record<string, string>;
  capabilities: Record<string, unknown>;
  hasEventStream: () => Promise<boolean>;
};

const NOTHING = { capabilities: [], hasSubscriptions: false };

function declared(
  capabilities: Record<string, unknown>,
): Pick<NegotiatedProtocol, 'capabilities' | 'hasSubscriptions'> {
  const { resources } = capabilities;
  return {
    capabilities: Object.keys(capabilities),
    hasSubscriptions: isJsonObject(resources) && resources.subscribe === true,
  };
}

/** Asks for the server's description. Null if the server requires `initialize`. */
async function discover(request: NegotiationRequest, mayRepeat = true): Promise<NegotiatedProtocol | null> {
  const stateless: NegotiatedProtocol = { type: 'stateless', version: STATELESS_VERSION, ...NOTHING };
  try {
    const { data } = DiscoverResult.safeParse(await request(stateless, 'server/discover', {}));
    if (!data?.supportedVersions.includes(STATELESS_VERSION)) return null;
    return { ...stateless, ...declared(data.capabilities) };
  } catch (error) {
    const supported = supportedVersions(error);
    if (supported !== null) {
      if (supported.includes(STATELESS_VERSION) && mayRepeat) return discover(request, false);
      if (!supported.some(isSessionVersion)) throw noCommonVersion();
      return null;
    }
    if (isOfOlderServer(error)) return null;
    throw asMcpError(error);
  }
}

async function initialize(
  request: NegotiationRequest,
  { hasEventStream, ...client }: Client,
): Promise<NegotiatedProtocol> {
  const params = { protocolVersion: SESSION_VERSIONS[0], ...client };
  let sessionId: string | null = null;
  const onResponse = ({ headers }: Response) => {
    sessionId = headers.get('mcp-session-id');
  };
  const result = await request(null, 'initialize', params, onResponse).catch(async (error: unknown) => {
    const failure = asMcpError(error);
    const isMissing = failure.code === 'mcp-http' && [400, 404, 405, 501].includes(failure.status ?? 0);
    if (isMissing && (await hasEventStream())) {
      throw new McpError(
        'mcp-old-transport',
        'The MCP server speaks only the transport of 2024-11-05.',
        failure.status,
      );
    }
    if (isMissing && failure.status !== 400) {
      throw new McpError('mcp-no-endpoint', 'There is no MCP server at this address.', failure.status);
    }
    // Only a web page leaves text in place of a reply.
    if (failure instanceof McpError && failure.code === 'mcp-bad-reply' && failure.words !== '') {
      throw new McpError('mcp-no-endpoint', failure.message, null, failure.words);
    }
    throw failure;
  });
  const parseResult = InitializeResult.safeParse(result);
  if (!parseResult.success) throw createBadReplyError('no answer to initialize');
  const { protocolVersion: version, capabilities } = parseResult.data;
  if (!isSessionVersion(version)) throw noCommonVersion();
  return { type: 'session', version, ...declared(capabilities), sessionId };
}

/** The headers for the revision, and for the session if there is one. `protocol`: null before the negotiation. */
export function protocolHeaders(protocol: NegotiatedProtocol | null): Record<string, string> {
  return {
    ...(protocol === null ? {} : { 'MCP-Protocol-Version': protocol.version }),
    ...(protocol?.type === 'session' && protocol.sessionId !== null ? { 'Mcp-Session-Id': protocol.sessionId } : {}),
  };
}

function supportedVersions(error: unknown): readonly string[] | null {
  if (!(error instanceof RpcRefusal) || error.code !== JSON_RPC.unsupportedVersion) return null;
  return SupportedVersions.safeParse(error.data).data?.supported ?? SESSION_VERSIONS;
}

function isSessionVersion(version: string): boolean {
  return (SESSION_VERSIONS as readonly string[]).includes(version);
}

/** Whether this is the answer of a server that does not support the newest revision. */
function isOfOlderServer(error: unknown): boolean {
  // Some servers do not know the new method, and complain about its parameters (quirk: unknown-method-as-params).
  if (error instanceof RpcRefusal) return !isProtocolRefusal(error.code) || error.code === JSON_RPC.invalidParams;
  if (!(error instanceof McpError)) return false;
  const { code, status } = error;
  // Some servers fail on an unknown method, or never answer it (quirk: stumbles-over-discover).
  if (code === 'mcp-bad-reply' || code === 'mcp-cut-off' || code === 'mcp-timed-out') return true;
  return code === 'mcp-http' && status !== 429;
}

function noCommonVersion(): McpError {
  return new McpError('mcp-version', 'The MCP server speaks no revision of the protocol that this client knows.');
}
