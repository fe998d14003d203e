import { allMessages, type Elicitations, loadThread } from '../agent/index.ts';
import {
  BROWSER_SEARCH,
  type Command,
  type CommandReply,
  decodeBase64,
  type FailureReason,
  FieldError,
  type FieldRef,
  type FocusedField,
  type Metrics,
  type ModelRef,
  type OwnData,
  openRun,
  PageError,
  RunConflictError,
  type ThreadEvent,
  type ThreadLog,
  toAttachments,
  type WebAccess,
  WebError,
} from '../contracts/index.ts';
import { findStorageFailure, type Stores } from '../storage/index.ts';
import { answerForm, removeRule, respondContext, respondToCall } from './approvals.ts';
import { chooseBranch, continueRun, deleteExchange, edit, retry, steer } from './branch-commands.ts';
import { createBusyReply, createTooLateReply, DONE_REPLY, refuseCommand } from './command-replies.ts';
import { type FormWork, showCallForm, undoCallForm } from './form-commands.ts';
import { askMissingOpinion, askOpinion, keepAnswer, startOpinion, stopAnswers } from './opinion-commands.ts';
import type { PageTranslations } from './page-translations.ts';
import { buildRunStart, type RunStartDependencies } from './run-start.ts';
import type { Runs } from './runs.ts';
import { type PassageWork, showRunPassage, showTabFound } from './show-passage.ts';
import type { WarmUps } from './warm-up.ts';

/** Requests to model servers for the settings, with the browser's permissions and sign-in windows. */
export type ServerWork = {
  refreshModels(endpointId: string): Promise<CommandReply>;
  removeModel(model: ModelRef): Promise<CommandReply>;
  findLocalServers(): Promise<CommandReply>;
  signIn(command: Extract<Command, { type: 'sign-in' }>): Promise<CommandReply>;
};

export type CommandDependencies = PassageWork &
  RunStartDependencies & {
    storage: Pick<Stores, 'database' | 'opinions' | 'projects' | 'threads'>;
    servers: ServerWork;
    now: () => number;
    log: ThreadLog;
    runs: Runs;
    elicitations: Elicitations;
    warmUps: WarmUps;
    metrics: Metrics;
    web: WebAccess;
    ownData: Pick<OwnData, 'hasPermission'>;
    measure: (tabId: number) => Promise<number | null>;
    /** Rejects with PageError. */
    readPdf: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
    fields: FieldWork;
    forms: FormWork;
    translations: Pick<PageTranslations, 'start' | 'change'>;
    fetchPicture: (url: string) => Promise<{ url: string } | { error: FailureReason }>;
    /** Switches worker and pages to a fallback database until the browser restarts. */
    switchToFallback: () => Promise<void>;
  };

/**
 * Access to fields of pages, only for the user's clicks and never for tools. All functions reject with PageError and
 * FieldError.
 */
export type FieldWork = {
  find: (tabId: number) => Promise<FocusedField>;
  write: (field: FieldRef, text: string, replaces: string) => Promise<void>;
  undo: (field: FieldRef) => Promise<void>;
};

/** The reply if the log rejects an append because the thread has changed. */
function onConflict(reply: CommandReply): (error: unknown) => CommandReply {
  return (error) => {
    if (error instanceof RunConflictError) return reply;
    throw error;
  };
}

/** Handles commands from pages of the extension. Each one appends events and starts the thread's run. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one flat switch, a case for each command
export function createCommandHandler(dependencies: CommandDependencies) {
  const { runs } = dependencies;
  const load = (threadId: string) => loadThread(dependencies.log, threadId);
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: one flat switch, a case for each command
  return async (command: Command): Promise<CommandReply> => {
    switch (command.type) {
      case 'warm-up':
        await dependencies.warmUps.start(command);
        return DONE_REPLY;
      case 'stop-warm-up':
        dependencies.warmUps.stop(command.threadId);
        return DONE_REPLY;
      case 'send':
        return send(dependencies, command).catch(onConflict(createBusyReply()));
      case 'stop':
        return stopAnswers(dependencies, command.threadId);
      case 'resume':
        runs.resume(command.threadId);
        return DONE_REPLY;
      case 'try-now':
        runs.endWait(command.threadId);
        return DONE_REPLY;
      case 'ask-opinion':
        return askOpinion(dependencies, command);
      case 'keep-answer':
        return keepAnswer(dependencies, command).catch(onConflict(createBusyReply()));
      case 'retry':
        return retry(dependencies, command).catch(onConflict(createBusyReply()));
      case 'edit':
        return edit(dependencies, command).catch(onConflict(createBusyReply()));
      case 'select-branch':
        return chooseBranch(dependencies, command).catch(onConflict(createBusyReply()));
      case 'delete-exchange':
        return deleteExchange(dependencies, command).catch(onConflict(createBusyReply()));
      case 'steer':
        return steer(dependencies, command).catch(onConflict(createTooLateReply()));
      case 'continue':
        return continueRun(dependencies, command).catch(onConflict(createBusyReply()));
      case 'respond':
        return respondToCall(dependencies, command).catch(onConflict(DONE_REPLY));
      case 'respond-context':
        return respondContext(dependencies, command).catch(onConflict(DONE_REPLY));
      case 'answer-form':
        return answerForm(dependencies, command);
      case 'remove-rule':
        return removeRule(dependencies, command);
      case 'reveal':
        return reveal(dependencies, command).catch(onConflict(createBusyReply()));
      case 'show-passage':
        return showRunPassage(dependencies, await load(command.threadId), command);
      case 'show-tab':
        return showTabFound(dependencies, await load(command.threadId), command);
      case 'show-form':
        return showCallForm(dependencies, await load(command.threadId), command);
      case 'undo-form':
        return undoCallForm(dependencies, await load(command.threadId), command);
      case 'find-field':
      case 'write-field':
      case 'undo-field':
        return handleField(dependencies.fields, command);
      case 'translate-page':
        return dependencies.translations.start(command);
      case 'change-translation':
        return dependencies.translations.change(command);
      case 'test-search':
        return testSearch(dependencies.web);
      case 'measure-page':
        return { type: 'page-size', tokens: await dependencies.measure(command.tabId) };
      case 'read-pdf':
        return readPdf(dependencies, command.data);
      case 'load-picture':
        return loadPicture(dependencies, command.url);
      case 'list-models':
        return dependencies.servers.refreshModels(command.endpointId);
      case 'remove-model':
        return dependencies.servers.removeModel(command);
      case 'sign-in':
        return dependencies.servers.signIn(command);
      case 'find-local-servers':
        return dependencies.servers.findLocalServers();
      case 'use-fallback-database':
        return switchToFallbackDatabase(dependencies.storage, dependencies.switchToFallback);
      default:
        return command satisfies never;
    }
  };
}

/** Writes a question and starts its answer, and that of a second model if one was chosen. */
async function send(
  dependencies: CommandDependencies,
  command: Extract<Command, { type: 'send' }>,
): Promise<CommandReply> {
  const { log, runs } = dependencies;
  const { threadId, messageId, content, opinion, ...asked } = command;
  // The prefix that was already processed stays in the server's cache.
  dependencies.warmUps.stop(threadId);
  const state = await loadThread(log, threadId);
  const buildStart = () => buildRunStart(dependencies, { ...asked, threadId, messageId, content });
  // The panel repeated the command because it did not receive the reply.
  if (state.messages.some((message) => message.messageId === messageId)) {
    await askMissingOpinion(dependencies, state, command, buildStart);
    return DONE_REPLY;
  }
  const question: ThreadEvent = { type: 'user-message', messageId, content, ...toAttachments(command) };
  // Comes first, so that a worker that resumes the run finds the project.
  if (command.projectId !== undefined) await dependencies.storage.projects.moveThread(threadId, command.projectId);
  const start = await buildStart();
  await log.append(threadId, [question, start], null);
  runs.start(threadId);
  if (opinion !== undefined) await startOpinion(dependencies, start, { ...command, model: opinion });
  return DONE_REPLY;
}

/** Reveals to the model what was masked in an answer's texts. */
async function reveal(
  { log }: Pick<CommandDependencies, 'log'>,
  { threadId, runId }: Extract<Command, { type: 'reveal' }>,
): Promise<CommandReply> {
  const state = await loadThread(log, threadId);
  const run = allMessages(state).find((message) => message.messageId === runId);
  if (run?.role !== 'assistant' || run.isRevealed) return DONE_REPLY;
  await log.append(threadId, [{ type: 'secrets-reveal', runId }], openRun(state)?.messageId ?? null);
  return DONE_REPLY;
}

/** A query for which every engine has results. */
const TEST_QUERY = { query: 'weather', site: '', recency: null };
const TEST_MS = 20_000;

async function testSearch(web: WebAccess): Promise<CommandReply> {
  try {
    // A search in a tab needs an approval in the chat.
    if ((await web.searchAddress()) === BROWSER_SEARCH)
      return { type: 'search-tested', results: 0, error: 'no-search-engine' };
    const results = await web.search(TEST_QUERY, AbortSignal.timeout(TEST_MS), null);
    return { type: 'search-tested', results: results.length, error: null };
  } catch (error) {
    if (error instanceof WebError) return { type: 'search-tested', results: 0, error: error.code };
    throw error;
  }
}

type FieldCommand = Extract<Command, { type: 'find-field' | 'write-field' | 'undo-field' }>;

async function handleField(fields: FieldWork, command: FieldCommand): Promise<CommandReply> {
  try {
    if (command.type === 'find-field') return { type: 'field', field: await fields.find(command.tabId) };
    if (command.type === 'write-field') await fields.write(command.field, command.text, command.replaces);
    else await fields.undo(command.field);
    return DONE_REPLY;
  } catch (error) {
    if (error instanceof FieldError) return refuseCommand('internal', { type: 'field-failed', error: error.code });
    if (error instanceof PageError) return refuseCommand('internal', { type: 'page-failed', error: error.code });
    throw error;
  }
}

async function loadPicture({ fetchPicture }: CommandDependencies, url: string): Promise<CommandReply> {
  const result = await fetchPicture(url);
  return 'url' in result ? { type: 'picture', url: result.url } : refuseCommand('internal', result.error);
}

async function readPdf({ readPdf: read }: CommandDependencies, base64: string): Promise<CommandReply> {
  try {
    return { type: 'document', text: await read(decodeBase64(base64)) };
  } catch (error) {
    if (error instanceof PageError) return refuseCommand('internal', { type: 'page-failed', error: error.code });
    throw error;
  }
}

/**
 * Handles a page that could not open the database. If the worker cannot open it either, everything is stored in a
 * fallback database until the browser restarts. The worker decides, so that pages and worker never write to different
 * databases. `enter` switches all of them.
 */
async function switchToFallbackDatabase(
  storage: Pick<Stores, 'database'>,
  enter: () => Promise<void>,
): Promise<CommandReply> {
  if (storage.database.isFallback()) return { type: 'done' };
  try {
    await storage.database.checkOpening();
  } catch (error) {
    if (findStorageFailure(error)?.code !== 'broken') throw error;
    await enter();
    return { type: 'done' };
  }
  const reason = { type: 'database-open-elsewhere' } as const;
  return { type: 'refused', failure: { code: 'internal', reason, retryable: true } };
}
