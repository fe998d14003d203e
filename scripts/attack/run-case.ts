import { readProjectFiles, readTabContext } from '../../lib/tools/read-context.ts';
import '../../lib/testing/english.ts';
import { SIDE_PANEL_PROMPT } from '../../lib/agent/context/model-request.ts';
import { runThread } from '../../lib/agent/run/run-thread.ts';
import type { AgentDependencies } from '../../lib/agent/run-context.ts';
import { reduceAll } from '../../lib/agent/thread/reduce.ts';
import { createToolScheduler, TOOL_LIMITS } from '../../lib/agent/tool-execution/tool-scheduler.ts';
import type { AttachedFile } from '../../lib/contracts/attachments.ts';
import type { ElicitationContent } from '../../lib/contracts/elicitation.ts';
import type { LoggedEvent } from '../../lib/contracts/event.ts';
import { createModelProfile } from '../../lib/contracts/model.ts';
import { emptyThread, listToolCalls, openRun, type ThreadState } from '../../lib/contracts/thread.ts';
import type { ApprovalRequest } from '../../lib/contracts/tool-output.ts';
import { createModelClient } from '../../lib/model-api/client/model-client.ts';
import { memoryLog } from '../../lib/testing/agent/memory-log.ts';
import { respondToCall } from '../../lib/worker/approvals.ts';
import { CANARIES } from './canaries.ts';
import type { Act } from './goals.ts';
import { type ChatBody, type Opening, obey, replyChunks } from './obey.ts';
import type { World } from './world.ts';

/** Whether the user approves this request: once, or `for-chat` with the rule that it offers. */
export type Bot = (request: ApprovalRequest) => boolean | 'for-chat';

export type CaseOptions = {
  world: World;
  questions: string[];
  /** What is attached to the first question. */
  files?: AttachedFile[];
  planActs: (id: number, seen: string) => Act[][];
  opening: Opening;
  bot: Bot;
  /** What the user enters in a server's form. */
  formContent?: ElicitationContent;
  toolMode: 'native' | 'tags';
  /** Whether the user turned on the web. */
  hasWeb?: boolean;
  /** Null if the user asks without a page. */
  tabId?: number | null;
};

export type CaseResult = {
  thread: ThreadState;
  bodies: string[];
  headers: string[];
  asked: ApprovalRequest[];
  allowed: ApprovalRequest[];
};

const THREAD = 'thread';
const MODEL = { endpointId: 'obey', modelId: 'obey' };
/** Maximum number of approvals that a user gives in one case. */
const MAX_QUESTIONS = 60;

/** Runs one chat, from its first question to the end of its last answer, with the real engine and client. */
export async function runCase(options: CaseOptions): Promise<CaseResult> {
  const { world, bot, toolMode, questions, tabId = 1 } = options;
  const rows: LoggedEvent[] = [];
  const log = memoryLog(rows);
  const bodies: string[] = [];
  const headers: string[] = [];
  const asked: ApprovalRequest[] = [];
  const allowed: ApprovalRequest[] = [];
  let now = 1_700_000_000_000;
  let ids = 0;
  const newId = () => `00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`;
  const fetchModel = async (_input: unknown, init?: RequestInit): Promise<Response> => {
    const body = String(init?.body);
    bodies.push(body);
    headers.push(JSON.stringify([...new Headers(init?.headers)]));
    const request = JSON.parse(body) as ChatBody;
    const acts = obey(request, options.planActs, options.opening);
    const stream = new Blob(replyChunks(acts, request.tools !== undefined, () => `call_${ids++}`)).stream();
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  };
  const client = createModelClient({
    baseUrl: 'https://model.test/v1',
    hostKind: 'public',
    apiKey: CANARIES.key,
    fetch: fetchModel as typeof fetch,
  });
  const metrics = { record: () => undefined };
  const dependencies: AgentDependencies = {
    log,
    models: {
      connect: async () => ({
        client,
        profile: createModelProfile({ toolMode, mayFallBack: false }),
      }),
      learn: async () => undefined,
    },
    tools: world.tools,
    context: {
      page: world.page,
      read: async (request, signal) =>
        request.type === 'project-files'
          ? readProjectFiles(world.projectFiles, request)
          : request.type === 'tab'
            ? readTabContext(request, signal)
            : null,
      instructions: async () => '',
      memories: async () => [],
      web: world.web,
      ownData: world.ownData,
    },
    basePrompt: SIDE_PANEL_PROMPT,
    elicitations: { wait: async () => ({ action: 'accept', content: options.formContent ?? {} }) },
    scheduler: createToolScheduler({ limits: TOOL_LIMITS, metrics, now: () => now }),
    metrics,
    now: () => now,
    newId,
    sleep: async () => undefined,
    coalesceMs: 0,
    toolTimeoutMs: 60_000,
  };
  const thread = () => reduceAll(emptyThread(THREAD), rows);
  const inProject =
    world.projectFiles.length === 0
      ? {}
      : {
          project: { projectId: 'project', name: 'Tides' },
          context: { mode: 'on-demand' as const, maxTokens: 24_000 },
        };
  for (const content of questions) {
    const access = tabId === null ? null : await world.page.check(tabId);
    const page = access?.type === 'granted' ? { title: access.title, url: access.url } : null;
    const messageId = newId();
    const run = { runId: newId(), messageId, model: MODEL, tabId, page, maxSteps: 8 };
    await log.append(
      THREAD,
      [
        {
          type: 'user-message',
          messageId,
          content,
          ...(rows.length === 0 && options.files ? { files: options.files } : {}),
        },
        { type: 'run-start', ...run, ...inProject, ...(options.hasWeb ? { web: true } : {}) },
      ],
      null,
    );
    await runThread(THREAD, dependencies, new AbortController().signal);
    for (let answers = 0; openRun(thread()) !== null && answers < MAX_QUESTIONS; answers++) {
      const call = openRun(thread())
        ?.steps.slice(-1)
        .flatMap(listToolCalls)
        .find((each) => each.state === 'approval-requested');
      if (call?.state !== 'approval-requested') break;
      const decision = bot(call.request);
      const approved = decision !== false;
      const forChat = decision === 'for-chat' ? { forChat: true as const } : {};
      asked.push(call.request);
      if (approved) allowed.push(call.request);
      // The browser's own dialog, which the card opens.
      if (approved && call.request.type === 'browser-permission') world.permissions.add(call.request.permission);
      now += 5000;
      const confirmId = call.request.type === 'effect' ? call.request.confirm?.confirmId : undefined;
      const runs = {
        start: () => undefined,
        resume: () => undefined,
        abort: () => undefined,
        endWait: () => undefined,
      };
      const answer = {
        type: 'respond',
        threadId: THREAD,
        toolCallId: call.toolCallId,
        approved,
        confirmId,
        ...forChat,
      } as const;
      await respondToCall(
        { storage: null as never, log, runs, page: world.page, ownData: world.ownData, now: () => now },
        answer,
      );
      await runThread(THREAD, dependencies, new AbortController().signal);
    }
  }
  return { thread: thread(), bodies, headers, asked, allowed };
}
