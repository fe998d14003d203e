import * as z from 'zod';
import { defineTool, type Tool } from '../../lib/contracts/index.ts';

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
      await fetch(url, { signal });
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
      await fetch(url, { method: 'POST', signal });
      return { content: 'Noted.' };
    },
  }),
];
