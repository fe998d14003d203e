import { SIDE_PANEL_PROMPT } from '../../agent/context/model-request.ts';
import { nextAction } from '../../agent/run/next-action.ts';
import { runThread } from '../../agent/run/run-thread.ts';
import { type AgentDependencies, Elicitations } from '../../agent/run-context.ts';
import { reduceAll } from '../../agent/thread/reduce.ts';
import { createToolScheduler, TOOL_LIMITS } from '../../agent/tool-execution/tool-scheduler.ts';
import type { LoggedEvent } from '../../contracts/event.ts';
import { createModelProfile } from '../../contracts/model.ts';
import type { ModelRequest } from '../../contracts/model-client.ts';
import { emptyThread, type Message, openRun, type Part, type ThreadState } from '../../contracts/thread.ts';
import type { ThreadLog } from '../../contracts/thread-log.ts';
import { createNoContext } from '../../engine/no-context.ts';
import { scenarioServers } from './crash-servers.ts';
import { scenarioTools, type World } from './crash-tools.ts';
import { type ScriptLine, scriptedModel } from './scripted-model.ts';

export const MODEL = { endpointId: 'scripted', modelId: 'scripted' };
export const THREAD_ID = 'thread';

/** The dependencies of an engine that uses a server of the scenarios, or any other script. */
export function scriptedDependencies(
  log: ThreadLog,
  world: World,
  server: (request: ModelRequest) => ScriptLine[],
): AgentDependencies {
  const metrics = { record: () => undefined };
  const client = scriptedModel((request) => server(request).flatMap((line) => [line, breath()]));
  return {
    log,
    models: {
      connect: async () => ({
        client,
        profile: createModelProfile({ toolMode: 'native', mayFallBack: true }),
      }),
      learn: async () => undefined,
    },
    tools: scenarioTools(world),
    context: createNoContext(),
    elicitations: new Elicitations(),
    scheduler: createToolScheduler({ limits: TOOL_LIMITS, metrics, now: () => 0 }),
    metrics,
    basePrompt: SIDE_PANEL_PROMPT,
    now: () => 0,
    newId: () => 'id',
    sleep: async (_ms, signal) => signal.throwIfAborted(),
    coalesceMs: 0,
    toolTimeoutMs: 60_000,
  };
}

/** The simplest scenario, with or without a call that must not be repeated. */
export function scenarioDependencies(log: ThreadLog, world: World, withEffect: boolean): AgentDependencies {
  return scriptedDependencies(log, world, withEffect ? scenarioServers.effect() : scenarioServers.parallel());
}

/** Makes every delta be written separately, so that a run can be killed between any two. */
function breath(): ScriptLine {
  return { type: 'pause', until: () => new Promise((resolve) => setTimeout(resolve, 1)) };
}

export async function askQuestion(log: ThreadLog, runId = 'run'): Promise<void> {
  await log.append(
    THREAD_ID,
    [
      { type: 'user-message', messageId: 'question', content: 'What is it?' },
      { type: 'run-start', runId, messageId: 'question', model: MODEL, tabId: 1, page: null, maxSteps: 5 },
    ],
    null,
  );
}

/**
 * Runs until the run ends, like a user who approves everything and, with `withContinue`, presses Continue once after an
 * interrupted answer. Throws if the worker is killed.
 */
export async function runToEnd(
  log: ThreadLog,
  dependencies: AgentDependencies,
  withContinue = false,
): Promise<ThreadState> {
  for (;;) {
    await runThread(THREAD_ID, dependencies, new AbortController().signal);
    const state = fold(await log.read(THREAD_ID));
    if (nextAction(state, dependencies.tools).type === 'wait') await allowEverything(log, state);
    else if (withContinue && state.messages.length === 2) await pressContinue(log);
    else return state;
  }
}

async function allowEverything(log: ThreadLog, state: ThreadState): Promise<void> {
  for (const part of openRun(state)?.steps.at(-1)?.parts ?? []) {
    if (part.type !== 'tool-call' || part.call.state !== 'approval-requested') continue;
    const { toolCallId } = part.call;
    await log.append(THREAD_ID, [{ type: 'tool-approval-response', toolCallId, approved: true }], 'run');
  }
}

async function pressContinue(log: ThreadLog): Promise<void> {
  const start = { runId: 'more', messageId: 'question', model: MODEL, tabId: 1, page: null, maxSteps: 5 };
  await log.append(THREAD_ID, [{ type: 'run-start', ...start, continues: 'run' }], null);
}

export function fold(rows: readonly LoggedEvent[]): ThreadState {
  return reduceAll(emptyThread(THREAD_ID), rows);
}

/** The visible result, without times and traces of kills. */
export function visible(messages: readonly Message[]): unknown {
  return messages.map((message) =>
    message.role === 'user'
      ? message.content
      : {
          outcome: message.outcome,
          steps: message.steps.map(({ decision, parts }) => ({ decision, parts: parts.map(visiblePart) })),
        },
  );
}

function visiblePart(part: Part): unknown {
  if (part.type !== 'tool-call') return { type: part.type, text: part.text };
  const { call } = part;
  const result = call.state === 'output-available' ? call.output.content : 'errorText' in call ? call.errorText : null;
  return { toolName: call.toolName, state: call.state, input: 'input' in call ? call.input : null, result };
}
