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
  const chat = new AttackedChat(options);
  for (const content of options.questions) {
    await chat.ask(content);
    for (let answers = 0; answers < MAX_QUESTIONS && (await chat.answerRequest()); answers++);
  }
  return chat.result();
}

/** A chat with a model that obeys what it reads, and a user who answers requests for approval like `bot`. */
class AttackedChat {
  readonly #options: CaseOptions;
  readonly #rows: LoggedEvent[] = [];
  readonly #log = memoryLog(this.#rows);
  readonly #dependencies: AgentDependencies;
  readonly #sent = { bodies: [] as string[], headers: [] as string[] };
  readonly #asked: ApprovalRequest[] = [];
  readonly #allowed: ApprovalRequest[] = [];
  #now = 1_700_000_000_000;
  #ids = 0;

  constructor(options: CaseOptions) {
    this.#options = options;
    this.#dependencies = this.#createDependencies();
  }

  /** Sends a question, and runs its answer to its end or to a request for approval. */
  async ask(content: string): Promise<void> {
    const { world, tabId = 1, files, hasWeb } = this.#options;
    const access = tabId === null ? null : await world.page.check(tabId);
    const page = access?.type === 'granted' ? { title: access.title, url: access.url } : null;
    const messageId = this.#newId();
    const attachments = this.#rows.length === 0 && files ? { files } : {};
    const run = { runId: this.#newId(), messageId, model: MODEL, tabId, page, maxSteps: 8 };
    await this.#log.append(
      THREAD,
      [
        { type: 'user-message', messageId, content, ...attachments },
        { type: 'run-start', ...run, ...projectOfRun(world), ...(hasWeb ? { web: true } : {}) },
      ],
      null,
    );
    await this.#run();
  }

  /** Answers the request for approval that the run waits for, and continues it. Resolves to whether there was one. */
  async answerRequest(): Promise<boolean> {
    const { world, bot } = this.#options;
    const call = openRun(this.#thread())
      ?.steps.slice(-1)
      .flatMap(listToolCalls)
      .find((each) => each.state === 'approval-requested');
    if (call?.state !== 'approval-requested') return false;
    const { request, toolCallId } = call;
    const decision = bot(request);
    const approved = decision !== false;
    this.#asked.push(request);
    if (approved) this.#allowed.push(request);
    // The browser's own dialog, which the card opens.
    if (approved && request.type === 'browser-permission') world.permissions.add(request.permission);
    this.#now += 5000;
    const now = () => this.#now;
    await respondToCall(
      { storage: null as never, log: this.#log, runs: NO_RUNS, page: world.page, ownData: world.ownData, now },
      {
        type: 'respond',
        threadId: THREAD,
        toolCallId,
        approved,
        confirmId: request.type === 'effect' ? request.confirm?.confirmId : undefined,
        ...(decision === 'for-chat' ? { forChat: true as const } : {}),
      },
    );
    await this.#run();
    return true;
  }

  result(): CaseResult {
    return { thread: this.#thread(), ...this.#sent, asked: this.#asked, allowed: this.#allowed };
  }

  #run(): Promise<unknown> {
    return runThread(THREAD, this.#dependencies, new AbortController().signal);
  }

  #thread(): ThreadState {
    return reduceAll(emptyThread(THREAD), this.#rows);
  }

  #newId(): string {
    return `00000000-0000-4000-8000-${String(this.#ids++).padStart(12, '0')}`;
  }

  /** The model's server: it records the request and does what the texts in it ask for. */
  async #respond(init: RequestInit | undefined): Promise<Response> {
    const body = String(init?.body);
    this.#sent.bodies.push(body);
    this.#sent.headers.push(JSON.stringify([...new Headers(init?.headers)]));
    const request = JSON.parse(body) as ChatBody;
    const acts = obey(request, this.#options.planActs, this.#options.opening);
    const stream = new Blob(replyChunks(acts, request.tools !== undefined, () => `call_${this.#ids++}`)).stream();
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  }

  #createDependencies(): AgentDependencies {
    const { world, toolMode, formContent = {} } = this.#options;
    const client = createModelClient({
      baseUrl: 'https://model.test/v1',
      hostKind: 'public',
      apiKey: CANARIES.key,
      fetch: ((_input: unknown, init?: RequestInit) => this.#respond(init)) as typeof fetch,
    });
    const profile = createModelProfile({ toolMode, mayFallBack: false });
    const metrics = { record: () => undefined };
    const now = () => this.#now;
    return {
      log: this.#log,
      models: { connect: async () => ({ client, profile }), learn: async () => undefined },
      tools: world.tools,
      context: {
        page: world.page,
        read: async (request, signal) => {
          if (request.type === 'project-files') return readProjectFiles(world.projectFiles, request);
          return request.type === 'tab' ? readTabContext(request, signal) : null;
        },
        instructions: async () => '',
        memories: async () => [],
        web: world.web,
        ownData: world.ownData,
      },
      basePrompt: SIDE_PANEL_PROMPT,
      elicitations: { wait: async () => ({ action: 'accept', content: formContent }) },
      scheduler: createToolScheduler({ limits: TOOL_LIMITS, metrics, now }),
      metrics,
      now,
      newId: () => this.#newId(),
      sleep: async () => undefined,
      coalesceMs: 0,
      toolTimeoutMs: 60_000,
    };
  }
}

/** The project of a chat with files, which is read when the model asks for it. */
function projectOfRun({ projectFiles }: World) {
  if (projectFiles.length === 0) return {};
  const context = { mode: 'on-demand' as const, maxTokens: 24_000 };
  return { project: { projectId: 'project', name: 'Tides' }, context };
}

/** The case runs the thread itself. */
const NO_RUNS = {
  start: () => undefined,
  resume: () => undefined,
  abort: () => undefined,
  endWait: () => undefined,
};
