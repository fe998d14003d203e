// A chat of two questions with a real server, with every tool that the extension can offer: those for pages, the web,
// and those of an MCP server.
import '../../lib/testing/english.ts';
import { failureMessage } from '../../components/parts/failure-message.ts';
import { runThread } from '../../lib/agent/run/run-thread.ts';
import type { ModelInterface } from '../../lib/contracts/endpoint.ts';
import type { AssistantMessage } from '../../lib/contracts/thread.ts';
import type { Tool } from '../../lib/contracts/tool.ts';
import type { WebAccess } from '../../lib/contracts/web.ts';
import { createNoContext } from '../../lib/engine/no-context.ts';
import { fold, scriptedDependencies, THREAD_ID } from '../../lib/testing/agent/crash-scenario.ts';
import { memoryLog } from '../../lib/testing/agent/memory-log.ts';
import { joinRunText } from '../../lib/testing/agent/scripted-run.ts';
import { buildReading } from '../../lib/testing/tools/memory-pages.ts';
import { tools } from '../../lib/tools/index.ts';
import { AnswerServer } from '../answers/server.ts';

/** Maximum steps of a run, and how long the server may take for a chat, in milliseconds. */
const MAX_STEPS = 3;
const CHAT_TIMEOUT_MS = 180_000;

export type ServerAddress = { url: string; modelId: string; interface: ModelInterface; apiKey: string | null };

/** The result of a question. `problem`: something about which the user would have to act, or null. */
export type AnsweredQuestion = { text: string; calls: number; toolMode: string; problem: string | null };

const SEARCH_RESULTS = [{ url: 'https://tides.example/', title: 'Tides', snippet: 'High water at nine.', date: '' }];

const web: WebAccess = {
  searchAddress: async () => 'https://search.example/',
  search: async () => SEARCH_RESULTS,
  mayOpen: async () => true,
  open: async () => buildReading('Tides', 'High water at nine.'),
  openInTab: async () => buildReading('Tides', 'High water at nine.'),
};

/** Asks both questions in one chat. `mcp`: the tools of a server that the user added. */
export async function askTwice(
  address: ServerAddress,
  questions: readonly [string, string],
  mcp: readonly Tool[],
): Promise<AnsweredQuestion[]> {
  const server = await AnswerServer.open(address.url, address.modelId, address.apiKey, address.interface);
  const log = memoryLog([]);
  const client = () => server.client(fetch);
  const dependencies = {
    ...scriptedDependencies(log, { sent: [] }, () => []),
    tools: [...tools, ...mcp],
    context: { ...createNoContext(), web },
    models: {
      connect: async () => server.connection(client(), null),
      learn: async (_model: unknown, observation: Parameters<AnswerServer['learn']>[0]) => server.learn(observation),
    },
    now: Date.now,
    toolTimeoutMs: CHAT_TIMEOUT_MS,
  };
  const answers: AnsweredQuestion[] = [];
  for (const [index, content] of questions.entries()) {
    const messageId = `question${index}`;
    const start = {
      runId: `run${index}`,
      messageId,
      model: server.model,
      tabId: null,
      page: null,
      maxSteps: MAX_STEPS,
    };
    await log.append(
      THREAD_ID,
      [
        { type: 'user-message', messageId, content },
        { type: 'run-start', ...start, web: true },
      ],
      null,
    );
    const signal = AbortSignal.timeout(CHAT_TIMEOUT_MS);
    do await runThread(THREAD_ID, dependencies, signal);
    while (await approveCalls(log, start.runId));
    answers.push(describeAnswer(readLastRun(await log.read(THREAD_ID))));
  }
  return answers;
}

function readLastRun(rows: Parameters<typeof fold>[0]): AssistantMessage {
  return fold(rows).messages.at(-1) as AssistantMessage;
}

/** Approves what the last step asks for, like a user who knows the server. Returns false if it asks for nothing. */
async function approveCalls(log: ReturnType<typeof memoryLog>, runId: string): Promise<boolean> {
  const parts = readLastRun(await log.read(THREAD_ID)).steps.at(-1)?.parts ?? [];
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call' && part.call.state === 'approval-requested' ? [part.call.toolCallId] : [],
  );
  const responses = calls.map(
    (toolCallId) => ({ type: 'tool-approval-response', toolCallId, approved: true }) as const,
  );
  if (responses.length > 0) await log.append(THREAD_ID, responses, runId);
  return responses.length > 0;
}

function describeAnswer(run: AssistantMessage): AnsweredQuestion {
  const calls = run.steps.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-call')).length;
  return {
    text: joinRunText(run),
    calls,
    toolMode: run.steps.map(({ toolMode }) => toolMode).join(', '),
    problem: describeProblem(run),
  };
}

function describeProblem({ outcome }: AssistantMessage): string | null {
  if (outcome === null) return 'it waits for the user';
  if (outcome.type === 'error') return `${failureMessage(outcome.failure)} ${outcome.failure.detail ?? ''}`;
  // A tiny model writes until it reaches a limit, and calls tools until its steps are used up.
  const isLimit = outcome.type === 'complete' || outcome.reason === 'length' || outcome.reason === 'step-limit';
  return isLimit ? null : `it ended as ${outcome.reason}`;
}
