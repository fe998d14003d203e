import { SIDE_PANEL_PROMPT } from '../../lib/agent/context/model-request.ts';
import { runThread } from '../../lib/agent/run/run-thread.ts';
import { type AgentDependencies, Elicitations } from '../../lib/agent/run-context.ts';
import { reduceAll } from '../../lib/agent/thread/reduce.ts';
import { createToolScheduler, TOOL_LIMITS } from '../../lib/agent/tool-execution/tool-scheduler.ts';
import type { LoggedEvent, ThreadEvent } from '../../lib/contracts/event.ts';
import type { ToolMode } from '../../lib/contracts/model.ts';
import type { ModelClient } from '../../lib/contracts/model-client.ts';
import type { PageSnapshot } from '../../lib/contracts/page.ts';
import type { ContextPolicy } from '../../lib/contracts/page-context.ts';
import { type AssistantMessage, emptyThread } from '../../lib/contracts/thread.ts';
import type { Tool } from '../../lib/contracts/tool.ts';
import { sleep } from '../../lib/control-flow/abortable-wait.ts';
import { createNoContext } from '../../lib/engine/no-context.ts';
import { memoryLog } from '../../lib/testing/agent/memory-log.ts';
import { granted, MemoryPages, type MemoryTab } from '../../lib/testing/tools/memory-pages.ts';
import { tools as allTools } from '../../lib/tools/index.ts';
import { readTabContext } from '../../lib/tools/read-context.ts';
import type { AnswerServer } from './server.ts';

const THREAD_ID = 'answers';
const TAB_ID = 1;
/** The extension's default. */
const MAX_STEPS = 12;

/**
 * One question about a page. `tab`: what the page has besides its text; `toolMode`: null for the extension's choice.
 */
export type EngineRun = {
  page: PageSnapshot;
  question: string;
  toolMode: ToolMode | null;
  context: ContextPolicy;
  tools?: readonly Tool[];
  tab?: Partial<MemoryTab>;
};

/**
 * Asks one question in a new chat about the page, with the engine of the extension, until it ends or has to ask the
 * user.
 */
export async function runEngine(
  client: ModelClient,
  server: AnswerServer,
  { page, question, toolMode, context, tools = allTools, tab = {} }: EngineRun,
): Promise<AssistantMessage | null> {
  const rows: LoggedEvent[] = [];
  const log = memoryLog(rows);
  const metrics = { record: () => undefined };
  const dependencies: AgentDependencies = {
    log,
    models: {
      connect: async () => server.connection(client, toolMode),
      learn: async (_model, observation) => server.learn(observation),
    },
    tools,
    scheduler: createToolScheduler({ limits: TOOL_LIMITS, metrics, now: Date.now }),
    metrics,
    context: {
      ...createNoContext(new MemoryPages({ [TAB_ID]: granted(page, tab) })),
      read: async (request, signal) => (request.type === 'tab' ? readTabContext(request, signal) : null),
    },
    basePrompt: SIDE_PANEL_PROMPT,
    elicitations: new Elicitations(),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    sleep,
    coalesceMs: 20,
    toolTimeoutMs: 60_000,
  };
  const { title, url } = page;
  const start = { runId: 'run', messageId: 'question', model: server.model, tabId: TAB_ID, page: { title, url } };
  const events: ThreadEvent[] = [
    { type: 'user-message', messageId: 'question', content: question },
    { type: 'run-start', ...start, maxSteps: MAX_STEPS, context },
  ];
  await log.append(THREAD_ID, events, null);
  await runThread(THREAD_ID, dependencies, new AbortController().signal);
  const message = reduceAll(emptyThread(THREAD_ID), rows).messages.at(-1);
  return message?.role === 'assistant' ? message : null;
}
