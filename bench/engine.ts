import '../lib/testing/english.ts';
import * as z from 'zod';
import { runThread } from '../lib/agent/run/run-thread.ts';
import type { LoggedEvent } from '../lib/contracts/event.ts';
import type { AssistantMessage } from '../lib/contracts/thread.ts';
import { defineTool, type Tool } from '../lib/contracts/tool.ts';
import { askQuestion, fold, scenarioDependencies, THREAD_ID } from '../lib/testing/agent/crash-scenario.ts';
import { memoryLog } from '../lib/testing/agent/memory-log.ts';
import { sidenoteClient } from './readers.ts';

/** A benchmark tool, the same for every engine. */
export type BenchTool = { name: string; isReadOnly: boolean; execute: () => Promise<string> };

export const toolInput = z.strictObject({ text: z.string() });

function toolFor({ name, isReadOnly, execute }: BenchTool): Tool {
  return defineTool({
    name,
    title: name,
    description: '',
    inputSchema: toolInput,
    annotations: { readOnlyHint: isReadOnly, idempotentHint: isReadOnly, openWorldHint: false },
    // biome-ignore lint/correctness/useYield: there is no progress to report
    async *execute() {
      return { content: await execute() };
    },
  });
}

/** Dependencies shared by all runs. Created once, as in the worker. */
const BASE = scenarioDependencies(memoryLog(), { sent: [] }, false);

/** Asks Sidenote's engine one question, with a log in memory, over `fetch`. Resolves to the answer. */
export async function runSidenote(
  fetch: typeof globalThis.fetch,
  tools: readonly BenchTool[],
): Promise<AssistantMessage> {
  const rows: LoggedEvent[] = [];
  const log = memoryLog(rows);
  const client = sidenoteClient(fetch);
  await askQuestion(log);
  const models = {
    connect: async (model: AssistantMessage['model']) => ({ ...(await BASE.models.connect(model)), client }),
    learn: async () => undefined,
  };
  const dependencies = {
    ...BASE,
    log,
    models,
    tools: tools.map(toolFor),
    now: () => Date.now(),
    coalesceMs: 20,
    toolTimeoutMs: 60_000,
  };
  await runThread(THREAD_ID, dependencies, new AbortController().signal);
  return fold(rows).messages.at(-1) as AssistantMessage;
}
