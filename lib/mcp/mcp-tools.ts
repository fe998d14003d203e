import {
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
  withReports,
} from '../contracts/index.ts';
import { cleanText } from '../page-reader/dom/index.ts';
import { mcpSourceName } from '../security/index.ts';
import type { ServerForm } from './elicitation-form.ts';
import type { McpSessions } from './mcp-sessions.ts';
import { asMcpError, isRequestFailure, type Progress, RpcRefusal } from './protocol.ts';
import { plainName, schemaValidator, toolName } from './tool-definition.ts';
import { extractToolImages, failureOutput, refusalOutput, resultOutput } from './tool-output.ts';

/** Maximum duration of a call whose server goes on sending progress or comments; one that is silent ends earlier. In milliseconds. */
const CALL_TIMEOUT_MS = 1_800_000;
const MAX_PROGRESS = 200;

/**
 * The tools that the user turned on, of servers that are on, as tools of the engine. The model is told of a tool in the words
 * the user allowed, also after the server has changed them. A call only reads if the server says so, and the user trusts it
 * with that; every other call has effects, whatever the server says. `takenNames`: names of other tools.
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

function engineTool(
  name: string,
  server: McpServer,
  { name: remoteName }: McpTool,
  allowedDefinition: McpToolDefinition,
  sessions: McpSessions,
): Tool {
  const source = mcpSourceName(server.url);
  /** As the user has allowed it, which may be later than what the model was told. */
  let accepted = allowedDefinition;
  /** What the user was last asked about, so that nothing newer runs on that answer. */
  let askedDefinition: McpToolDefinition | null = null;

  async function current(context: ToolContext): Promise<McpToolDefinition> {
    const definition = (await sessions.listed(server, context.signal, context.answer)).get(remoteName);
    if (definition !== undefined) return definition;
    throw new McpError('mcp-tool-gone', 'The MCP server no longer has this tool.');
  }

  async function* execute(
    input: Record<string, unknown>,
    context: ToolContext,
  ): AsyncGenerator<ToolProgress, ToolOutput> {
    const definition = await current(context).catch(throwMcpError);
    if (!isSameDefinition(definition, accepted)) {
      if (askedDefinition === null || !isSameDefinition(definition, askedDefinition)) {
        throw new McpError(
          'mcp-tool-changed',
          'The MCP server has just changed this tool. Call it again: the user is asked then.',
        );
      }
      await sessions.allow(server, remoteName, definition);
      accepted = definition;
    }
    const { client, secrets, toPicture } = await sessions.connection(server);
    const about = { source, secrets, contextWindow: context.contextWindow };
    const { elicit } = context;
    const call = (onProgress: (progress: Progress) => void) =>
      client.callTool({ name: remoteName, inputSchema: definition.inputSchema }, input, {
        signal: context.signal,
        answer: context.answer,
        onProgress,
        ...(elicit === null
          ? {}
          : {
              elicit: (form: ServerForm, signal: AbortSignal) =>
                elicit({ server: { name: server.name, url: server.url }, ...form }, signal),
            }),
      });
    try {
      // If progress arrives faster than it is written, only the newest matters.
      const result = yield* withReports(call, (_, progress: Progress) => toToolProgress(progress));
      return resultOutput(result, about, toPicture ? await extractToolImages(result, toPicture) : []);
    } catch (error) {
      if (error instanceof McpError && error.code === 'mcp-http' && error.words !== '')
        return failureOutput(error, about);
      if (error instanceof RpcRefusal) return refusalOutput(error, about);
      throw error;
    } finally {
      sessions.refresh(server, client, context.answer);
    }
  }

  return defineTool<Record<string, unknown>>({
    name,
    // Shown in the approval request, so the server's text is limited to a plain name.
    title: `${plainName(remoteName).slice(0, 60)} (${server.name})`,
    description: allowedDefinition.description,
    inputSchema: schemaValidator(allowedDefinition.inputSchema),
    jsonSchema: allowedDefinition.inputSchema,
    annotations: {
      // The user may have accepted a definition with effects since this tool was made.
      get readOnlyHint() {
        return server.isTrustedToRead && accepted.isReadOnly;
      },
      // Another call may give something else.
      idempotentHint: false,
      openWorldHint: true,
    },
    source: { name: source, isTrusted: server.isTrustedToRead, tool: remoteName },
    timeoutMs: CALL_TIMEOUT_MS,
    egress: ['mcp'],
    sendsTo: () => server.url,
    async definitionChange(context) {
      try {
        const definition = await current(context);
        askedDefinition = definition;
        if (isSameDefinition(definition, accepted)) return null;
        return { before: definitionText(accepted), after: definitionText(definition) };
      } catch (error) {
        // The call itself then fails, and says why.
        if (isRequestFailure(error) || context.signal.aborted) return null;
        throw error;
      }
    },
    execute,
  });
}

function throwMcpError(error: unknown): never {
  throw asMcpError(error);
}

/** The server's words are shown to the user alone. */
function toToolProgress({ message, progress, total }: Progress): ToolProgress {
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message: cleanText(message).slice(0, MAX_PROGRESS) }),
  };
}
