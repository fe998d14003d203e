import './sidepanel.css';
import { type ReactNode, useCallback } from 'react';
import { ShowPassage } from '../../components/markdown/passages.tsx';
import { LoadPicture } from '../../components/markdown/picture.tsx';
import { SiteAccess } from '../../components/parts/site-access.tsx';
import { StorageFailureView } from '../../components/storage/storage-failure.tsx';
import { FieldCard, InsertIntoPage } from '../../components/thread/field-card.tsx';
import { ReadAloud } from '../../components/thread/message-actions.tsx';
import { PageLight, PointedFacts } from '../../components/thread/page-light.tsx';
import { PracticeIdeas } from '../../components/thread/practice-ideas.tsx';
import { QuoteSelection } from '../../components/thread/quote-selection.tsx';
import { ShowFigures } from '../../components/thread/run-outcome.tsx';
import { ReceiptOfAnswer } from '../../components/thread/sent-requests.tsx';
import { TryNow } from '../../components/thread/step-notices.tsx';
import { FactChecks, ThreadView } from '../../components/thread/thread.tsx';
import { TranslationCard } from '../../components/thread/translation-card.tsx';
import { Welcome } from '../../components/thread/welcome.tsx';
import { AnswerForm } from '../../components/tools/elicitation-card.tsx';
import { FormActionsContext } from '../../components/tools/form-card.tsx';
import { OpenChat, ShowTab } from '../../components/tools/tool-preview.tsx';
import { SaveFile } from '../../components/tools/tool-result.tsx';
import { versionAt } from '../../lib/agent/index.ts';
import { PRACTICE_ENDPOINT, type QuickRequest, type ThreadState } from '../../lib/contracts/index.ts';
import { loadPicture, settings } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { download, useIsForeignPage, useSetting, useSiteAccess } from '../../lib/react/index.ts';
import { parseOrigin } from '../../lib/security/index.ts';
import type { MetricsRecorder, Stores } from '../../lib/storage/index.ts';
import { toBlockquote } from '../../lib/text/index.ts';
import { AnswerReceiptView } from './answer-receipt.tsx';
import { MemoryCards, MemoryScope } from './chat-memory.tsx';
import { Connect } from './connect.tsx';
import { Header, useHeaderState } from './header.tsx';
import { useNextModel } from './model-choice.tsx';
import { Undo, UnlockKeys } from './notes.tsx';
import { answerPair } from './opinion-view.tsx';
import { ProjectChoice } from './project-choice.tsx';
import { useChat } from './use-chat.ts';
import { usePanelActions } from './use-panel-actions.tsx';
import { isAboutPage, type ViewProps, Writing } from './writing.tsx';

type Props = {
  storage: Stores;
  metrics: MetricsRecorder;
  threadId: string;
  /** The message to scroll to, or null for the end. */
  focus: string | null;
  /** A request from outside the panel, to begin with. */
  request: QuickRequest | null;
  /** Whether the list of chats is shown next to this one. */
  isBesideChats: boolean;
  onRequestTaken: () => void;
  onOpenThread: (threadId: string, messageId: string | null) => void;
};

/** One chat: header, messages, composer. */
export function Chat({ isBesideChats, onOpenThread, ...props }: Props) {
  const { storage, threadId, focus } = props;
  const chat = useChat({ ...props, onGone: () => onOpenThread(crypto.randomUUID(), null) });
  const { tab } = chat.context;
  const header = useHeaderState();
  const actions = usePanelActions({ storage, threadId, chat, header, isBesideChats, onOpenThread });
  const siteAccess = useSiteAccess(chat.endpoints);
  return (
    <SiteAccess value={siteAccess}>
      <div className="sidepanel">
        <Header
          storage={storage}
          threadId={threadId}
          site={tab ? parseOrigin(tab.url) : null}
          isBesideChats={isBesideChats}
          state={header}
          formatActionTitle={actions.formatActionTitle}
          onAction={actions.run}
          onOpenThread={onOpenThread}
          onError={chat.setFailed}
        />
        {actions.palette}
        {header.isMoving && (
          <ProjectChoice
            storage={storage}
            threadId={threadId}
            onError={chat.setFailed}
            onClose={() => header.setMoving(false)}
          />
        )}
        <OpenChat value={onOpenThread}>
          <ShowTab value={chat.stable.showTab}>
            <SaveFile value={download}>
              <InsertIntoPage value={chat.stable.insertIntoPage}>
                <MemoryScope memory={chat.memory}>
                  {chat.hasLoaded ? (
                    <Messages chat={chat} storage={storage} focus={focus} />
                  ) : (
                    <div className="thread-frame" />
                  )}
                  <QuoteSelection
                    onQuote={(text) => chat.questionController.quote(toBlockquote(text))}
                    onInsert={chat.field.open}
                  />
                </MemoryScope>
              </InsertIntoPage>
            </SaveFile>
          </ShowTab>
        </OpenChat>
        <Cards chat={chat} storage={storage} />
        <Writing chat={chat} storage={storage} onProject={() => header.setMoving(true)} />
      </div>
    </SiteAccess>
  );
}

/**
 * Between the messages and the composer: failures, and cards for the user's field, for remembering and for translating.
 */
function Cards({ chat, storage }: ViewProps) {
  return (
    <div className="panel-cards">
      {chat.storageFailure && (
        <StorageFailureView
          code={chat.storageFailure.code}
          detail={chat.storageFailure.detail}
          onRetry={chat.tryAgain}
          onReset={null}
        />
      )}
      {chat.problem && (
        <p className="refusal" role="alert">
          {chat.problem}
        </p>
      )}
      <Undo storage={storage} onError={chat.setFailed} />
      <MemoryCards memory={chat.memory} project={chat.project.project ?? null} onError={chat.setFailed} />
      {chat.field.draft && (
        <FieldCard
          draft={chat.field.draft}
          onWrite={chat.field.write}
          onUndo={chat.field.undo}
          onRetry={chat.field.retry}
          onClose={chat.field.close}
        />
      )}
      {chat.translation.shown && (
        <TranslationCard
          shown={chat.translation.shown}
          target={chat.translation.target}
          onTarget={chat.translation.chooseTarget}
          engine={chat.translation.engine}
          onEngine={chat.translation.chooseEngine}
          onDownload={chat.translation.download}
          onStart={chat.translation.start}
          onApprove={chat.translation.approve}
          onAction={chat.translation.change}
          onClose={chat.translation.close}
        />
      )}
      {chat.model && <UnlockKeys storage={storage} endpointId={chat.model.endpointId} />}
    </div>
  );
}

function Messages({ chat, storage, focus }: ViewProps & { focus: string | null }) {
  const { thread, stable } = chat;
  const nextModel = useNextModel(thread, chat.endpoints, (model) => {
    chat.chooseModel(model);
    chat.answerController.retry(model);
  });
  return (
    <MessageContexts chat={chat} storage={storage}>
      <ThreadView
        thread={thread}
        sources={chat.sources}
        getCost={chat.getCost}
        versionAt={(index) => versionAt(thread, index)}
        pair={answerPair(chat)}
        actions={stable.actions}
        sent={chat.sent}
        {...stable.answers}
        empty={<EmptyChat chat={chat} storage={storage} />}
        ending={isPracticeChat(thread) && <PracticeIdeas onAsk={chat.questionController.askSuggested} />}
        nextModel={nextModel}
        unreadable={chat.unreadable}
        focus={focus}
      />
    </MessageContexts>
  );
}

/** What parts of messages use without getting it from their message. */
function MessageContexts({ chat, storage, children }: ViewProps & { children: ReactNode }) {
  const { stable } = chat;
  const { threadId } = chat.thread;
  const loadReceipt = useCallback(
    (runId: string) => <AnswerReceiptView storage={storage} threadId={threadId} runId={runId} />,
    [storage, threadId],
  );
  const [hasFigures = settings.showsFigures.fallback] = useSetting(settings.showsFigures);
  return (
    <ShowPassage value={stable.showPassage}>
      <AnswerForm value={stable.answerForm}>
        <FormActionsContext value={stable.formActions}>
          <LoadPicture value={loadPicture}>
            <ReadAloud value={chat.readAloud}>
              <ReceiptOfAnswer value={loadReceipt}>
                <TryNow value={stable.tryNow}>
                  <ShowFigures value={hasFigures}>
                    <FactChecks value={chat.facts}>
                      <PageLight value={chat.pageLight.lightUp}>
                        <PointedFacts value={chat.pageLight.pointed}>{children}</PointedFacts>
                      </PageLight>
                    </FactChecks>
                  </ShowFigures>
                </TryNow>
              </ReceiptOfAnswer>
            </ReadAloud>
          </LoadPicture>
        </FormActionsContext>
      </AnswerForm>
    </ShowPassage>
  );
}

/** A chat without messages: how to connect a model in a new one, and what can be asked. */
function EmptyChat({ chat, storage }: ViewProps) {
  const { modelChoice } = chat;
  const { canTranslate, target, start } = chat.translation;
  const mayOffer = isAboutPage(chat) && canTranslate;
  const isForeign = useIsForeignPage(mayOffer ? (chat.context.tab ?? null) : null, target);
  const showModels = (endpointId: string, listingError: string | null, asksAtOnce: boolean) => {
    chat.setUnlisted(listingError === null ? null : { endpointId, text: listingError });
    if (listingError === null) modelChoice.openToStart({ endpointId, asksAtOnce });
  };
  return (
    <>
      {chat.isNew && (
        <Connect storage={storage} hasPage={hasReadablePage(chat)} onModel={chat.begin} onChoose={showModels} />
      )}
      <Welcome
        hasPage={isAboutPage(chat)}
        hasSelection={chat.context.selection.text !== ''}
        onAsk={chat.questionController.askSuggested}
        onWrite={(text) => chat.questionController.quote(`${text}: `)}
        onCompare={() => chat.questionController.quote(`${t('ideaCompare')}: @`)}
        onTranslate={isForeign ? start : null}
      />
    </>
  );
}

/** Whether the practice model wrote the last answer. */
function isPracticeChat({ messages }: ThreadState): boolean {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.model.endpointId === PRACTICE_ENDPOINT.endpointId;
}

/** Whether the next question is about a web page whose address the browser reveals. */
function hasReadablePage({ context }: ViewProps['chat']): boolean {
  return /^(?:https?|file):/.test(context.tab?.url ?? '');
}
