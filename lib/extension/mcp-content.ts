import * as z from 'zod';
import { McpContent, McpContentRequest, McpError, McpErrorCode } from '../contracts/index.ts';
import { askOnPort, onPagePort } from './page-port.ts';

/** A server may take long, and closing the page ends the request. So it has a port of its own. */
const PORT = 'mcp-content';

const Reply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('content'), content: McpContent }),
  z.object({ type: z.literal('failed'), code: McpErrorCode }),
]);
type Reply = z.infer<typeof Reply>;

/** Gets a prompt or a resource of an MCP server, from a page. Resolves with why it could not, or with null if `signal` was aborted. */
export async function getMcpContent(
  request: McpContentRequest,
  signal: AbortSignal,
): Promise<McpContent | McpErrorCode | null> {
  const closed = (): Reply => ({ type: 'failed', code: 'mcp-cut-off' });
  const reply = await askOnPort(PORT, request, (message) => Reply.parse(message), closed, signal);
  if (signal.aborted) return null;
  return reply.type === 'content' ? reply.content : reply.code;
}

/** Answers in the worker. `signal` is aborted when the page is closed or no longer waits. */
export function onMcpContent(handle: (request: McpContentRequest, signal: AbortSignal) => Promise<McpContent>): void {
  onPagePort<Reply>(PORT, async (message, post, signal) => {
    try {
      post({ type: 'content', content: await handle(McpContentRequest.parse(message), signal) });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof McpError)) throw error;
      post({ type: 'failed', code: error.code });
    }
  });
}
