// The client that `@modelcontextprotocol/conformance` tests: lib/mcp as shipped, controlled by the scenario. The last
// argument is the address of the scenario's server.
import '../../lib/testing/english.ts';
import * as z from 'zod';
import { defaultContent, McpError } from '../../lib/contracts/index.ts';
import { AccessToken, McpClient, type SignInTokens, signIn } from '../../lib/mcp/index.ts';
import { RpcRefusal } from '../../lib/mcp/protocol.ts';

const Call = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) });
/** The call that the scenario requests. Otherwise, every tool is called once. */
const Context = z
  .object({
    toolCalls: z.array(Call).optional(),
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
  })
  .catch({});

/** Arguments for tools about which the scenario says nothing. */
const INPUTS: Record<string, Record<string, unknown>> = { add_numbers: { a: 5, b: 3 } };

const url = process.argv.at(-1) ?? '';
const context = Context.parse(JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}'));
const { signal } = new AbortController();
const now = () => Date.now();
const hasAccess = async () => true;

let tokens: SignInTokens | null = null;
let request: Parameters<typeof signIn>[0]['request'] = null;
const authorization = new AccessToken({
  fetch,
  hasAccess,
  load: async () => tokens,
  save: async (saved) => {
    tokens = saved;
  },
  onSignInNeeded: async (needed) => {
    request = needed;
  },
  now,
});
const client = new McpClient({ url, headers: {}, authorization, fetch, hasForms: true, clientVersion: '1.0.0' });
console.log(`revision ${await signingIn(() => client.connect(signal))}`);
const tools = await signingIn(() => client.listTools(signal));
const [focal] = tools;
const calls = context.toolCalls ?? tools.map(({ name }) => ({ name, arguments: chooseInput(name) }));
await Promise.all(
  calls.map(async ({ name, arguments: input }) => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) return;
    try {
      console.log(name, JSON.stringify(await signingIn(() => client.callTool(tool, input, { signal, elicit }))));
    } catch (error) {
      // A scenario may expect a refusal.
      if (!(error instanceof RpcRefusal)) throw error;
      console.log(name, error.code);
    }
  }),
);
await client.close();

/** The user submits every form as prefilled by the server. */
async function elicit(form: Parameters<typeof defaultContent>[0]) {
  return { action: 'accept', content: defaultContent(form) } as const;
}

/** Acts like a user if the server requires a sign-in: signs in, and repeats the request. */
async function signingIn<Value>(work: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof McpError) || (error.code !== 'mcp-sign-in' && error.code !== 'mcp-scope')) throw error;
      tokens = await signIn({
        url,
        request,
        entered: enteredClient(),
        previous: tokens,
        fetch,
        hasAccess,
        signal,
        now,
        browser: {
          redirectUri: 'http://localhost:3000/callback',
          // The scenarios' authorization servers ask nothing, and redirect the user immediately.
          authorize: async (page) => (await fetch(page, { redirect: 'manual' })).headers.get('location'),
        },
      });
    }
  }
}

/** A pre-registered client or, if the scenario tests that, the address of a client metadata document. */
function enteredClient() {
  const { client_id: clientId, client_secret: clientSecret = null } = context;
  if (clientId !== undefined) return { clientId, clientSecret, issuer: null };
  if (process.env.MCP_CONFORMANCE_SCENARIO !== 'auth/basic-cimd') return null;
  return { clientId: 'https://conformance-test.local/client-metadata.json', clientSecret: null, issuer: null };
}

function chooseInput(name: string): Record<string, unknown> {
  return name === 'json_schema_echo' ? { schema: focal?.inputSchema } : (INPUTS[name] ?? {});
}
