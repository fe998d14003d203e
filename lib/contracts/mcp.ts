import * as z from 'zod';
import { ToolError } from './tool-error.ts';

/**
 * A server's description of one of its tools, limited in length and cleaned. It is untrusted text, which the user reads
 * before the tool is used.
 */
export const McpToolDefinition = z.object({
  description: z.string(),
  /** JSON Schema of the arguments. */
  inputSchema: z.record(z.string(), z.unknown()),
  /** The server says that calls change nothing. This only counts if the user trusts the server about it. */
  isReadOnly: z.boolean(),
});
export type McpToolDefinition = z.infer<typeof McpToolDefinition>;

/**
 * A tool of a server. `allowed` is its definition when the user turned it on, and the one that models receive. It is
 * null before that. `listed` is the definition that the server listed last. It is null if the tool is gone.
 */
export const McpTool = z.object({
  name: z.string(),
  isOn: z.boolean(),
  allowed: McpToolDefinition.nullable(),
  listed: McpToolDefinition.nullable(),
});
export type McpTool = z.infer<typeof McpTool>;

/**
 * A prompt of a server, as last listed, limited in length and cleaned. Its `name` and those of its arguments are sent
 * unchanged.
 */
export const McpPrompt = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  arguments: z.array(
    z.object({ name: z.string(), title: z.string(), description: z.string(), isRequired: z.boolean() }),
  ),
});
export type McpPrompt = z.infer<typeof McpPrompt>;

/** A resource of a server, as last listed, limited in length and cleaned. `uri` is sent unchanged. */
export const McpResource = z.object({ uri: z.string(), name: z.string(), description: z.string() });
export type McpResource = z.infer<typeof McpResource>;

/**
 * A template for resources of a server. The values that the user enters for `variables` complete its URI (RFC 6570).
 */
export const McpTemplate = z.object({
  uriTemplate: z.string(),
  name: z.string(),
  description: z.string(),
  variables: z.array(z.string()),
});
export type McpTemplate = z.infer<typeof McpTemplate>;

/** What a server offers the user, besides tools for models. `hasCompletions`: it suggests values for arguments. */
export type McpOffers = {
  prompts: McpPrompt[];
  resources: McpResource[];
  templates: McpTemplate[];
  hasCompletions: boolean;
};

/** What the user entered, keyed by the names of arguments or variables. */
const Entered = z.record(z.string().max(200), z.string().max(10_000));

/**
 * What the user requests from a server for a question: a prompt with these arguments, a resource, or a resource named
 * by a template.
 */
export const McpContentRequest = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('prompt'),
    serverId: z.string().max(64),
    name: z.string().max(200),
    arguments: Entered,
  }),
  z.strictObject({ type: z.literal('resource'), serverId: z.string().max(64), uri: z.string().max(2_000) }),
  z.strictObject({
    type: z.literal('template'),
    serverId: z.string().max(64),
    uriTemplate: z.string().max(2_000),
    arguments: Entered,
  }),
]);
export type McpContentRequest = z.infer<typeof McpContentRequest>;

/** Asks a server to complete an argument of a prompt, or a variable of a template, while the user types it. */
export const McpCompletionRequest = z.strictObject({
  serverId: z.string().max(64),
  of: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('prompt'), name: z.string().max(200) }),
    z.strictObject({ type: z.literal('template'), uriTemplate: z.string().max(2_000) }),
  ]),
  argument: z.strictObject({ name: z.string().max(200), value: z.string().max(10_000) }),
  /** The values entered for the other arguments or variables. */
  entered: Entered,
});
export type McpCompletionRequest = z.infer<typeof McpCompletionRequest>;

/**
 * What a server returned for such a request: the text of a prompt, cleaned ('' for a resource), its content as files,
 * and the URI of a resource. `data` is base64.
 */
export const McpContent = z.object({
  text: z.string(),
  uri: z.string().optional(),
  files: z.array(z.object({ name: z.string(), data: z.string() })),
});
export type McpContent = z.infer<typeof McpContent>;

/**
 * What a server required when it last refused access: the location of its metadata, and the required scopes. Untrusted
 * text of the server.
 */
export const McpSignInRequest = z.object({ resourceMetadata: z.string().nullable(), scope: z.string().nullable() });
export type McpSignInRequest = z.infer<typeof McpSignInRequest>;

/** An MCP server that the user has added. Its token is stored like an API key, under `mcpKeyId`. */
export const McpServer = z.object({
  serverId: z.string().min(1),
  name: z.string().min(1),
  url: z.string(),
  /** The header that carries the token. With `Authorization`, it is sent as a bearer token. */
  header: z.string(),
  /** Names of additional headers, whose values are stored like keys, under `mcpHeadersKeyId`. */
  headerNames: z.array(z.string()).optional(),
  isOn: z.boolean(),
  /**
   * Calls of tools that claim to be read-only run without approval, as long as nothing untrusted from elsewhere was
   * read.
   */
  isTrustedToRead: z.boolean(),
  tools: z.array(McpTool),
  /** Absent before they were listed. */
  prompts: z.array(McpPrompt).optional(),
  resources: z.array(McpResource).optional(),
  templates: z.array(McpTemplate).optional(),
  hasCompletions: z.boolean().optional(),
  createdAt: z.number(),
  /** Set while the server refuses access until the user signs in. */
  signInRequest: McpSignInRequest.nullable().optional(),
  /**
   * The OAuth client that the user has registered with the authorization server. `issuer` is that server. It is set at
   * the first sign-in, and the client is not used with any other.
   */
  oauthClient: z.object({ clientId: z.string(), issuer: z.string().nullable() }).nullable().optional(),
});
export type McpServer = z.infer<typeof McpServer>;

/** The header that carries a token unless the user chooses another one. Header names are case-insensitive. */
export const TOKEN_HEADER = 'authorization';

/** The id of a server's token among the API keys. */
export function mcpKeyId(serverId: string): string {
  return `mcp:${serverId}`;
}

/** The id of a sign-in's result: access token, refresh token and the registered client, as one JSON text. */
export function mcpSignInKeyId(serverId: string): string {
  return `${mcpKeyId(serverId)}:sign-in`;
}

/** The id of the OAuth client secret that the user entered. */
export function mcpClientKeyId(serverId: string): string {
  return `${mcpKeyId(serverId)}:client`;
}

/** The id of the values of additional headers, as one JSON object. */
export function mcpHeadersKeyId(serverId: string): string {
  return `${mcpKeyId(serverId)}:headers`;
}

/** The ids of everything that is stored like a key for a server. */
export function mcpKeyIds(serverId: string): string[] {
  return [mcpKeyId, mcpSignInKeyId, mcpClientKeyId, mcpHeadersKeyId].map((id) => id(serverId));
}

/** Whether the server now describes a tool differently from when the user turned it on. */
export function hasMcpToolChanged({ allowed, listed }: McpTool): boolean {
  return allowed !== null && listed !== null && !isSameDefinition(allowed, listed);
}

/** Whether two definitions are equal. */
export function isSameDefinition(one: McpToolDefinition, other: McpToolDefinition): boolean {
  return definitionText(one) === definitionText(other);
}

/** Returns a definition in the form that the user reads and that is compared. The order of keys does not matter. */
export function definitionText({ description, inputSchema, isReadOnly }: McpToolDefinition): string {
  return JSON.stringify(sorted({ description, isReadOnly, inputSchema }), null, 2);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

/** Why a call of an MCP server failed. */
export const McpErrorCode = z.enum([
  'mcp-no-permission',
  'mcp-key-locked',
  'mcp-unreachable',
  'mcp-auth',
  'mcp-sign-in',
  'mcp-scope',
  'mcp-http',
  /** The address does not implement the protocol. */
  'mcp-no-endpoint',
  /** The address uses the transport of 2024-11-05, with an event stream for replies. */
  'mcp-old-transport',
  'mcp-redirect',
  'mcp-too-large',
  'mcp-bad-reply',
  'mcp-cut-off',
  'mcp-version',
  'mcp-refused',
  'mcp-timed-out',
  'mcp-asks-back',
  'mcp-tool-gone',
  'mcp-tool-changed',
]);
export type McpErrorCode = z.infer<typeof McpErrorCode>;

/**
 * The message never contains the server's text. `status` is the HTTP status or the JSON-RPC code. `words` is the
 * server's text about it, which is untrusted, or ''.
 */
export class McpError extends ToolError<McpErrorCode> {
  override readonly name = 'McpError';
  readonly status: number | null;
  readonly words: string;

  constructor(code: McpErrorCode, message: string, status: number | null = null, words = '') {
    super(code, message);
    this.status = status;
    this.words = words;
  }
}

/** A step of the connection test of a server. */
export const McpCheck = z.discriminatedUnion('check', [
  z.object({ check: z.literal('permission'), isOk: z.boolean() }),
  z.object({ check: z.literal('key'), isOk: z.literal(false) }),
  z.object({
    check: z.literal('connection'),
    isOk: z.boolean(),
    code: McpErrorCode.optional(),
    status: z.number().nullable().optional(),
    /** The server's text about the failure. */
    words: z.string().optional(),
    version: z.string().optional(),
  }),
  z.object({
    check: z.literal('tools'),
    isOk: z.boolean(),
    code: McpErrorCode.optional(),
    status: z.number().nullable().optional(),
    words: z.string().optional(),
    count: z.number().optional(),
    /** Names of tools whose definition cannot be used. */
    unusable: z.array(z.string()).optional(),
  }),
]);
export type McpCheck = z.infer<typeof McpCheck>;

/** Why the user could not be signed in to an MCP server. */
export const SignInErrorCode = z.enum([
  /** The MCP server does not name an authorization server, and is not one itself. */
  'sign-in-unsupported',
  /** A server names an address that is not encrypted, or that is on a more private network than the server itself. */
  'sign-in-address',
  /** Metadata that is invalid, or that describes another server. */
  'sign-in-metadata',
  'sign-in-no-pkce',
  /** The authorization server does not register clients, so the user has to enter one. */
  'sign-in-no-client',
  'sign-in-registration',
  /** The client that the user entered belongs to another authorization server. */
  'sign-in-other-server',
  /** The user closed the window, or denied access. */
  'sign-in-cancelled',
  'sign-in-refused',
  /** The authorization response belongs to another request or another server. */
  'sign-in-response',
  'sign-in-redirect',
  'sign-in-unreachable',
  'sign-in-locked',
]);
export type SignInErrorCode = z.infer<typeof SignInErrorCode>;

/**
 * The outcome of a sign-in. `urls` are servers involved in it to which the browser must first be allowed to connect.
 */
export const McpSignInResult = z.discriminatedUnion('type', [
  z.object({ type: z.literal('signed-in') }),
  z.object({ type: z.literal('needs-permission'), urls: z.array(z.string()) }),
  z.object({ type: z.literal('failed'), code: SignInErrorCode }),
]);
export type McpSignInResult = z.infer<typeof McpSignInResult>;
