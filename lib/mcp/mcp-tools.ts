import {
  type DefinitionChange,
  defineTool,
  definitionText,
  isSameDefinition,
  McpError,
  type McpServer,
  type McpTool,
  type McpToolDefinition,
  type Tool,
  type ToolContext,
  type ToolOutput,
  type ToolProgress,
} from '../contracts/index.ts';
import { withReports } from '../control-flow/index.ts';
import { cleanText } from '../page-reader/dom/index.ts';
import { mcpSourceName } from '../security/index.ts';
import type { ServerForm } from './elicitation-form.ts';
import type { McpSessions } from './mcp-sessions.ts';
import { asMcpError, isRequestFailure, type Progress, RpcRefusal } from './protocol.ts';
import { plainName, schemaValidator, toolName } from './tool-definition.ts';
import { extractToolImages, failureOutput, refusalOutput, resultOutput } from './tool-output.ts';

/**
 * Maximum duration of a call whose server keeps sending progress or comments, in milliseconds. A call without either
 * ends earlier.
 */
const CALL_TIMEOUT_MS = 1_800_000;
const MAX_PROGRESS = 200;

/**
 * The tools of enabled servers that the user has turned on, as tools of the engine. The model sees a tool's description
 * as the user allowed it, even after the server has changed it. A call is read-only only if the server says so and the
 * user trusts the server in this respect. Every other call has effects, regardless of what the server says.
 * `takenNames`: names of other tools.
 */
export function mcpTools(servers: readonly McpServer[], sessions: McpSessions, takenNames: Iterable<string>): Tool[] {
  const names = new Set(takenNames);
  return servers
    .filter(({ isOn }) => isOn)
    .flatMap((server) =>
      server.tools.flatMap((tool) => {
        if (!tool.isOn || tool.allowed === null) return [];
        const name = toolName(server.name, tool.name, names);
        names.add(name);
        return [engineTool(name, server, tool, tool.allowed, sessions)];
      }),
    );
}

/** A server's tool, called with the definition that the user has allowed. */
class ServerTool {
  readonly #server: McpServer;
  readonly #remoteName: string;
  readonly #sessions: McpSessions;
  /** The definition that the user has allowed, which may be newer than the one the model saw. */
  #accepted: McpToolDefinition;
  /** The definition that the user was last asked about, so that the answer does not authorize a newer one. */
  #askedDefinition: McpToolDefinition | null = null;

  constructor(server: McpServer, remoteName: string, allowedDefinition: McpToolDefinition, sessions: McpSessions) {
    this.#server = server;
    this.#remoteName = remoteName;
    this.#accepted = allowedDefinition;
    this.#sessions = sessions;
  }

  get isReadOnly(): boolean {
    return this.#server.isTrustedToRead && this.#accepted.isReadOnly;
  }

  /** The tool's current description, if it differs from the allowed one. The user is then asked about it. */
  async definitionChange(context: ToolContext): Promise<DefinitionChange | null> {
    try {
      const definition = await this.#current(context);
      this.#askedDefinition = definition;
      if (isSameDefinition(definition, this.#accepted)) return null;
      return { before: definitionText(this.#accepted), after: definitionText(definition) };
    } catch (error) {
      // The call itself will fail, and say why.
      if (isRequestFailure(error) || context.signal.aborted) return null;
      throw error;
    }
  }

  async *execute(input: Record<string, unknown>, context: ToolContext): AsyncGenerator<ToolProgress, ToolOutput> {
    const server = this.#server;
    const definition = await this.#acceptedNow(context);
    const { client, secrets, toPicture } = await this.#sessions.connection(server);
    const about = { source: mcpSourceName(server.url), secrets, contextWindow: context.contextWindow };
    const { elicit, signal, answer } = context;
    const forms = elicit && {
      elicit: (form: ServerForm, formSignal: AbortSignal) =>
        elicit({ server: { name: server.name, url: server.url }, ...form }, formSignal),
    };
    const remoteTool = { name: this.#remoteName, inputSchema: definition.inputSchema };
    const call = (onProgress: (progress: Progress) => void) =>
      client.callTool(remoteTool, input, { signal, answer, onProgress, ...forms });
    try {
      // If progress arrives faster than it is written, only the newest report matters.
      const result = yield* withReports(call, (_, progress: Progress) => toToolProgress(progress));
      return resultOutput(result, about, toPicture ? await extractToolImages(result, toPicture) : []);
    } catch (error) {
      if (error instanceof McpError && error.code === 'mcp-http' && error.words !== '')
        return failureOutput(error, about);
      if (error instanceof RpcRefusal) return refusalOutput(error, about);
      throw error;
    } finally {
      this.#sessions.refresh(server, client, answer);
    }
  }

  /** The current definition, which the user has allowed by now. Throws McpError if the user was not asked about it. */
  async #acceptedNow(context: ToolContext): Promise<McpToolDefinition> {
    const definition = await this.#current(context).catch(throwMcpError);
    if (isSameDefinition(definition, this.#accepted)) return definition;
    if (this.#askedDefinition === null || !isSameDefinition(definition, this.#askedDefinition)) {
      throw new McpError(
        'mcp-tool-changed',
        'The MCP server has just changed this tool. Call it again: the user is asked then.',
      );
    }
    await this.#sessions.allow(this.#server, this.#remoteName, definition);
    this.#accepted = definition;
    return definition;
  }

  async #current(context: ToolContext): Promise<McpToolDefinition> {
    const definitions = await this.#sessions.listed(this.#server, context.signal, context.answer);
    const definition = definitions.get(this.#remoteName);
    if (definition !== undefined) return definition;
    throw new McpError('mcp-tool-gone', 'The MCP server no longer has this tool.');
  }
}

function engineTool(
  name: string,
  server: McpServer,
  { name: remoteName }: McpTool,
  allowedDefinition: McpToolDefinition,
  sessions: McpSessions,
): Tool {
  const serverTool = new ServerTool(server, remoteName, allowedDefinition, sessions);
  return defineTool<Record<string, unknown>>({
    name,
    // Shown in the approval request, so the server's text is limited to a plain name.
    title: `${plainName(remoteName).slice(0, 60)} (${server.name})`,
    description: allowedDefinition.description,
    inputSchema: schemaValidator(allowedDefinition.inputSchema),
    jsonSchema: allowedDefinition.inputSchema,
    annotations: {
      // The user may have accepted a definition with effects since this tool was created.
      get readOnlyHint() {
        return serverTool.isReadOnly;
      },
      // The next call may return a different result.
      idempotentHint: false,
      openWorldHint: true,
    },
    effects: {
      source: {
        name: mcpSourceName(server.url),
        isTrusted: server.isTrustedToRead,
        tool: remoteName,
        definitionChange: (context) => serverTool.definitionChange(context),
      },
      egress: ['mcp'],
      sendsTo: () => server.url,
    },
    timeoutMs: CALL_TIMEOUT_MS,
    execute: (input, context) => serverTool.execute(input, context),
  });
}

function throwMcpError(error: unknown): never {
  throw asMcpError(error);
}

/** The server's text is shown only to the user. */
function toToolProgress({ message, progress, total }: Progress): ToolProgress {
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message: cleanText(message).slice(0, MAX_PROGRESS) }),
  };
}
