import { useEffect, useMemo, useState } from 'react';
import { readableSentences } from '../../components/markdown/spoken-text.ts';
import { storageFailureText } from '../../components/parts/storage-text.ts';
import { allMessages, messageMarkdown, webSources } from '../../lib/agent/index.ts';
import {
  type Endpoint,
  isManagedEndpoint,
  isSameModel,
  type ModelRef,
  openRun,
  PRACTICE_ENDPOINT,
  type QueuedMessage,
  type QuickRequest,
  type StorageFailure,
  type ThreadState,
  type WebSource,
} from '../../lib/contracts/index.ts';
import {
  type CurrentTab,
  requestHostPermission,
  requestPersistentStorage,
  sendCommand,
  settings,
} from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import {
  copyFormatted,
  requestPermissionFor,
  useChatMemory,
  useChatProject,
  useCosts,
  useDraft,
  useEndpoints,
  useEndpointsWithBuiltIn,
  useFactChecks,
  useFailedWrites,
  useJank,
  useLatest,
  useOrphanRun,
  usePageLight,
  useQuestionContext,
  useQueue,
  useReadAloud,
  useSetting,
  useThread,
  useThreadGone,
  useThreadModel,
  useWaitingCalls,
  useWaitingContexts,
  useWarmStart,
} from '../../lib/react/index.ts';
import { parseOrigin } from '../../lib/security/index.ts';
import { findStorageFailure, type MetricsRecorder, type Stores } from '../../lib/storage/index.ts';
import { lacksModels } from '../shared/add-endpoint.tsx';
import { describeError } from '../shared/error-text.ts';
import { AnswerController } from './answer-controller.ts';
import { ChatCommands, type ChatPorts, type ChatSnapshot } from './chat-commands.ts';
import { QuestionController } from './question-controller.ts';
import { useFieldDraft } from './use-field-draft.ts';
import { useModelChoice } from './use-model-choice.ts';
import { type Opinion, useOpinion, useOpinionChoice } from './use-opinion.ts';
import { usePageTranslation } from './use-page-translation.ts';
import { useStableActions } from './use-stable-actions.ts';

type Options = {
  storage: Stores;
  metrics: MetricsRecorder;
  threadId: string;
  /** The message to scroll to, or null for the end. */
  focus: string | null;
  /** A request from outside the panel, to begin with. */
  request: QuickRequest | null;
  onRequestTaken: () => void;
  /** Called when the chat was deleted. */
  onGone: () => void;
};

/** What is known of one chat: its thread and model, what is written, and what goes with a question. */
function useChatState({ storage, threadId, focus }: Pick<Options, 'storage' | 'threadId' | 'focus'>) {
  const { thread: stored, unreadable, isLoaded, error } = useThread(storage, threadId);
  const { thread, failure: failedWrites, dismiss } = useFailedWrites(storage, stored);
  const choice = useChosenModel(storage, stored);
  const { model, project, projectId, ownEndpoints, endpoints } = choice;
  const queue = useQueue(storage, threadId);
  const [ownPrompts = []] = useSetting(settings.prompts);
  const draft = useDraft(storage, threadId);
  // The field receives the focus when a chat opens, unless it opens at a search result.
  const signals = useFieldSignals(focus === null);
  const [isChoosingPage, setChoosingPage] = useState(false);
  const problems = useProblems(ownEndpoints, failedWrites, draft.error ?? error);
  const context = useQuestionContext(storage, threadId, project.project ?? null, problems.setFailed);
  const { tab } = context;
  const run = openRun(thread);
  const opinion = useOpinion(storage, thread, failedWrites !== null);
  const isWriting = draft.text.trim() !== '';
  const warmStart = useWarmStart({
    threadId,
    model,
    tabId: tab?.tabId ?? null,
    pageContext: context.pageContext,
    projectId,
    isAsking: isWriting && run === null,
  });
  const field = useFieldDraft(tab?.tabId ?? null, thread);
  const translation = usePageTranslation(context.beside.tab ?? null, model);
  const evidence = useEvidence(thread, endpoints, context.beside.tab ?? null);
  const memory = useChatMemory(storage, threadId, problems.setFailed);
  return {
    thread,
    stored,
    unreadable,
    isLoaded,
    failedWrites,
    dismiss,
    choice,
    queue,
    ownPrompts,
    draft,
    signals,
    isChoosingPage,
    setChoosingPage,
    problems,
    context,
    run,
    opinion,
    isWriting,
    warmStart,
    field,
    translation,
    evidence,
    memory,
  };
}

type ChatState = ReturnType<typeof useChatState>;

function createSnapshot({ thread, choice, context, opinion, draft }: ChatState): ChatSnapshot {
  return {
    thread,
    model: choice.model,
    tab: context.tab ?? null,
    pageContext: context.pageContext,
    projectId: choice.projectId,
    hasWeb: context.hasWeb,
    hasOwnData: context.hasOwnData,
    opinion: choice.opinionChoice.model,
    isOpinionOpen: opinion.isWriting,
    draft: draft.text,
    attached: context.attached,
  };
}

function createPorts(storage: Stores, state: ChatState): ChatPorts {
  const { choice, context, draft, evidence, field, memory, problems, signals, translation, warmStart } = state;
  return {
    storage,
    sendCommand,
    canApprove: requestPermissionFor,
    requestSite: requestHostPermission,
    findCheck: (messageId) => evidence.facts.checks.get(messageId) ?? null,
    copyText: (text) => navigator.clipboard.writeText(text),
    copyFormatted,
    takeMessageId: warmStart.takeId,
    draft,
    attachments: context,
    beginWith: choice.beginWith,
    proposeMemories: memory.propose,
    onSent: signals.countSent,
    onRewriting: field.rewrite,
    onTranslatePage: translation.start,
    onFocusField: signals.writeHere,
    onRefusal: problems.setRefusal,
    onError: problems.setFailed,
  };
}

/** What happens without an action of the user: runs continue, a message is focused, requests come from outside. */
function useChatEffects(
  { storage, metrics, threadId, focus, request, onRequestTaken, onGone }: Options,
  { stored, opinion, queue, failedWrites, isLoaded, context }: ChatState,
  hasLoaded: boolean,
  questionController: QuestionController,
  answerController: AnswerController,
): void {
  // A queued question also waits for the second answer.
  useOrphanRun(stored, opinion.isWriting ? NO_QUEUE : queue, failedWrites !== null);
  useJank(metrics, stored);
  useWaitingCalls(stored, {
    onDeny: (toolCallId) => void answerController.respond(toolCallId, false),
    onTabClosed: (toolCallId) => void answerController.respond(toolCallId, true),
  });
  useWaitingContexts(stored, (contextId) => void answerController.respondContext(contextId, true));
  useThreadGone(storage, threadId, onGone);
  useFocusedMessage(answerController, isLoaded ? focus : null);
  useRequestFromOutside(questionController, hasLoaded && context.tab !== undefined ? request : null, onRequestTaken);
}

/** Binds one chat to React: what is shown, and the actions of the user. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: most of it is the list of what the views get
export function useChat(options: Options) {
  const { storage } = options;
  const state = useChatState(options);
  const { thread, stored, isLoaded, dismiss, choice, queue, draft, problems, context, run } = state;
  const { opinion, warmStart, field } = state;
  const { countSent, ...signals } = state.signals;
  const { setFailed } = problems;
  const snapshot = createSnapshot(state);
  const ports = createPorts(storage, state);
  const commands = new ChatCommands(snapshot, ports);
  const questionController = new QuestionController(commands);
  const answerController = new AnswerController(commands);
  const opinionController = useOpinionController(snapshot, ports, opinion);
  const openLists = { onRetryWith: choice.modelChoice.openFor, onAskAnother: choice.opinionChoice.openFor };
  const stable = useStableActions(questionController, answerController, openLists, field.open);
  const readAloud = useReadAloud((messageId) => listSentences(thread, messageId));
  // The model is only certain once the chat is loaded.
  const hasLoaded = choice.model !== null && isLoaded;
  useChatEffects(options, state, hasLoaded, questionController, answerController);

  return {
    thread,
    stored,
    unreadable: state.unreadable,
    hasLoaded,
    run,
    /** Whether the chat waits for an answer. */
    isAnswering: run !== null || opinion.isWriting,
    opinion,
    opinionController,
    queue,
    ...choice,
    /** Selects a model, and asks it about the open page if `asksAtOnce`. */
    begin(newModel: ModelRef, asksAtOnce: boolean) {
      choice.chooseModel(newModel);
      signals.writeHere();
      if (asksAtOnce) void questionController.ask(t('summarizePage'), {}, { by: newModel }).catch(setFailed);
    },
    ownPrompts: state.ownPrompts,
    ...state.evidence,
    /** Turns the web on or off for this chat. */
    toggleWeb: () => context.setWeb(!context.hasWeb),
    draft,
    context,
    isWriting: state.isWriting,
    isPreparing: warmStart.isPreparing,
    ...signals,
    isChoosingPage: state.isChoosingPage,
    setChoosingPage: state.setChoosingPage,
    getCost: useCosts(storage, stored),
    readAloud,
    field,
    translation: state.translation,
    memory: state.memory,
    questionController,
    answerController,
    stable,
    storageFailure: problems.storageFailure,
    problem: problems.problem,
    /** Shows why an endpoint lists no models, until it lists some. */
    setUnlisted: problems.setUnlisted,
    setFailed,
    send() {
      void requestPersistentStorage();
      void questionController.send();
    },
    /** After a failed write, discards what could not be stored, and requests it again. */
    tryAgain() {
      dismiss();
      setFailed(null);
      if (run) answerController.resume();
      else draft.change(draft.text);
    },
  };
}

/** The model that a chat asks, its project, which can name one, and the lists in which the user chooses another. */
function useChosenModel(storage: Stores, stored: ThreadState) {
  const { threadId } = stored;
  const ownEndpoints = useEndpoints(storage);
  const endpoints = useEndpointsWithBuiltIn(ownEndpoints);
  const project = useChatProject(storage, threadId);
  const { model, choose: chooseModel, goOnWith, beginWith } = useThreadModel(storage, stored, project.project);
  const opinionChoice = useOpinionChoice(threadId, model);
  return {
    ownEndpoints,
    endpoints,
    project,
    /** The project that the chat begins in. Null if it is stored, or begins in none. */
    projectId: project.isNew ? (project.project?.projectId ?? null) : null,
    model,
    chooseModel,
    beginWith,
    opinionChoice,
    modelChoice: useModelChoice(),
    /** No endpoint has a model, and no other existing model is selected. */
    isNew: !ownEndpoints.some(isConnected) && model !== null && !isOtherModel(model, endpoints),
    /**
     * Called after the user has chosen between two answers. The chat continues with that model, and the other one is
     * also asked.
     */
    preferModel(kept: ModelRef, other: ModelRef) {
      if (model !== null && isSameModel(model, other)) goOnWith(kept);
      opinionChoice.swap(kept, other);
    },
  };
}

const NO_QUEUE: readonly QueuedMessage[] = [];

/** The sentences of a message to read aloud. */
function listSentences(thread: ThreadState, messageId: string): string[] {
  const message = allMessages(thread).find((each) => each.messageId === messageId);
  return message ? readableSentences(messageMarkdown(message)) : [];
}

/** Scrolls to a message that was searched for, once. */
function useFocusedMessage(controller: AnswerController, messageId: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message that is searched for
  useEffect(() => {
    if (messageId !== null) controller.showMessage(messageId);
  }, [messageId]);
}

/** Handles a request from outside the panel, once the chat is ready for it. */
function useRequestFromOutside(
  controller: QuestionController,
  request: QuickRequest | null,
  onRequestTaken: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    if (request === null) return;
    controller.takeRequest(request);
    onRequestTaken();
  }, [request]);
}

/**
 * Counters that make the field and the thread act when they grow: scroll to a question that was sent, take the focus,
 * ask for files.
 */
function useFieldSignals(hasFocus: boolean) {
  const [sent, setSent] = useState(0);
  const [focusField, setFocusField] = useState(hasFocus ? 1 : 0);
  const [picking, setPicking] = useState(0);
  return {
    sent,
    focusField,
    picking,
    countSent: () => setSent((count) => count + 1),
    /** Moves the focus to the field. */
    writeHere: () => setFocusField((count) => count + 1),
    /** Opens the browser's dialog for files. */
    pickFiles: () => setPicking((count) => count + 1),
  };
}

/**
 * What went wrong in the chat, as one sentence: a refusal, an endpoint without models, or an error. Failed writes are
 * reported separately.
 */
function useProblems(ownEndpoints: readonly Endpoint[], failedWrites: StorageFailure | null, error: unknown) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [unlisted, setUnlisted] = useState<{ endpointId: string; text: string } | null>(null);
  const failure = failed ?? error;
  const storageFailure = failedWrites ?? findStorageFailure(failure);
  const listingError = unlisted && lacksModels(ownEndpoints, unlisted.endpointId) ? unlisted.text : null;
  const text = refusal ?? listingError ?? (failure && !storageFailure ? describeError(failure) : null);
  const isTold = storageFailure !== null && text === storageFailureText(storageFailure.code);
  return { storageFailure, problem: isTold ? null : text, setRefusal, setFailed, setUnlisted };
}

/** What the answers' facts were found in, and the light that shows them on the open page. */
function useEvidence(thread: ThreadState, endpoints: readonly Endpoint[], tab: CurrentTab | null) {
  const facts = useFactChecks(thread, endpoints);
  const sources = useSources(thread);
  const site = tab === null || tab.url === '' ? null : parseOrigin(tab.url);
  return { facts, sources, pageLight: usePageLight({ thread, checks: facts.checks, sources, tab, site }) };
}

/**
 * The same functions for the second answer, in the thread where it is stored. It is the same object while it stays
 * there.
 */
function useOpinionController(snapshot: ChatSnapshot, ports: ChatPorts, { thread, comparison }: Opinion) {
  const isWritten = thread.messages.at(-1)?.messageId === comparison?.second.messageId;
  const isAdopted = allMessages(snapshot.thread).some(({ messageId }) => messageId === comparison?.second.messageId);
  const commands = new ChatCommands(isWritten && !isAdopted ? { ...snapshot, thread } : snapshot, ports);
  const { respond, respondContext, reveal, showPassage, showTab, tryNow, copy } = new AnswerController(commands);
  return useLatest({ respond, respondContext, reveal, showPassage, showTab, tryNow, copy });
}

/** Whether a model is not the practice model, and its endpoint was not deleted. */
function isOtherModel({ endpointId }: ModelRef, endpoints: readonly Endpoint[]): boolean {
  return endpointId !== PRACTICE_ENDPOINT.endpointId && endpoints.some((each) => each.endpointId === endpointId);
}

/** Whether an endpoint has models, or receives them from an organization. */
function isConnected(endpoint: Endpoint): boolean {
  return endpoint.models.length > 0 || isManagedEndpoint(endpoint);
}

/** Returns the web pages that a chat has read. It is the same object until there is a new one. */
function useSources(thread: ThreadState): readonly WebSource[] {
  const pageSources = webSources(thread);
  const key = pageSources.map(({ url, texts }) => `${texts.length} ${url}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search for each piece of text finds the same
  return useMemo(() => pageSources, [key]);
}
