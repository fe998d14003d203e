import { useState } from 'react';
import { Composer } from '../../components/ask/composer.tsx';
import { McpPromptForm } from '../../components/ask/mcp-prompt-form.tsx';
import { QueueList } from '../../components/ask/queue-list.tsx';
import type { OfferedPrompt } from '../../components/ask/suggestion-menu.tsx';
import { RuleChips } from '../../components/parts/chat-rules.tsx';
import { type Mention, toTask } from '../../lib/contracts/index.ts';
import { fillPrompt, promptNameIn, promptsFor } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { chatAsFile, type McpContentState, useMcpContent, useMentions } from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';
import { ContextBar } from './context-bar.tsx';
import { ModelChoice } from './model-choice.tsx';
import { Notes } from './notes.tsx';
import { OpinionLine, SecondModelChoice } from './opinion-choice.tsx';
import { ProjectLine } from './project-choice.tsx';
import type { useChat } from './use-chat.ts';

export type ViewProps = { chat: ReturnType<typeof useChat>; storage: Stores };

/** Where the next question is written: the composer, what is sent with the question, and the models that answer it. */
export function Writing({ chat, storage, onProject }: ViewProps & { onProject: () => void }) {
  const { answerController, questionController, context, draft } = chat;
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
      <AskedServerPrompt mcp={mcp} />
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
        above={<BesideQuestion chat={chat} storage={storage} mcp={mcp} onProject={onProject} />}
        below={<AnsweringModels chat={chat} storage={storage} />}
      />
    </>
  );
}

/** The form for the arguments of an MCP server's prompt or resource that the user has chosen. */
function AskedServerPrompt({ mcp }: { mcp: McpContentState }) {
  if (mcp.asked === null) return null;
  return (
    <McpPromptForm
      key={`${mcp.asked.server.serverId} ${mcp.asked.title}`}
      {...mcp.asked}
      isTemplate={mcp.asked.of.type === 'template'}
      onComplete={mcp.complete}
      isLoading={mcp.isLoading}
      onGet={mcp.get}
      onCancel={mcp.cancel}
    />
  );
}

type BesideProps = ViewProps & { mcp: McpContentState; onProject: () => void };

/** Above the field: notes about the chat, queued questions, and what is sent with the next one. */
function BesideQuestion({ chat, storage, mcp, onProject }: BesideProps) {
  const { answerController, questionController, context, run, model } = chat;
  return (
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
  );
}

/** Below the field: the model that answers, and the one for a second opinion. */
function AnsweringModels({ chat, storage }: ViewProps) {
  const { answerController, model, modelChoice } = chat;
  if (!chat.hasLoaded || !model) return null;
  return (
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
  );
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

/**
 * Whether the next question is about a page, as far as known. The browser hides the address of a tab that is not
 * shared.
 */
export function isAboutPage({ context }: ViewProps['chat']): boolean {
  const url = context.tab?.url ?? '';
  return !context.isWithoutPage && (url === '' || /^(?:https?|file):/.test(url));
}
