import * as z from 'zod';
import { McpCheck } from '../contracts/index.ts';
import { askOnPort, onPagePort } from './page-port.ts';

/** Results come one by one, and closing the page ends the test. So it has a port of its own. */
const PORT = 'mcp-check';

const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('check'), check: McpCheck }),
  z.object({ type: z.literal('end') }),
]);

/** Tries the way to an MCP server, from a page. `onCheck` receives each result; resolves when there are no more. */
export async function runMcpCheck(serverId: string, onCheck: (check: McpCheck) => void): Promise<void> {
  await askOnPort(
    PORT,
    serverId,
    (message) => {
      const reported = Message.parse(message);
      if (reported.type === 'end') return 'ended';
      onCheck(reported.check);
    },
    () => 'interrupted',
  );
}

/** Answers in the worker. `signal` is aborted when the page is closed. */
export function onMcpCheck(handle: (serverId: string, signal: AbortSignal) => AsyncIterable<McpCheck>): void {
  onPagePort<z.infer<typeof Message>>(PORT, async (message, post, signal) => {
    const serverId = z.string().max(64).safeParse(message);
    if (serverId.success) {
      for await (const check of handle(serverId.data, signal)) post({ type: 'check', check });
    }
    post({ type: 'end' });
  });
}
