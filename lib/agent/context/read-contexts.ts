import {
  type AssistantMessage,
  buildContextId,
  type CarriedContext,
  type ContextErrorCode,
  type ContextReading,
  type ContextRequest,
  type ContextSource,
  type ModelProfile,
  openRun,
  type PageContext,
  PageError,
  type ThreadEvent,
  type ThreadState,
} from '../../contracts/index.ts';
import { unlessAborted } from '../../control-flow/index.ts';
import { asksFor } from '../../language/index.ts';
import {
  allowedSites,
  askAfterReading,
  decideTabOfRun,
  isLocalOnly,
  markedPages,
  maskSecrets,
  pagesOnBehalf,
  pinnedPages,
  unmarkedContext,
  withheldPages,
} from '../../security/index.ts';
import { estimateTokens } from '../../text/index.ts';
import type { RunContext } from '../run-context.ts';
import { contextBudget, pageBudget, refusedPageTokens, shareBudget } from './context-budget.ts';
import { contextTokens } from './fit-context.ts';
import { modelMessages } from './model-context.ts';
import {
  contextPart,
  contextSources,
  listPageContexts,
  openContexts,
  passageWords,
  withoutLocalPages,
} from './page-context.ts';
import { wasPdfRefused } from './pdf-files.ts';

/**
 * Only ends what hangs, in milliseconds. Capturing a page stops by itself after 20 s of work. The rest is for pages
 * that are loading, for frames, and for selecting on a busy machine.
 */
const READING_TIMEOUT_MS = 45_000;

/** The result of reading one source. `null` if the part was settled or waits for the user. */
type Read = { source: ContextSource; startedAt: number; reading: ContextReading; localOnly?: true } | null;

/**
 * Reads the question's pages before the model is called, and adds as much of them as the model's window and the user
 * allow. A page that needs the user's approval waits. For a page that cannot be read, the run continues with a note. If
 * a server rejected everything as too long, less of it is selected.
 */
export async function readContexts(runner: RunContext): Promise<void> {
  const { session, dependencies } = runner;
  const run = openRun(session.state);
  if (run === null) return;
  const connected = await dependencies.models.connect(run.model);
  // If there is no connection to the model, the first step reports that. Reading pages does not need a connection.
  const profile = 'failure' in connected ? null : connected.profile;
  const { unread, tooLong } = openContexts(run);
  const isAgain = unread.length === 0;
  const sources = isAgain ? tooLong : unread;
  const starts = sources.filter((source) => !contextPart(run, source)).map((source) => contextStart(run, source));
  if (starts.length > 0) await session.append(...starts);
  const sentState = profile === null || profile.isLocal ? session.state : withoutLocalPages(session.state);
  const knownContexts = isAgain ? [] : listPageContexts(sentState, openRun(sentState) ?? run);
  const earlier = carriedContexts(sentState, knownContexts, contextSources(run), profile);
  const read = await Promise.all(sources.map((source) => readOne(runner, run, source, { profile, earlier })));
  if (runner.signal.aborted) return;
  const readings = read.filter((each) => each !== null);
  const total = isAgain ? refusedBudget(session.state, profile) : budgetLeft(session.state, profile, earlier);
  // A page that waits for the user keeps its share of the budget.
  const tokenNeeds = [
    ...readings.map(({ reading }) => reading.wantedTokens),
    ...openContexts(openRun(session.state) ?? run).waiting.map(() => Number.POSITIVE_INFINITY),
  ];
  const shares = shareBudget(total, tokenNeeds);
  const events = readings.map(({ source, startedAt, reading, localOnly }, index): ThreadEvent => {
    const selected = unmarkedContext(reading.select(Math.floor(shares[index] ?? 0)));
    const context = localOnly === undefined ? selected : { ...selected, localOnly };
    const ms = dependencies.now() - startedAt;
    return { type: 'context-available', contextId: buildContextId(run.messageId, source), context, ms };
  });
  if (events.length > 0) await session.append(...events);
  const missing = isAgain ? tooLong.filter((source) => !readings.some((each) => each.source === source)) : [];
  if (missing.length > 0) await session.append(...missing.flatMap((source) => keepUnchanged(run, source)));
}

function contextStart(run: AssistantMessage, source: ContextSource): ThreadEvent {
  const tabId = source.type === 'tab' ? source.tabId : null;
  const document = source.type === 'document' ? { documentId: source.id } : {};
  return { type: 'context-start', contextId: buildContextId(run.messageId, source), tabId, ...document };
}

/**
 * Keeps a page as it was read if it should be selected again but can no longer be read. The request then shortens it.
 */
function keepUnchanged(run: AssistantMessage, source: ContextSource): ThreadEvent[] {
  const part = contextPart(run, source);
  if (part?.state !== 'available') return [];
  const { pdf: _file, ...context } = part.context;
  return [{ type: 'context-available', contextId: part.contextId, context, ms: part.ms }];
}

type Reading = { profile: ModelProfile | null; earlier: readonly CarriedContext[] };

async function readOne(
  runner: RunContext,
  run: AssistantMessage,
  source: ContextSource,
  { profile, earlier }: Reading,
): Promise<Read> {
  const { session, dependencies } = runner;
  const contextId = buildContextId(run.messageId, source);
  const part = contextPart(run, source);
  const startedAt = dependencies.now();
  const isChosenAgain = part?.state === 'available';
  const isAllowed = isChosenAgain || part?.state === 'approved';
  const timeoutMs = Math.min(READING_TIMEOUT_MS, dependencies.toolTimeoutMs);
  const signal = AbortSignal.any([runner.signal, AbortSignal.timeout(timeoutMs)]);
  const fail = async (code: ContextErrorCode) => {
    if (!isChosenAgain)
      await session.append({ type: 'context-error', contextId, code, ms: dependencies.now() - startedAt });
    return null;
  };
  try {
    if (source.type !== 'tab') return await readTexts(runner, run, { source, startedAt, earlier, signal }, fail);
    const { tabId } = source;
    const isHosted = profile !== null && !profile.isLocal;
    const tab = { page: dependencies.context.page, tabId, state: session.state, isHosted, signal };
    if (!isAllowed && !(await mayReadTab(runner, contextId, { ...tab, run }))) return null;
    const request = buildTabRequest(runner, run, { tabId, profile, earlier, isChosenAgain });
    const reading = await dependencies.context.read(request, signal);
    if (reading === null) return fail('empty');
    if (!isAllowed) {
      const late = await askAfterReading({ ...tab, state: session.state });
      if (late !== null) {
        await session.append({ type: 'context-approval-request', contextId, question: late });
        return null;
      }
    }
    const localOnly = !isHosted && (await isLocalOnly(dependencies.context.page, tabId, signal));
    return { source, startedAt, reading, ...(localOnly ? { localOnly } : {}) };
  } catch (error) {
    if (runner.signal.aborted || session.isRefused) throw error;
    return fail(toErrorCode(error));
  }
}

/** Whether a tab may be read now. Otherwise logs that it is not sent, or what the user is asked. */
async function mayReadTab(
  { session }: RunContext,
  contextId: string,
  tab: Parameters<typeof decideTabOfRun>[0],
): Promise<boolean> {
  const decision = await unlessAborted(decideTabOfRun(tab), tab.signal);
  if (decision.type === 'send') return true;
  await session.append(
    decision.type === 'withhold'
      ? { type: 'context-approval-response', contextId, approved: false }
      : { type: 'context-approval-request', contextId, question: decision.question },
  );
  return false;
}

type TabReading = Reading & { tabId: number; isChosenAgain: boolean };

/** What is read of a tab for the question: the pages that the run may read, as the model can take them. */
function buildTabRequest(
  { session, dependencies }: RunContext,
  run: AssistantMessage,
  { tabId, profile, earlier, isChosenAgain }: TabReading,
): ContextRequest {
  const question = passageWords(session.state, run);
  const takesPdfs = profile?.takesPdfs === true && !wasPdfRefused(session.state, run.model);
  const answer = { threadId: session.state.threadId, runId: run.messageId };
  const pages = pagesOnBehalf(dependencies.context.page, answer);
  return {
    type: 'tab',
    page: markedPages(pinnedPages(pages, { sites: allowedSites(run), withheld: withheldPages(run) })),
    tabId,
    isOpenPage: tabId === run.tabId,
    question,
    earlier,
    wantsForms: tabId === run.tabId && asksFor('forms', question),
    canReadOn: profile !== null && profile.toolMode !== 'none' && !profile.isCautious,
    // A page that was too long is selected again to be shorter, which is impossible for a file. Nothing can be masked
    // in a file.
    maySendFile: (text) => takesPdfs && !isChosenAgain && maskSecrets(text).masked.length === 0,
  };
}

type TextReading = {
  source: Exclude<ContextSource, { type: 'tab' }>;
  startedAt: number;
  earlier: readonly CarriedContext[];
  signal: AbortSignal;
};

/** Reads files and documents without asking, since they were added in order to be sent. */
async function readTexts(
  { session, dependencies }: RunContext,
  run: AssistantMessage,
  { source, startedAt, earlier, signal }: TextReading,
  fail: (code: ContextErrorCode) => Promise<null>,
): Promise<Read> {
  const forQuestion = { question: passageWords(session.state, run), earlier };
  const request = textRequest(source, run, forQuestion);
  const reading = request && (await unlessAborted(dependencies.context.read(request, signal), signal));
  return reading === null ? fail('empty') : { source, startedAt, reading };
}

function textRequest(
  source: TextReading['source'],
  { project }: AssistantMessage,
  forQuestion: Pick<ContextRequest, 'question' | 'earlier'>,
): ContextRequest | null {
  if (source.type === 'document') return { ...source, ...forQuestion };
  return project === null ? null : { ...source, project, ...forQuestion };
}

function toErrorCode(error: unknown): ContextErrorCode {
  if (error instanceof PageError) return error.code;
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'timed-out' : 'failed';
}

type BudgetOptions = {
  profile: ModelProfile | null;
  /** The user's limit, in tokens. */
  maxTokens: number;
  sources: readonly ContextSource[];
  /** Contexts that are already in the conversation. */
  earlier: readonly CarriedContext[];
};

/** Computes the token budget for the context of a question about these sources. */
export function questionBudget(state: ThreadState, { profile, maxTokens, sources, earlier }: BudgetOptions): number {
  const samePages = earlier.filter(({ context }) => isFrom(sources, context));
  return pageBudget({
    contextWindow: profile?.contextWindow ?? null,
    maxOutputTokens: profile?.maxOutputTokens ?? null,
    isLocal: profile?.isLocal ?? false,
    maxTokens,
    carriedTokens: sumTokens(samePages.map(({ context }) => context)),
    historyTokens: historyTokens(state, samePages),
  });
}

/** Computes the remaining token budget for pages of the open run. */
function budgetLeft(state: ThreadState, profile: ModelProfile | null, earlier: readonly CarriedContext[]): number {
  const run = openRun(state);
  if (run === null) return 0;
  const maxTokens = run.contextPolicy?.maxTokens ?? 0;
  const total = questionBudget(state, { profile, maxTokens, sources: contextSources(run), earlier });
  const usedContexts = run.contexts.flatMap((part) => (part.state === 'available' ? [part.context] : []));
  return Math.max(0, total - sumTokens(usedContexts));
}

function isFrom(sources: readonly ContextSource[], { kind, source: { tabId, documentId } }: PageContext): boolean {
  return sources.some((source) => {
    switch (source.type) {
      case 'tab':
        return source.tabId === tabId;
      case 'project-files':
        return kind === 'files';
      case 'document':
        return source.id === documentId;
      default:
        return source satisfies never;
    }
  });
}

function sumTokens(contexts: readonly PageContext[]): number {
  return contexts.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The size of the conversation in tokens, including the needed pages. Other pages may be omitted. */
function historyTokens(state: ThreadState, needed: readonly CarriedContext[]): number {
  return tokensWithoutPages(state) + sumTokens(needed.map(({ context }) => context));
}

/** Tokens of a conversation without the texts of pages. */
function tokensWithoutPages(state: ThreadState): number {
  return contextTokens(modelMessages(state)) - pageTokens(listPageContexts(state));
}

function pageTokens(contexts: readonly CarriedContext[]): number {
  return contexts.reduce((sum, { context }) => sum + estimateTokens(context.text), 0);
}

/** Computes the token budget for pages after a server rejected a request as too long. */
function refusedBudget(state: ThreadState, profile: ModelProfile | null): number {
  const room = contextBudget(state, profile?.contextWindow ?? null, REQUEST_OVERHEAD);
  if (room === null) return 0;
  return refusedPageTokens(room, tokensWithoutPages(state)) * SAFE_SHARE;
}

/** The estimated tokens of the system prompt and tools in a request before it is built. */
const REQUEST_OVERHEAD = 800;
/** The usable share of a limit that is an estimate or that must leave room for the next question. */
const SAFE_SHARE = 0.9;

/**
 * Returns the earlier contexts that the model will still have for a question about these sources. Empty if the history
 * must be shortened even without contexts from other sources. `contexts` are all contexts of the conversation.
 */
export function carriedContexts(
  state: ThreadState,
  contexts: readonly CarriedContext[],
  sources: readonly ContextSource[],
  profile: ModelProfile | null,
): readonly CarriedContext[] {
  const budget = contextBudget(state, profile?.contextWindow ?? null, REQUEST_OVERHEAD);
  const others = contexts.filter(({ context }) => !isFrom(sources, context));
  const size = contextTokens(modelMessages(state)) - pageTokens(others);
  return budget === null || size <= budget * SAFE_SHARE ? contexts : [];
}
