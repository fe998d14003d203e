import * as z from 'zod';
import { McpError } from '../contracts/index.ts';

/** The newest revision: it has no handshake and no sessions, and every request describes itself. */
export const STATELESS_VERSION = '2026-07-28';
/**
 * Revisions that begin with `initialize`, newest first. This client uses nothing in which those before 2025-06-18
 * differ. Some servers report the oldest ones over Streamable HTTP (quirk: old-revision-over-http).
 */
export const SESSION_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

export const JSON_RPC = {
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/**
 * Whether a code is more specific than its HTTP status. Other codes accompany any failure, such as that of a lost
 * session.
 */
export function isProtocolRefusal(code: number): boolean {
  return (
    code === JSON_RPC.invalidParams ||
    code === JSON_RPC.unsupportedVersion ||
    code === JSON_RPC.missingCapability ||
    code === JSON_RPC.headerMismatch
  );
}

const RpcError = z.object({ code: z.number(), message: z.string().catch(''), data: z.unknown().optional() });

/** Any message of a server. An `id` may be returned as text. */
export const ServerMessage = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).catch({}).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: RpcError.optional(),
});
export type ServerMessage = z.infer<typeof ServerMessage>;

/** A refusal by the server. `message` and `data` are the server's text. */
export class RpcRefusal extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: z.infer<typeof RpcError>) {
    super(message);
    this.name = 'RpcRefusal';
    this.code = code;
    this.data = data;
  }
}

/** Whether this is a failure or refusal of a request. Anything else is a bug, or an abort. */
export function isRequestFailure(error: unknown): error is McpError | RpcRefusal {
  return error instanceof McpError || error instanceof RpcRefusal;
}

/** Converts the failure of a request other than a tool call. Rethrows anything that is not a failure. */
export function asMcpError(error: unknown): McpError {
  if (!isRequestFailure(error)) throw error;
  if (error instanceof McpError) return error;
  return new McpError('mcp-refused', `The MCP server refused (${error.code}).`, error.code);
}

export const InitializeResult = z.object({
  protocolVersion: z.string(),
  capabilities: z.record(z.string(), z.unknown()).catch({}),
});

export const DiscoverResult = z.object({
  supportedVersions: z.array(z.string()),
  capabilities: z.record(z.string(), z.unknown()).catch({}),
});

export const InputRequired = z.object({
  inputRequests: z.record(z.string(), z.object({ method: z.string(), params: z.unknown().optional() })).optional(),
  requestState: z.string().optional(),
});

export const SupportedVersions = z.object({ supported: z.array(z.string()) });

export const ListedTool = z.object({
  name: z.string().min(1).max(200),
  description: z.string().catch(''),
  /** Servers omit it, or leave it empty, for tools without arguments. */
  inputSchema: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((schema) => schema ?? {}),
  annotations: z
    .object({ readOnlyHint: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
export type ListedTool = z.infer<typeof ListedTool>;

/** A tool of which only the name is valid. */
export const UnusableTool = z.object({ name: z.string().min(1).max(200) });

export const ListedPrompt = z.object({
  name: z.string().min(1).max(200),
  title: z.string().catch(''),
  description: z.string().catch(''),
  arguments: z
    .array(
      z.object({
        name: z.string().min(1).max(200),
        title: z.string().catch(''),
        description: z.string().catch(''),
        required: z.boolean().catch(false),
      }),
    )
    .catch([]),
});
export type ListedPrompt = z.infer<typeof ListedPrompt>;

export const ListedResource = z.object({
  uri: z.string().min(1).max(2_000),
  name: z.string().catch(''),
  title: z.string().catch(''),
  description: z.string().catch(''),
});
export type ListedResource = z.infer<typeof ListedResource>;

export const ListedTemplate = z.object({
  uriTemplate: z.string().min(1).max(2_000),
  name: z.string().catch(''),
  title: z.string().catch(''),
  description: z.string().catch(''),
});
export type ListedTemplate = z.infer<typeof ListedTemplate>;

export const CompletionResult = z.object({ completion: z.object({ values: z.array(z.string()) }) });

const Text = z.object({ type: z.literal('text'), text: z.string() });
const Media = z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string().catch('') });
/** The content of a resource: `text`, or `blob` in base64. */
export const ResourceContents = z.object({
  uri: z.string(),
  text: z.string().optional(),
  blob: z.string().optional(),
});
export type ResourceContents = z.infer<typeof ResourceContents>;
const Resource = z.object({ type: z.literal('resource'), resource: ResourceContents });
const ResourceLink = z.object({
  type: z.literal('resource_link'),
  uri: z.string(),
  name: z.string().catch(''),
  description: z.string().optional(),
});
export const ContentBlock = z.discriminatedUnion('type', [Text, Media, Resource, ResourceLink]);
export type ContentBlock = z.infer<typeof ContentBlock>;

export const CallResult = z.object({
  /** Blocks of unknown types become null. */
  content: z.array(ContentBlock.nullable().catch(null)).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().catch(false),
});
export type CallResult = z.infer<typeof CallResult>;

export const PromptResult = z.object({
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: ContentBlock.nullable().catch(null) })),
});

export const ReadResult = z.object({ contents: z.array(ResourceContents) });

export const ProgressParams = z.object({
  progressToken: z.union([z.string(), z.number()]),
  progress: z.number(),
  total: z.number().optional(),
  message: z.string().optional(),
});
export type Progress = Omit<z.infer<typeof ProgressParams>, 'progressToken'>;
