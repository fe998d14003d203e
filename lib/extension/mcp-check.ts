import { browser } from 'wxt/browser';
import * as z from 'zod';
import { McpCheck } from '../contracts/index.ts';
import { isOwnPage } from './commands.ts';

/** Results come one by one, and closing the page ends the test. So it has a port of its own. */
const PORT = 'mcp-check';

const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('check'), check: McpCheck }),
  z.object({ type: z.literal('end') }),
]);

/** Tries the way to an MCP server, from a page. `onCheck` hears of each result as it comes; resolves when there are no more. */
export function runMcpCheck(serverId: string, onCheck: (check: McpCheck) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const port = browser.runtime.connect({ name: PORT });
  port.onMessage.addListener((message: unknown) => {
    const reported = Message.parse(message);
    if (reported.type === 'check') return onCheck(reported.check);
    port.disconnect();
    resolve();
  });
  port.onDisconnect.addListener(() => resolve());
  port.postMessage(serverId);
  return promise;
}

/** Answers in the worker. `signal` falls when the page is gone. */
export function onMcpCheck(handle: (serverId: string, signal: AbortSignal) => AsyncIterable<McpCheck>): void {
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== PORT || port.sender === undefined || !isOwnPage(port.sender)) return;
    const gone = new AbortController();
    port.onDisconnect.addListener(() => gone.abort());
    port.onMessage.addListener((message: unknown) => {
      void (async () => {
        const serverId = z.string().max(64).safeParse(message);
        if (serverId.success) {
          for await (const check of handle(serverId.data, gone.signal)) {
            if (!gone.signal.aborted) port.postMessage({ type: 'check', check });
          }
        }
        if (!gone.signal.aborted) port.postMessage({ type: 'end' });
      })().catch(() => port.disconnect());
    });
  });
}
