// The client that `@modelcontextprotocol/conformance` judges: lib/mcp as it is shipped, told by the scenario what to do. The
// last argument is the address of the scenario's server.
import '../../lib/testing/english.ts';
import * as z from 'zod';
import { McpClient } from '../../lib/mcp/index.ts';
import { RpcRefusal } from '../../lib/mcp/protocol.ts';

const Call = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) });
/** What the scenario wants to be called; else every tool is called once. */
const Context = z.object({ toolCalls: z.array(Call).optional() }).catch({});

/** What tools are called with that the scenario says nothing of. */
const INPUTS: Record<string, Record<string, unknown>> = { add_numbers: { a: 5, b: 3 } };

const url = process.argv.at(-1) ?? '';
const context = Context.parse(JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}'));
const { signal } = new AbortController();
const client = new McpClient({ url, headers: {}, fetch, clientVersion: '1.0.0' });
console.log(`revision ${await client.connect(signal)}`);
const tools = await client.listTools(signal);
const [focal] = tools;
const calls = context.toolCalls ?? tools.map(({ name }) => ({ name, arguments: inputOf(name) }));
await Promise.all(
  calls.map(async ({ name, arguments: input }) => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) return;
    try {
      console.log(name, JSON.stringify(await client.callTool(tool, input, { signal })));
    } catch (error) {
      // A scenario may want to see that something is refused.
      if (!(error instanceof RpcRefusal)) throw error;
      console.log(name, error.code);
    }
  }),
);
await client.close();

function inputOf(name: string): Record<string, unknown> {
  return name === 'json_schema_echo' ? { schema: focal?.inputSchema } : (INPUTS[name] ?? {});
}
