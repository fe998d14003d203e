import { Elicitations } from '../../agent/run-context.ts';
import type { McpOffers, McpServer, McpToolDefinition } from '../../contracts/mcp.ts';
import { listToolCalls, openRun, type ToolCall } from '../../contracts/thread.ts';
import type { Tool } from '../../contracts/tool.ts';
import { McpClient } from '../../mcp/mcp-client.ts';
import { McpSessions } from '../../mcp/mcp-sessions.ts';
import { mcpTools } from '../../mcp/mcp-tools.ts';
import { mergeTools } from '../../mcp/tool-definition.ts';
import type { ToPicture } from '../../mcp/tool-output.ts';
import { THREAD_ID } from '../agent/crash-scenario.ts';
import { STEP_END, scriptedCall, scriptedText } from '../agent/scripted-model.ts';
import { scriptedRun } from '../agent/scripted-run.ts';
import {
  type McpServerOptions,
  type McpTestServer,
  type ServedTool,
  startMcpServer,
  textResult,
} from './mcp-server.ts';

const open: McpTestServer[] = [];

/** Closes the servers of a test. */
export async function closeMcpRunServers(): Promise<void> {
  await Promise.all(open.splice(0).map((server) => server.close()));
}

export const WEATHER: ServedTool = {
  name: 'get_weather',
  description: 'The weather of a city.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  annotations: { readOnlyHint: true },
};

/** A server that the user has added, with all its tools turned on, and what this worker stores about it. */
export async function setUp(options: McpServerOptions = {}, trust = true, toPicture?: ToPicture) {
  const served = await startMcpServer({
    tools: [WEATHER],
    call: ({ input }) => textResult(`Rain in ${input.city}.`),
    ...options,
  });
  open.push(served);
  const world = { now: 1_000 };
  const offers: McpOffers[] = [];
  const sessions = new McpSessions({
    connect: async ({ url }) => ({
      client: new McpClient({
        url,
        headers: { Authorization: 'Bearer s3cret-token' },
        fetch,
        hasForms: true,
        clientVersion: '1',
      }),
      secrets: ['s3cret-token'],
      ...(toPicture ? { toPicture } : {}),
    }),
    saveOffers: async (_id, listed) => void offers.push(listed),
    saveListed: async (_id, listed) => save(listed),
    allow: async (_id, name, definition) => {
      server.tools = server.tools.map((tool) => (tool.name === name ? { ...tool, allowed: definition } : tool));
    },
    now: () => world.now,
  });
  const server: McpServer = {
    serverId: 'id',
    name: 'Weather',
    url: served.address,
    header: 'Authorization',
    isOn: true,
    isTrustedToRead: trust,
    tools: [],
    createdAt: 0,
  };
  const save = (listed: ReadonlyMap<string, McpToolDefinition>) => {
    server.tools = mergeTools(server.tools, listed);
  };
  const turnOn = () => {
    server.tools = server.tools.map((tool) => ({ ...tool, isOn: true, allowed: tool.listed }));
  };
  for await (const _check of sessions.check(server, new AbortController().signal));
  turnOn();
  const tools = () => mcpTools([server], sessions, []);
  return { served, server, sessions, world, tools, turnOn, offers };
}

/** A run in which the model calls one tool, once or `times` times in sequence. */
export function createToolRun(
  tools: readonly Tool[],
  toolName: string,
  input: unknown,
  { elicitations = new Elicitations(), times = 1 } = {},
) {
  const scripted = scriptedRun(
    ({ messages }) => {
      const results = messages.filter(({ role }) => role === 'tool').length;
      const id = String.fromCharCode('a'.charCodeAt(0) + results);
      return [...(results < times ? scriptedCall(id, toolName, input) : scriptedText('Done.')), STEP_END];
    },
    { tools: [...tools], elicitations, now: () => 1_000 },
  );
  const calls = (): ToolCall[] => scripted.answer().steps.flatMap(listToolCalls);
  return {
    ...scripted,
    call: (at = 0) => calls()[at],
    isWaiting: () => openRun(scripted.thread()) !== null && calls()[0]?.state === 'approval-requested',
    allow: async () => {
      await scripted.log.append(
        THREAD_ID,
        [{ type: 'tool-approval-response', toolCallId: 'a', approved: true }],
        'run',
      );
      await scripted.goOn();
    },
  };
}

export const calls = (server: McpTestServer) => server.messages.filter(({ method }) => method === 'tools/call');
