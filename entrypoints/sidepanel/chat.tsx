import { useCallback, useEffect, useMemo, useState } from 'react';
import { browser } from 'wxt/browser';
import { Composer } from '../../components/ask/composer.tsx';
import { QueueList } from '../../components/ask/queue-list.tsx';
import { ShowPassage } from '../../components/markdown/passages.ts';
import { LoadPicture } from '../../components/markdown/picture.tsx';
import { readableSentences } from '../../components/markdown/readable-sentences.ts';
import { StorageFailureView } from '../../components/storage/storage-failure.tsx';
import { QuoteSelection } from '../../components/thread/quote-selection.tsx';
import { ReadAloud } from '../../components/thread/read-aloud.tsx';
import { ThreadView } from '../../components/thread/thread.tsx';
import { Welcome } from '../../components/thread/welcome.tsx';
import { isSetAside, messageMarkdown, quoted, versionAt, webSources } from '../../lib/agent/index.ts';
import {
  type Command,
  fillPrompt,
  openRun,
  PRACTICE_ENDPOINT,
  type Prompt,
  promptsFor,
  type QuickRequest,
  type ThreadState,
  taskOf,
  type WebSource,
} from '../../lib/contracts/index.ts';
import { keepStorage, prompts, searchSettings, sendCommand } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import {
  canApprove,
  loadPicture,
  useCosts,
  useDraft,
  useEndpoints,
  useFailedWrites,
  useJank,
  useLatest,
  useOrphanRun,
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
  useWithOurs,
  waitingCalls,
} from '../../lib/react/index.ts';
import { originOf } from '../../lib/security/index.ts';
import { dequeue, type MetricsRecorder, type SidenoteDb, storageFailureOf } from '../../lib/storage/index.ts';
import { Connect } from './connect.tsx';
import { ContextBar } from './context-bar.tsx';
import { conversation } from './conversation.ts';
import { Header } from './header.tsx';
import { ModelChoice } from './model-choice.tsx';
import { Notes } from './notes.tsx';
import { Undo } from './undo.tsx';
import { UnlockKeys } from './unlock-keys.tsx';
import './sidepanel.css';

type Props = {
  db: SidenoteDb;
  metrics: MetricsRecorder;
  threadId: string;
  /** The message to begin at, or null for the end. */
  focus: string | null;
  /** What was asked from outside the panel, to begin with. */
  request: QuickRequest | null;
  /** Earlier chats are in sight beside this one. */
  isBesideChats: boolean;
  onRequestTaken: () => void;
  onOpenThread: (threadId: string, messageId: string | null) => void;
};

/** One chat: hooks in, callbacks out. */
export function Chat(props: Props) {
  const { db, metrics, threadId, focus, request, isBesideChats, onRequestTaken, onOpenThread } = props;
  const { thread: stored, unreadable, isLoaded, error } = useThread(db, threadId);
  const { thread, trouble: failedWrites, dismiss } = useFailedWrites(db, stored);
  const own = useEndpoints(db);
  const endpoints = useWithOurs(own);
  const { model, choose: chooseModel, beginWith } = useThreadModel(db, stored);
  const [isChoosing, setIsChoosing] = useState(false);
  // The answer that another model is being chosen for.
  const [retried, setRetried] = useState<string | null>(null);
  const [sent, setSent] = useState(0);
  // Anyone who opens a chat wants to write, unless they look for something in it.
  const [focusField, setFocusField] = useState(focus === null ? 1 : 0);
  const queue = useQueue(db, threadId);
  const [ownPrompts = []] = useSetting(prompts);
  const [search] = useSetting(searchSettings);
  const draft = useDraft(db, threadId);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const context = useQuestionContext(db, threadId, setFailed);
  const { tab } = context;
  useOrphanRun(stored, queue, failedWrites !== null);
  useJank(metrics, stored);
  const sources = useSources(thread);
  const aloud = useReadAloud((messageId) => {
    const message = thread.messages.find((each) => each.messageId === messageId);
    return message ? readableSentences(messageMarkdown(message)) : [];
  });

  const warmStart = useWarmStart({
    threadId,
    model,
    tabId: tab?.tabId ?? null,
    pageContext: context.pageContext,
    isAsking: draft.text.trim() !== '' && openRun(thread) === null,
  });
  const command = (request: Command) => ask(request, setRefusal);
  // Keeps its identity, or every answer would be drawn anew with each piece of text.
  const showPassage = useCallback<ShowPassage>(
    (runId, text) => void ask({ type: 'show-passage', threadId, runId, text: text.slice(0, 5000) }, setRefusal),
    [threadId],
  );
  const respond = async (toolCallId: string, approved: boolean) => {
    const request = waitingCalls(thread).find((call) => call.toolCallId === toolCallId)?.request;
    if (approved && !(await canApprove(request))) return;
    const confirmId = request?.type === 'effect' ? request.confirm?.confirmId : undefined;
    await command({
      type: 'respond',
      threadId,
      toolCallId,
      approved,
      ...(confirmId === undefined ? {} : { confirmId }),
    });
  };
  const talk = conversation({
    db,
    thread,
    model,
    tab: tab ?? null,
    pageContext: context.pageContext,
    hasWeb: context.hasWeb,
    takeId: warmStart.takeId,
    command,
    onSent: () => setSent((count) => count + 1),
    onRetryWith: (messageId) => {
      setRetried(messageId);
      setIsChoosing(true);
    },
  });
  const { onCopy, onEdit, onDelete, onRetryWith, onVersion } = talk;
  const actions = useLatest({ onCopy, onEdit, onDelete, onRetryWith, onVersion });
  const { onRespond, onRespondContext, onReveal, onRetry, onContinue } = useLatest({
    onRespond: (toolCallId: string, approved: boolean) => void respond(toolCallId, approved),
    onRespondContext: (contextId: string, approved: boolean) =>
      void command({ type: 'respond-context', threadId, contextId, approved }),
    onReveal: (runId: string) => void command({ type: 'reveal', threadId, runId }),
    onRetry: () => talk.retry(),
    onContinue: talk.goOn,
  });
  // What was searched for may stand in a branch that is not shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message that is searched for
  useEffect(() => {
    if (isLoaded && focus !== null && isSetAside(thread, focus)) onVersion(focus);
  }, [isLoaded, focus]);
  const toggleWeb = () => {
    context.setWeb(!context.hasWeb);
    // There is nothing to search with yet.
    if (!context.hasWeb && search?.engine === null) void browser.runtime.openOptionsPage();
  };
  const writeNext = (text: string) => {
    draft.change(text);
    setFocusField((count) => count + 1);
  };
  // Before the chat is loaded it is not certain which model answers in it.
  const hasLoaded = model !== null && isLoaded;
  const isReady = hasLoaded && tab !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    if (request === null || !isReady) return;
    const ofTask = beginWith(request.task);
    // Beside another tab it is not what was asked.
    if (request.isSent && request.tabId === tab?.tabId) void talk.ask(request.text, {}, ofTask ?? model);
    else writeNext(request.text);
    context.putBack({ files: request.files });
    onRequestTaken();
  }, [request, isReady]);
  useWaitingCalls(stored, (toolCallId) => respond(toolCallId, false));
  useWaitingContexts(stored);
  useThreadGone(db, threadId, () => onOpenThread(crypto.randomUUID(), null));
  const costOf = useCosts(db, stored);
  // Nothing is configured, and nothing else was chosen.
  const isNew = own.length === 0 && model?.endpointId === PRACTICE_ENDPOINT.endpointId;
  const run = openRun(thread);
  const failure = failed ?? draft.error ?? error;
  const trouble = failedWrites ?? storageFailureOf(failure);
  const problem = refusal ?? (failure && !trouble ? String(failure) : null);

  const send = async () => {
    const content = draft.text.trim();
    const { attached } = context;
    draft.hold();
    void keepStorage();
    const isSent = await talk.ask(content, attached).catch((problem: unknown) => {
      setFailed(problem);
      return false;
    });
    if (!isSent) return draft.restore(content);
    draft.forget();
    context.forget(attached);
  };
  const chooseAfter = (listTrouble: string | null) => {
    setRefusal(listTrouble);
    setIsChoosing(listTrouble === null);
  };
  const tryAgain = () => {
    dismiss();
    setFailed(null);
    if (run) void command({ type: 'resume', threadId });
    else draft.change(draft.text);
  };

  return (
    <div className="sidepanel">
      <Header
        db={db}
        threadId={threadId}
        site={tab ? originOf(tab.url) : null}
        isBesideChats={isBesideChats}
        onOpenThread={onOpenThread}
        onError={setFailed}
      />
      {hasLoaded ? (
        <ShowPassage value={showPassage}>
          <LoadPicture value={loadPicture}>
            <ReadAloud value={aloud}>
              <ThreadView
                thread={thread}
                sources={sources}
                costOf={costOf}
                versionAt={(index) => versionAt(thread, index)}
                actions={actions}
                sent={sent}
                onRespond={onRespond}
                onRespondContext={onRespondContext}
                onReveal={onReveal}
                onRetry={onRetry}
                onContinue={onContinue}
                empty={
                  <>
                    {isNew && <Connect db={db} onModel={chooseModel} onChoose={chooseAfter} />}
                    <Welcome onPick={draft.change} />
                  </>
                }
                unreadable={unreadable}
                focus={focus}
              />
            </ReadAloud>
          </LoadPicture>
        </ShowPassage>
      ) : (
        <div className="thread-frame" />
      )}
      {trouble && (
        <StorageFailureView message={trouble.message} detail={trouble.detail} onRetry={tryAgain} onReset={null} />
      )}
      {problem && problem !== trouble?.message && (
        <p className="refusal" role="alert">
          {problem}
        </p>
      )}
      <Undo db={db} onError={setFailed} />
      <QuoteSelection
        onQuote={(text) => writeNext(`${draft.text.trim() === '' ? '' : `${draft.text.trimEnd()}\n\n`}${quoted(text)}`)}
      />
      {model && <UnlockKeys db={db} endpointId={model.endpointId} />}
      <Composer
        text={draft.text}
        onText={draft.change}
        prompts={withWeb(draft.text, promptsFor(draft.text, ownPrompts))}
        onPrompt={(prompt) => {
          if (prompt.name === WEB && prompt.text === t('webPrompt')) {
            toggleWeb();
            return writeNext('');
          }
          beginWith(taskOf(prompt));
          writeNext(fillPrompt(prompt.text, { title: tab?.title ?? '', url: tab?.url ?? '' }));
        }}
        focus={focusField}
        isRunning={run !== null}
        isReady={hasLoaded && context.files.reading.length === 0}
        onFiles={(files) => void context.files.attach(files)}
        web={{ isOn: context.hasWeb, onToggle: toggleWeb }}
        onSend={() => void send()}
        onStop={() => void command({ type: 'stop', threadId })}
        above={
          <>
            <Notes db={db} thread={stored} endpoint={endpoints.find((each) => each.endpointId === model?.endpointId)} />
            <QueueList
              items={queue}
              isRunning={run !== null}
              onNow={(message) => void talk.sendNow(message).catch(setFailed)}
              onEdit={(message) => {
                writeNext([message.content, draft.text].filter((text) => text.trim() !== '').join('\n\n'));
                context.putBack(message);
                void dequeue(db, threadId, message.messageId).catch(setFailed);
              }}
              onRemove={({ messageId }) => void dequeue(db, threadId, messageId).catch(setFailed)}
            />
            <ContextBar
              db={db}
              context={context}
              model={model}
              isAsking={draft.text.trim() !== ''}
              isPreparing={warmStart.isPreparing}
            />
          </>
        }
        below={
          hasLoaded && (
            <ModelChoice
              db={db}
              endpoints={endpoints}
              model={model}
              onModel={(chosen) => (retried === null ? chooseModel(chosen) : talk.retry(chosen, retried))}
              isOpen={isChoosing}
              onOpen={(isOpen) => {
                setIsChoosing(isOpen);
                setRetried(null);
              }}
            />
          )
        }
      />
    </div>
  );
}

/** The pages of the web a chat has read; the same object until there is another. */
function useSources(thread: ThreadState): readonly WebSource[] {
  const found = webSources(thread);
  const key = found.map(({ url, texts }) => `${texts.length} ${url}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found anew with each piece of text is the same
  return useMemo(() => found, [key]);
}

/** `/web` switches the web on or off. */
const WEB = 'web';

function withWeb(field: string, offered: Prompt[] | null): Prompt[] | null {
  if (offered === null || !WEB.startsWith(field.slice(1).toLowerCase())) return offered;
  return [...offered, { name: WEB, text: t('webPrompt') }];
}

/** Whether the worker did it; what it said where it did not goes to `onRefusal`. */
async function ask(request: Command, onRefusal: (message: string | null) => void): Promise<boolean> {
  const reply = await sendCommand(request);
  onRefusal(reply.type === 'refused' ? reply.failure.message : null);
  return reply.type !== 'refused';
}
