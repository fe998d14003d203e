import { browser } from 'wxt/browser';
import type { PageAccess, PageReading, Tool, ToolOutput } from '../../lib/contracts/index.ts';

/** Without `tool`, the whole reading of a tab; with it, the tool's output for the model. */
export type HookRequest = { tabId: number; tool?: string; input?: unknown };
/** `ms` is the time until the answer. */
export type HookReply = { ms: number } & (
  | { type: 'reading'; reading: PageReading }
  | { type: 'output'; output: ToolOutput }
  | { type: 'failed'; message: string }
);

/** Lets `npm run read` read a tab through the extension as a run does. Only in the build of that name. */
export function installReadingHook(page: PageAccess, tools: readonly Tool[]): void {
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== 'reading-door') return;
    port.onMessage.addListener((request: HookRequest) => {
      const start = performance.now();
      const reply = (answer: object) => port.postMessage({ ...answer, ms: performance.now() - start });
      answer(request, page, tools).then(reply, (error: unknown) =>
        reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
    });
  });
}

async function answer({ tabId, tool, input }: HookRequest, page: PageAccess, tools: readonly Tool[]): Promise<object> {
  const { signal } = new AbortController();
  if (tool === undefined) return { type: 'reading', reading: await page.read(tabId, signal) };
  const wanted = tools.find((each) => each.name === tool);
  if (!wanted) throw new Error(`There is no tool ${tool}; there are ${tools.map((each) => each.name).join(', ')}.`);
  const run = wanted.execute(wanted.inputSchema.parse(input ?? {}), {
    tabId,
    page,
    signal,
    contextWindow: null,
    question: '',
    web: null,
    own: null,
    elicit: null,
  });
  for (;;) {
    const step = await run.next();
    if (step.done) return { type: 'output', output: step.value };
  }
}
