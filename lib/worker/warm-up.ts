import {
  carriedContexts,
  fitsMemoryBudget,
  listPageContexts,
  loadThread,
  type Models,
  questionBudget,
  warmUpRequest,
} from '../agent/index.ts';
import {
  type Command,
  type ContextProvider,
  type ContextSettings,
  type ModelClient,
  type ModelProfile,
  type ModelRequest,
  OUTSIDE_ANSWERS,
  openRun,
  type PageContext,
  PageError,
  type ThreadLog,
  type ThreadState,
} from '../contracts/index.ts';
import { markedPages, parseOrigin, pinnedPages, policyFor, unmarkedContext } from '../security/index.ts';
import type { Stores } from '../storage/index.ts';
import type { WorkerHold } from './held-work.ts';
import type { RunStartDependencies } from './run-start.ts';

type Dependencies = Pick<RunStartDependencies, 'contextSettings'> & {
  storage: Pick<Stores, 'memories' | 'projects'>;
  log: ThreadLog;
  models: Models;
  context: Pick<ContextProvider, 'page' | 'read'>;
  isWanted: () => Promise<boolean>;
  usesMemory: () => Promise<boolean>;
  keepAlive: WorkerHold;
};

type WarmUpCommand = Extract<Command, { type: 'warm-up' }>;

export type WarmUps = {
  /** Resolves once the server has processed the prefix, or when the warm-up was stopped or is not possible. */
  start(command: WarmUpCommand): Promise<void>;
  stop(threadId: string): void;
};

/**
 * While the user types a question, sends the known prefix of its request to a model server on this machine, so that the
 * server has it in its cache when the question is sent. Only for servers on this machine, since a page would otherwise
 * leave the machine before the user has sent anything. Only kept in memory.
 */
export function createWarmUps(dependencies: Dependencies): WarmUps {
  const running = new Map<string, AbortController>();

  return {
    async start(command) {
      const { threadId } = command;
      running.get(threadId)?.abort();
      const controller = new AbortController();
      running.set(threadId, controller);
      const release = dependencies.keepAlive.hold();
      try {
        await warmUp(dependencies, command, controller.signal);
      } catch (error) {
        // Errors of the page are reported when the question is sent.
        if (!controller.signal.aborted && !(error instanceof PageError)) throw error;
      } finally {
        release();
        if (running.get(threadId) === controller) running.delete(threadId);
      }
    },
    stop(threadId) {
      running.get(threadId)?.abort();
      running.delete(threadId);
    },
  };
}

async function warmUp(dependencies: Dependencies, command: WarmUpCommand, signal: AbortSignal): Promise<void> {
  const { log, models, contextSettings, isWanted } = dependencies;
  const { threadId, messageId, model, tabId, pageContext } = command;
  if (tabId === null || !(await isWanted())) return;
  const { mode, maxTokens, sites } = await contextSettings(model, pageContext);
  const connection = await models.connect(model, { threadId, runId: OUTSIDE_ANSWERS, kind: 'warm-up' });
  if ('failure' in connection || !connection.profile.isOnThisMachine || mode !== 'page-first') return;
  const { client, profile } = connection;
  const state = await loadThread(log, threadId);
  const context = await readOpenPage(dependencies, { tabId, state, profile, maxTokens, sites }, signal);
  if (context === null) return;
  const userTexts = await loadUserTexts(dependencies, command);
  if (userTexts === null) return;
  const { systemPrompt } = profile;
  const request = warmUpRequest({ state, model, messageId, context, systemPrompt, ...userTexts });
  if (request !== null) await sendPrefix(client, request, signal);
}

type OpenPage = Pick<ContextSettings, 'maxTokens' | 'sites'> & {
  tabId: number;
  state: ThreadState;
  profile: ModelProfile;
};

/** The page as it will be sent with the question. Null if it will not be, may not be read now, or is sent as a file. */
async function readOpenPage(
  { context }: Dependencies,
  { tabId, state, profile, maxTokens, sites }: OpenPage,
  signal: AbortSignal,
): Promise<PageContext | null> {
  const access = await context.page.check(tabId);
  if (openRun(state) !== null || access.type !== 'granted' || signal.aborted) return null;
  if (policyFor(access.url, sites) !== 'send') return null;
  const allowedOrigins = new Set([parseOrigin(access.url)].filter((origin) => origin !== null));
  const sources = [{ type: 'tab', tabId } as const];
  const earlier = carriedContexts(state, listPageContexts(state), sources, profile);
  const reading = await context.read(
    {
      type: 'tab',
      tabId,
      page: markedPages(pinnedPages(context.page, { sites: allowedOrigins })),
      isOpenPage: true,
      question: '',
      earlier,
      canReadOn: false,
      wantsForms: false,
      maySendFile: () => false,
    },
    signal,
  );
  if (reading === null) return null;
  const page = unmarkedContext(reading.select(questionBudget(state, { profile, maxTokens, sources, earlier })));
  // The question will include the file.
  return profile.takesPdfs && page.kind === 'pdf' ? null : page;
}

/**
 * The user's texts that are sent with the question: instructions, and sentences to remember. Null if the sentences
 * depend on the question.
 */
async function loadUserTexts(
  { storage, usesMemory }: Dependencies,
  { threadId, projectId }: WarmUpCommand,
): Promise<{ instructions: string; memories: readonly string[] } | null> {
  const project =
    projectId === undefined ? await storage.projects.ofThread(threadId) : await storage.projects.get(projectId);
  const memories = (await usesMemory()) ? await storage.memories.ofProject(project?.projectId ?? null) : [];
  if (!fitsMemoryBudget(memories)) return null;
  return { instructions: project?.instructions ?? '', memories: memories.map(({ text }) => text) };
}

/** Sends the request and discards the answer. Answers to questions take precedence if all connections are in use. */
async function sendPrefix(client: ModelClient, request: ModelRequest, signal: AbortSignal): Promise<void> {
  const release = client.connections === undefined ? () => undefined : client.connections.tryTake();
  if (release === null) return;
  try {
    for await (const _event of client.stream(request, signal)) if (signal.aborted) return;
  } finally {
    release();
  }
}
