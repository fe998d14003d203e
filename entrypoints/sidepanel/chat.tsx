import './sidepanel.css';
import { useCallback, useState } from 'react';
import { Composer } from '../../components/ask/composer.tsx';
import { McpPromptForm } from '../../components/ask/mcp-prompt-form.tsx';
import { QueueList } from '../../components/ask/queue-list.tsx';
import type { OfferedPrompt } from '../../components/ask/suggestion-menu.tsx';
import { ShowPassage } from '../../components/markdown/passages.tsx';
import { LoadPicture } from '../../components/markdown/picture.tsx';
import { RuleChips } from '../../components/parts/chat-rules.tsx';
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
import {
  type Mention,
  PRACTICE_ENDPOINT,
  type QuickRequest,
  type ThreadState,
  toTask,
} from '../../lib/contracts/index.ts';
import { fillPrompt, loadPicture, promptNameIn, promptsFor, settings } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import {
  chatAsFile,
  download,
  type McpContentState,
  useIsForeignPage,
  useMcpContent,
  useMentions,
  useSetting,
  useSiteAccess,
} from '../../lib/react/index.ts';
import { parseOrigin } from '../../lib/security/index.ts';
import type { MetricsRecorder, Stores } from '../../lib/storage/index.ts';
import { quoted } from '../../lib/text/index.ts';
import { AnswerReceiptView } from './answer-receipt.tsx';
import { MemoryProposalCard, MemoryScope } from './chat-memory.tsx';
import { Connect } from './connect.tsx';
import { ContextBar } from './context-bar.tsx';
import { Header, useHeaderState } from './header.tsx';
import { ModelChoice, useNextModel } from './model-choice.tsx';
import { Notes, Undo, UnlockKeys } from './notes.tsx';
import { OpinionLine, SecondModelChoice } from './opinion-choice.tsx';
import { answerPair } from './opinion-view.tsx';
import { ProjectChoice, ProjectLine } from './project-choice.tsx';
import { useChat } from './use-chat.ts';
import { usePanelActions } from './use-panel-actions.tsx';

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
                    onQuote={(text) => chat.questionController.quote(quoted(text))}
                    onInsert={chat.field.open}
                  />
                </MemoryScope>
              </InsertIntoPage>
            </SaveFile>
          </ShowTab>
        </OpenChat>
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
        <MemoryProposalCard memory={chat.memory} project={chat.project.project ?? null} />
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
        <Writing chat={chat} storage={storage} onProject={() => header.setMoving(true)} />
      </div>
    </SiteAccess>
  );
}

type ViewProps = { chat: ReturnType<typeof useChat>; storage: Stores };

function Messages({ chat, storage, focus }: ViewProps & { focus: string | null }) {
  const { thread, stable, modelChoice } = chat;
  const { threadId } = thread;
  const { canTranslate, target, start } = chat.translation;
  const mayOffer = thread.messages.length === 0 && isAboutPage(chat) && canTranslate;
  const isForeign = useIsForeignPage(mayOffer ? (chat.context.tab ?? null) : null, target);
  const loadReceipt = useCallback(
    (runId: string) => <AnswerReceiptView storage={storage} threadId={threadId} runId={runId} />,
    [storage, threadId],
  );
  const [hasFigures = true] = useSetting(settings.showsFigures);
  const nextModel = useNextModel(thread, chat.endpoints, (model) => {
    chat.chooseModel(model);
    chat.answerController.retry(model);
  });
  const showModels = (endpointId: string, listingError: string | null, asksAtOnce: boolean) => {
    chat.setUnlisted(listingError === null ? null : { endpointId, text: listingError });
    if (listingError === null) modelChoice.openToStart({ endpointId, asksAtOnce });
  };
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
                        <PointedFacts value={chat.pageLight.pointed}>
                          <ThreadView
                            thread={thread}
                            sources={chat.sources}
                            getCost={chat.getCost}
                            versionAt={(index) => versionAt(thread, index)}
                            pair={answerPair(chat)}
                            actions={stable.actions}
                            sent={chat.sent}
                            {...stable.answers}
                            empty={
                              <>
                                {chat.isNew && (
                                  <Connect
                                    storage={storage}
                                    hasPage={hasReadablePage(chat)}
                                    onModel={chat.begin}
                                    onChoose={showModels}
                                  />
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
                            }
                            ending={
                              isPracticeChat(thread) && <PracticeIdeas onAsk={chat.questionController.askSuggested} />
                            }
                            nextModel={nextModel}
                            unreadable={chat.unreadable}
                            focus={focus}
                          />
                        </PointedFacts>
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

/** Whether the practice model wrote the last answer. */
function isPracticeChat({ messages }: ThreadState): boolean {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.model.endpointId === PRACTICE_ENDPOINT.endpointId;
}

/** Whether the next question is about a web page whose address the browser reveals. */
function hasReadablePage({ context }: ViewProps['chat']): boolean {
  return /^(?:https?|file):/.test(context.tab?.url ?? '');
}

/**
 * Whether the next question is about a page, as far as known. The browser hides the address of a tab that is not
 * shared.
 */
function isAboutPage({ context }: ViewProps['chat']): boolean {
  const url = context.tab?.url ?? '';
  return !context.isWithoutPage && (url === '' || /^(?:https?|file):/.test(url));
}

/** `/web` turns the web on or off. */
const WEB = 'web';

/**
 * Returns what `/` offers: prompts of the user and of Sidenote, `/web`, then prompts of MCP servers. Null if `/` is not
 * being typed.
 */
function offeredPrompts(chat: ViewProps['chat'], mcp: McpContentState): OfferedPrompt[] | null {
  const { questionController, context, draft } = chat;
  const prompts = promptsFor(draft.text, chat.ownPrompts);
  if (prompts === null) return null;
  const own = prompts.map((prompt) => ({
    ...prompt,
    onPick() {
      chat.beginWith(toTask(prompt));
      const { title = '', url = '' } = context.tab ?? {};
      const { text, filled } = fillPrompt(prompt.text, { title, url });
      questionController.writeNext(text, filled);
    },
  }));
  const web = {
    name: WEB,
    text: t('webPrompt'),
    onPick() {
      chat.toggleWeb();
      questionController.writeNext('');
    },
  };
  const ofServers = mcp.promptsFor(draft.text).map((serverPrompt) => ({
    name: serverPrompt.prompt.name,
    text: serverPrompt.prompt.description,
    server: serverPrompt.server.name,
    onPick() {
      questionController.writeNext('');
      mcp.choose(serverPrompt);
    },
  }));
  return [...own, ...(WEB.startsWith(draft.text.slice(1).toLowerCase()) ? [web] : []), ...ofServers];
}

function Writing({ chat, storage, onProject }: ViewProps & { onProject: () => void }) {
  const { answerController, questionController, context, draft, run, model, modelChoice } = chat;
  const [mentionQuery, setMentionQuery] = useState<string | null>(null);
  const mentions = useMentions(storage, chat.stored.threadId, mentionQuery);
  const mcp = useMcpContent(storage, context.files, () => {
    if (draft.text.trim() === '' || promptNameIn(draft.text) !== null)
      questionController.writeNext(t('mcpPromptQuestion'));
  });
  const attach = async (mention: Mention) => {
    if (mention.kind === 'resource') return mcp.attachResource(mention.server, mention.resource);
    if (mention.kind === 'template') return mcp.chooseTemplate(mention.server, mention.template);
    if (mention.kind === 'tab' && !context.added.tabs.some(({ tabId }) => tabId === mention.tab.tabId))
      context.added.toggle(mention.tab);
    const file = mention.kind === 'chat' ? await chatAsFile(storage, mention.threadId) : null;
    if (file !== null) await context.files.add(file);
  };
  return (
    <>
      {/* Not in the composer, which is itself a form. */}
      {mcp.asked && (
        <McpPromptForm
          key={`${mcp.asked.server.serverId} ${mcp.asked.title}`}
          {...mcp.asked}
          isTemplate={mcp.asked.of.type === 'template'}
          onComplete={mcp.complete}
          isLoading={mcp.isLoading}
          onGet={mcp.get}
          onCancel={mcp.cancel}
        />
      )}
      <Composer
        text={draft.text}
        onText={draft.change}
        prompts={offeredPrompts(chat, mcp)}
        onMentionQuery={setMentionQuery}
        mentions={mentions}
        onMention={(mention) => void attach(mention).catch(chat.setFailed)}
        focus={chat.focusField}
        picking={chat.picking}
        hasPage={isAboutPage(chat)}
        hasFiles={context.files.files.length > 0}
        isRunning={chat.isAnswering}
        isReady={chat.hasLoaded && context.files.reading.length === 0}
        onFiles={(files) => void context.files.attach(files)}
        web={{ isOn: context.hasWeb, onToggle: chat.toggleWeb }}
        ownData={{ isOn: context.hasOwnData, onToggle: () => context.setOwnData(!context.hasOwnData) }}
        onSend={chat.send}
        onStop={answerController.stop}
        above={
          <>
            <Notes
              storage={storage}
              thread={chat.stored}
              endpoint={chat.endpoints.find((each) => each.endpointId === model?.endpointId)}
            />
            <QueueList
              items={chat.queue}
              isRunning={run !== null}
              onSendNow={
                run === null && chat.opinion.isWriting
                  ? null
                  : (message) => void questionController.sendQueuedNow(message).catch(chat.setFailed)
              }
              onEdit={(message) => void questionController.editQueued(message).catch(chat.setFailed)}
              onRemove={(message) => void questionController.removeQueued(message).catch(chat.setFailed)}
            />
            {chat.project.project && (
              <ProjectLine name={chat.project.project.name} files={chat.project.files} onOpen={onProject} />
            )}
            <OpinionLine chat={chat} storage={storage} />
            <RuleChips rules={chat.thread.rules} onRemove={answerController.removeRule} />
            <ContextBar
              storage={storage}
              context={context}
              model={model}
              isAsking={chat.isWriting}
              isPreparing={chat.isPreparing}
              isOpen={chat.isChoosingPage}
              onOpen={chat.setChoosingPage}
              mcp={mcp}
              onTranslate={chat.translation.start}
            />
          </>
        }
        below={
          chat.hasLoaded &&
          model && (
            <>
              <SecondModelChoice
                storage={storage}
                endpoints={chat.endpoints}
                model={model}
                thread={chat.thread}
                choice={chat.opinionChoice}
              />
              <ModelChoice
                storage={storage}
                endpoints={chat.endpoints}
                model={model}
                onModel={(newModel) => {
                  if (modelChoice.answer === null) chat.begin(newModel, modelChoice.start?.asksAtOnce === true);
                  else answerController.retry(newModel, modelChoice.answer);
                }}
                startsAt={modelChoice.start?.endpointId ?? null}
                isOpen={modelChoice.isOpen}
                onOpen={modelChoice.setOpen}
              />
            </>
          )
        }
      />
    </>
  );
}
