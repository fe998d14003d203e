import { browser } from 'wxt/browser';
import * as z from 'zod';
import { defineTool, type PageAccess, type Tool } from '../../lib/contracts/index.ts';
import { sendFor } from '../../lib/extension/index.ts';
import { answerHook, type HookRequest } from '../../lib/worker/index.ts';

/**
 * Lets `npm run read` and `npm run fill` read and fill in a tab through the extension like a run. Only in the build of
 * that name.
 */
export function installReadingHook(page: PageAccess, tools: readonly Tool[]): void {
  const now = () => performance.now();
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== 'reading-hook') return;
    port.onMessage.addListener((request: HookRequest) => {
      void answerHook(request, page, tools, now).then((reply) => port.postMessage(reply));
    });
  });
}

const url = z.string().describe('Where to say so.');

/** A slow read-only tool, and one whose effect a server counts. Only in the end-to-end build. */
export const testTools: Tool[] = [
  defineTool({
    name: 'slow_look',
    title: 'Slow look',
    description: 'Looks for a while.',
    inputSchema: z.strictObject({ url, ms: z.number().describe('How long, in milliseconds.') }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async *execute({ url, ms }, { signal }) {
      yield { message: 'Looking…' };
      await sendFor('mcp')(url, { signal });
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { content: 'Looked.' };
    },
  }),
  defineTool({
    name: 'note_down',
    title: 'Note down',
    description: 'Notes something down, once.',
    inputSchema: z.strictObject({ url }),
    annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: true },
    async *execute({ url }, { signal }) {
      yield { message: 'Noting…' };
      await sendFor('mcp')(url, { method: 'POST', signal });
      return { content: 'Noted.' };
    },
  }),
];
