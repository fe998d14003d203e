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
  BESIDE_ANSWERS,
  type Command,
  type ContextProvider,
  openRun,
  PageError,
  type ThreadLog,
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

export type WarmUps = {
  /** Resolves once the server has processed the prefix, or when the warm-up was stopped or is not possible. */
  start(command: Extract<Command, { type: 'warm-up' }>): Promise<void>;
  stop(threadId: string): void;
};

/**
 * While the user types a question, sends the known prefix of its request to a model server on this machine, so that the
 * server has it in its cache when the question is sent. Only for servers on this machine, since a page would otherwise
 * leave the machine before the user has sent anything. Only kept in memory.
 */
export function createWarmUps(dependencies: Dependencies): WarmUps {
  const running = new Map<string, AbortController>();

  async function warmUp(command: Extract<Command, { type: 'warm-up' }>, signal: AbortSignal): Promise<void> {
    const { storage, log, models, contextSettings, isWanted } = dependencies;
    const { page } = dependencies.context;
    const { threadId, messageId, model, tabId, pageContext, projectId } = command;
    if (tabId === null || !(await isWanted())) return;
    const { mode, maxTokens, sites } = await contextSettings(model, pageContext);
    const connection = await models.connect(model, { threadId, runId: BESIDE_ANSWERS, kind: 'warm-up' });
    if ('failure' in connection || !connection.profile.isOnThisMachine || mode !== 'page-first') return;
    const { client, profile } = connection;
    const state = await loadThread(log, threadId);
    const access = await page.check(tabId);
    if (openRun(state) !== null || access.type !== 'granted' || signal.aborted) return;
    if (policyFor(access.url, sites) !== 'send') return;
    const allowedOrigins = new Set([parseOrigin(access.url)].filter((origin) => origin !== null));
    const sources = [{ type: 'tab', tabId } as const];
    const earlier = carriedContexts(state, listPageContexts(state), sources, profile);
    const request = {
      type: 'tab' as const,
      tabId,
      isOpenPage: true,
      question: '',
      earlier,
      canReadOn: false,
      wantsForms: false,
      maySendFile: () => false,
    };
    const reading = await dependencies.context.read(
      { ...request, page: markedPages(pinnedPages(page, { sites: allowedOrigins })) },
      signal,
    );
    const selected = reading?.select(questionBudget(state, { profile, maxTokens, sources, earlier }));
    const context = selected && unmarkedContext(selected);
    // The question will include the file.
    if (profile.takesPdfs && context?.kind === 'pdf') return;
    const { systemPrompt } = profile;
    const project =
      projectId === undefined ? await storage.projects.ofThread(threadId) : await storage.projects.get(projectId);
    const instructions = project?.instructions ?? '';
    const memories = (await dependencies.usesMemory())
      ? await storage.memories.ofProject(project?.projectId ?? null)
      : [];
    // The question determines which of them are sent.
    if (!fitsMemoryBudget(memories)) return;
    const texts = memories.map(({ text }) => text);
    const added = { systemPrompt, instructions, memories: texts };
    const warm = context && warmUpRequest({ state, model, messageId, context, ...added });
    if (!warm) return;
    const release = client.connections === undefined ? () => undefined : client.connections.tryTake();
    // All connections are in use, and answers take precedence.
    if (release === null) return;
    try {
      for await (const _event of client.stream(warm, signal)) if (signal.aborted) return;
    } finally {
      release();
    }
  }

  return {
    async start(command) {
      const { threadId } = command;
      running.get(threadId)?.abort();
      const controller = new AbortController();
      running.set(threadId, controller);
      const release = dependencies.keepAlive.hold();
      try {
        await warmUp(command, controller.signal);
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
