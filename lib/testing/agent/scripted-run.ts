import * as z from 'zod';
import { runThread } from '../../agent/run/run-thread.ts';
import type { AgentDependencies } from '../../agent/run-context.ts';
import { createToolScheduler, TOOL_LIMITS } from '../../agent/tool-execution/tool-scheduler.ts';
import type { ContextProvider } from '../../contracts/context-provider.ts';
import type { LoggedEvent } from '../../contracts/event.ts';
import type { MetricSample } from '../../contracts/metric.ts';
import { createModelProfile, type ProfileFacts } from '../../contracts/model.ts';
import type { ModelClient, ModelRequest } from '../../contracts/model-client.ts';
import type { AssistantMessage, ThreadState } from '../../contracts/thread.ts';
import { defineTool, type Tool } from '../../contracts/tool.ts';
import type { ToolSource } from '../../contracts/tool-effects.ts';
import type { ToolOutput } from '../../contracts/tool-output.ts';
import { askQuestion, fold, scriptedDependencies, THREAD_ID } from './crash-scenario.ts';
import { memoryLog } from './memory-log.ts';
import { type ScriptLine, scriptedModel } from './scripted-model.ts';

type Execute = (signal: AbortSignal, input: { word?: string | undefined }) => Promise<string | ToolOutput>;

/** A read-only tool, or, `withEffects`, one with effects. */
export function scriptedTool(name: string, execute: Execute, { withEffects = false } = {}): Tool {
  return defineTool({
    name,
    title: name,
    description: '',
    inputSchema: z.object({ word: z.string().optional() }),
    annotations: { readOnlyHint: !withEffects, idempotentHint: !withEffects, openWorldHint: false },
    async *execute(input, { signal }) {
      yield { message: 'working' };
      const output = await execute(signal, input);
      return typeof output === 'string' ? { content: output } : output;
    },
  });
}

/** The source of an MCP server's tool whose definition has not changed. */
export function serverSource(change: Partial<ToolSource> = {}): ToolSource {
  return { name: 'MCP x', isTrusted: true, tool: 'x', definitionChange: async () => null, ...change };
}

/** What differs about the model of a test, and a client that replaces the scripted one. */
export type ModelChange = Partial<ProfileFacts> & { client?: ModelClient };

/** Overrides for the dependencies of a test, which otherwise have no pages and no web. */
export type ScriptedDependencies = Partial<Omit<AgentDependencies, 'context'>> & { context?: Partial<ContextProvider> };

/** One question to a scripted model, with a log in memory. Records everything for inspection. */
export function scriptedRun(
  script: (request: ModelRequest) => ScriptLine[],
  { context, ...change }: ScriptedDependencies = {},
  { client: otherClient, ...facts }: ModelChange = {},
) {
  const rows: LoggedEvent[] = [];
  const log = memoryLog(rows);
  const client = scriptedModel(script);
  const learned: unknown[] = [];
  const samples: MetricSample[] = [];
  const metrics = { record: (sample: MetricSample) => void samples.push(sample) };
  const base = scriptedDependencies(log, { sent: [] }, script);
  const dependencies: AgentDependencies = {
    ...base,
    metrics,
    scheduler: createToolScheduler({ limits: TOOL_LIMITS, metrics, now: () => 0 }),
    models: {
      connect: async () => ({
        client: otherClient ?? client,
        profile: createModelProfile({ toolMode: 'native', mayFallBack: true, ...facts }),
      }),
      learn: async (_model, observation) => {
        learned.push(observation);
      },
    },
    ...change,
    context: { ...base.context, ...context },
  };
  const stop = new AbortController();
  const goOn = () => runThread(THREAD_ID, dependencies, stop.signal);
  return {
    rows,
    log,
    dependencies,
    client,
    learned,
    samples,
    stop,
    goOn,
    run: async () => {
      await askQuestion(log);
      await goOn();
    },
    thread: (): ThreadState => fold(rows),
    answer: () => fold(rows).messages.at(-1) as AssistantMessage,
  };
}

export function hasResult({ messages }: ModelRequest): boolean {
  return messages.some((message) => message.role === 'tool');
}

/** The whole text of an answer. */
export function joinRunText(run: AssistantMessage): string {
  return run.steps.flatMap((step) => step.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).join('');
}
