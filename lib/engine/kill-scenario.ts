import * as z from 'zod';
import type { LoggedEvent } from '../protocol/event.ts';
import type { ModelRequest } from '../protocol/model-client.ts';
import { PageError } from '../protocol/page.ts';
import { emptyThread, type Message, openRun, type Part, type ThreadState } from '../protocol/thread.ts';
import type { ThreadLog } from '../protocol/thread-log.ts';
import { defineTool, type Tool } from '../protocol/tool.ts';
import { nextAction } from './next-action.ts';
import { reduceAll } from './reduce.ts';
import { runThread } from './run-thread.ts';
import type { EngineDependencies } from './runner.ts';
import { type ScriptLine, STEP_END, scriptedCall, scriptedModel, scriptedText } from './scripted-model.ts';

export const MODEL = { endpointId: 'scripted', modelId: 'scripted' };
export const THREAD_ID = 'thread';

/** How often each effect really happened, across all deaths: the outside world, which no crash undoes. */
export type World = { sent: string[] };

/** The tools of the scenario: two that only read, and one whose effect must never happen twice. */
function scenarioTools(world: World): Tool[] {
  const readOnlyHint = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
  const lookUp = (name: string) =>
    defineTool({
      name,
      title: name,
      description: '',
      inputSchema: z.object({ word: z.string() }),
      annotations: readOnlyHint,
      async *execute({ word }) {
        yield { message: `looking up ${word}` };
        return { content: `${name} says ${word}` };
      },
    });
  const send = defineTool({
    name: 'send',
    title: 'Send',
    description: '',
    inputSchema: z.object({ text: z.string() }),
    annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: true },
    async *execute({ text }) {
      yield { message: 'sending' };
      world.sent.push(text);
      return { content: 'sent' };
    },
  });
  return [lookUp('left'), lookUp('right'), send];
}

/** Two parallel calls, then, `withEffect`, a call that must not happen twice, then the answer. Pure in the request. */
function scenarioScript(withEffect: boolean): (request: ModelRequest) => ScriptLine[] {
  return ({ messages }) => {
    const results = messages.filter((message) => message.role === 'tool');
    if (results.length === 0) {
      return [
        { type: 'reasoning-delta', delta: 'Let me look.' },
        ...scriptedText('Looking it up. '),
        ...scriptedCall('a', 'left', { word: 'one' }),
        ...scriptedCall('b', 'right', { word: 'two' }),
        STEP_END,
      ];
    }
    if (withEffect && results.length === 2) return [...scriptedCall('c', 'send', { text: 'hello' }), STEP_END];
    return [...scriptedText(`Found: ${results.map((result) => result.content).join('; ')}`), STEP_END];
  };
}

export function scenarioDependencies(log: ThreadLog, world: World, withEffect: boolean): EngineDependencies {
  const script = scenarioScript(withEffect);
  const client = scriptedModel((request) => script(request).flatMap((line) => [line, breath()]));
  return {
    log,
    models: {
      connect: async () => ({ client, toolMode: 'native', mayFallBack: true }),
      learn: async () => undefined,
    },
    tools: scenarioTools(world),
    metrics: { record: () => undefined },
    page: {
      check: async () => ({ type: 'granted', title: '', url: '' }),
      read: async () => {
        throw new PageError('tab-gone', 'no tab');
      },
      list: async () => [],
    },
    now: () => 0,
    coalesceMs: 0,
    toolTimeoutMs: 1000,
  };
}

/** Lets every delta be written by itself, so that a run can be killed between any two. */
function breath(): ScriptLine {
  return { type: 'pause', until: () => new Promise((resolve) => setTimeout(resolve, 1)) };
}

export async function askQuestion(log: ThreadLog): Promise<void> {
  await log.append(
    THREAD_ID,
    [
      { type: 'user-message', messageId: 'question', content: 'What is it?' },
      { type: 'run-start', runId: 'run', messageId: 'question', model: MODEL, tabId: 1, page: null, maxSteps: 5 },
    ],
    null,
  );
}

/** Runs until the run ends, as the person who allows everything; a killed worker throws out of it. */
export async function runToEnd(log: ThreadLog, dependencies: EngineDependencies): Promise<ThreadState> {
  for (;;) {
    await runThread(THREAD_ID, dependencies, new AbortController().signal);
    const state = fold(await log.read(THREAD_ID));
    if (nextAction(state).type !== 'wait') return state;
    for (const part of openRun(state)?.steps.at(-1)?.parts ?? []) {
      if (part.type !== 'tool-call' || part.call.state !== 'approval-requested') continue;
      const { toolCallId } = part.call;
      await log.append(THREAD_ID, [{ type: 'tool-approval-response', toolCallId, approved: true }], 'run');
    }
  }
}

export function fold(rows: readonly LoggedEvent[]): ThreadState {
  return reduceAll(emptyThread(THREAD_ID), rows);
}

/** What a person sees in the end, without times and traces of deaths. */
export function visible(messages: readonly Message[]): unknown {
  return messages.map((message) =>
    message.role === 'user'
      ? message.content
      : { outcome: message.outcome, steps: message.steps.map((step) => step.parts.map(visiblePart)) },
  );
}

function visiblePart(part: Part): unknown {
  if (part.type !== 'tool-call') return part;
  const { call } = part;
  const result = call.state === 'output-available' ? call.output.content : 'errorText' in call ? call.errorText : null;
  return { toolName: call.toolName, state: call.state, input: 'input' in call ? call.input : null, result };
}
