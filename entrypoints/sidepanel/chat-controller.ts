import { DOCUMENT_WORDS } from '../../components/history/document-words.ts';
import { failureMessage } from '../../components/parts/failure-message.ts';
import type { ApprovalChoice } from '../../components/tools/permission-card.tsx';
import { allMessages, isOnOtherBranch, messageMarkdown, sourcesMarkdown, webSources } from '../../lib/agent/index.ts';
import {
  type AnswerCheck,
  type ApprovalRequest,
  type Attachments,
  type ChatRule,
  type Command,
  type CommandReply,
  type ElicitationAnswer,
  effectDetails,
  type FillOutcome,
  type FocusedField,
  isTextOnly,
  type ModelRef,
  openRun,
  type PageContextMode,
  type QueuedMessage,
  type QuickRequest,
  type ShownPart,
  type Task,
  type ThreadState,
  toAttachments,
  waitingCalls,
} from '../../lib/contracts/index.ts';
import { factsMarkdown } from '../../lib/documents/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { findMemoryRequest, parseOrigin } from '../../lib/security/index.ts';
import type { Stores } from '../../lib/storage/index.ts';
import { quoted } from '../../lib/text/index.ts';

/** The current state of the chat that the controller reads. */
export type ChatSnapshot = {
  thread: ThreadState;
  /** The selected model, or null while unknown. */
  model: ModelRef | null;
  /** The tab that questions are about, or null. */
  tab: { tabId: number; url: string } | null;
  /** When the page is sent, as selected for this chat; null uses the model's setting. */
  pageContext: PageContextMode | null;
  /** The project that the chat begins in; null if it is stored, or begins in none. */
  projectId: string | null;
  /** The web is switched on for this chat. */
  hasWeb: boolean;
  /** The user's other chats may be searched in this one. */
  hasOwnData: boolean;
  /** The model that answers questions too, or null. */
  opinion: ModelRef | null;
  /** Whether a second opinion is being written, for which new questions wait too. */
  isOpinionOpen: boolean;
  draft: string;
  /** The attachments of the next question. */
  attached: Attachments;
};

/** The functions that the controller calls: React state, the draft, the worker, the browser. */
export type ChatPorts = {
  storage: Pick<Stores, 'drafts' | 'queue'>;
  sendCommand: (command: Command) => Promise<CommandReply>;
  /** Whether the browser allows what an approval needs, such as a host permission. */
  canApprove: (request: ApprovalRequest | undefined) => Promise<boolean>;
  /** Asks the browser for access to the site of an address. */
  requestSite: (url: string) => Promise<boolean>;
  copyText: (text: string) => Promise<void>;
  /** The facts of an answer; null while it is not checked. */
  findCheck: (messageId: string) => AnswerCheck | null;
  /** Copies Markdown so that it can be pasted with its formatting. */
  copyFormatted: (markdown: string) => Promise<void>;
  /** Returns the id for the next question, and sets the one after it. */
  takeMessageId: () => string;
  draft: { change(text: string): void; hold(): void; restore(text: string): void; forget(): void };
  /** Restores attachments, or removes those that were sent. */
  attachments: { putBack(attached: Attachments): void; forget(attached: Attachments): void };
  /** Selects the model of a prompt's task for the chat; returns it, or null if the task has none. */
  beginWith: (task: Task | null) => ModelRef | null;
  /** Shows a card that proposes to remember what the user typed. */
  proposeMemory: (text: string) => Promise<void>;
  onSent: () => void;
  /** Called when a proposal for the selected text of this field was requested. */
  onRewriting: (field: FocusedField) => void;
  /** The user has asked for the translation of the page, outside the panel. */
  onTranslatePage: () => void;
  onFocusField: () => void;
  /** The worker refused a command (its message), or accepted one (null). */
  onRefusal: (message: string | null) => void;
  onError: (error: unknown) => void;
};

export type ChatController = ReturnType<typeof createChatController>;

/**
 * Turns the user's actions in a chat into commands to the worker and changes of the draft. Has no state and does not depend on
 * React.
 */
export function createChatController(snapshot: ChatSnapshot, ports: ChatPorts) {
  const { thread, model, tab } = snapshot;
  const { storage, draft, attachments } = ports;
  const { threadId } = thread;
  const tabId = tab?.tabId ?? null;
  const chatOptions = {
    ...(snapshot.pageContext === null ? {} : { pageContext: snapshot.pageContext }),
    ...(snapshot.hasWeb ? { web: true as const } : {}),
    ...(snapshot.hasOwnData ? { ownData: true as const } : {}),
  };

  /** Whether the worker accepted the command. */
  async function command(request: Command): Promise<boolean> {
    let reply = await ports.sendCommand(request);
    // The browser may have stopped the worker after it wrote the question. It recognizes the message id of one it has.
    if (REPEATABLE.has(request.type) && isUnanswered(reply)) reply = await ports.sendCommand(request);
    ports.onRefusal(reply.type === 'refused' ? failureMessage(reply.failure) : null);
    return reply.type !== 'refused';
  }

  /** Asks a question, or queues it while an answer is in progress. Resolves to whether it was accepted. */
  async function ask(
    content: string,
    extras: Attachments = {},
    by: ModelRef | null = model,
    without: { pageContext?: 'never' } = {},
  ): Promise<boolean> {
    if (by === null) return false;
    ports.onSent();
    const messageId = ports.takeMessageId();
    const question = { messageId, content, ...toAttachments(extras), model: by, tabId };
    const begins = snapshot.projectId === null ? {} : { projectId: snapshot.projectId };
    const both = snapshot.opinion === null ? {} : { opinion: snapshot.opinion };
    if (openRun(thread) === null && !snapshot.isOpinionOpen)
      return command({ type: 'send', threadId, ...question, ...chatOptions, ...without, ...begins, ...both });
    await storage.queue.add(threadId, { ...question, site: tab ? parseOrigin(tab.url) : null, ...chatOptions });
    // The run may just have ended without seeing the question, which is in the queue regardless of the worker's reply.
    await command({ type: 'resume', threadId });
    return true;
  }

  /** Proposes what a question that the user typed asks to remember. */
  async function proposeMemory(question: { content: string; filled?: readonly string[] | undefined }): Promise<void> {
    const text = findMemoryRequest(question);
    if (text !== null) await ports.proposeMemory(text);
  }

  const findMessage = (messageId: string) => allMessages(thread).find((each) => each.messageId === messageId);

  const findQuestion = (messageId: string) => {
    const message = findMessage(messageId);
    return message?.role === 'user' ? message : null;
  };

  /** Sets the text of the field and moves the focus there. `filled`: parts of it that the user did not write. */
  function writeNext(text: string, filled: readonly string[] = []): void {
    draft.change(text);
    if (filled.length > 0) storage.drafts.saveFilled(threadId, text, filled).catch(ports.onError);
    ports.onFocusField();
  }

  return {
    ask,
    writeNext,
    /** Sends the draft, which is restored if the worker rejects it. */
    async send(): Promise<void> {
      const content = snapshot.draft.trim();
      const { attached } = snapshot;
      // A picture without words asks what it shows: servers refuse a message without text.
      const question = content === '' && (attached.files ?? []).length > 0 ? t('aboutAttached') : content;
      draft.hold();
      const send = async () => {
        const filled = await storage.drafts.loadFilled(threadId);
        const isSent = await ask(question, { ...attached, filled });
        if (isSent) await proposeMemory({ content, filled });
        return isSent;
      };
      const isAccepted = await send().catch((error: unknown) => {
        ports.onError(error);
        return false;
      });
      if (!isAccepted) return draft.restore(content);
      draft.forget();
      attachments.forget(attached);
    },
    stop: () => void command({ type: 'stop', threadId }),
    resume: () => void command({ type: 'resume', threadId }),
    tryNow: () => void command({ type: 'try-now', threadId }),
    /** Asks a suggested question at once, with the attachments. If there is a draft, the question is added to it instead. */
    askSuggested(text: string): void {
      const { attached } = snapshot;
      if (snapshot.draft.trim() !== '') {
        writeNext(`${snapshot.draft.trimEnd()}\n\n${text}`);
        return;
      }
      void ask(text, attached).then((isAccepted) => isAccepted && attachments.forget(attached), ports.onError);
    },
    /** Adds `text` to the draft, as a separate paragraph. */
    quote(text: string): void {
      writeNext(snapshot.draft.trim() === '' ? text : `${snapshot.draft.trimEnd()}\n\n${text}`);
    },
    /** Handles a request from outside the panel. It is only sent beside the tab it is about. */
    takeRequest(request: QuickRequest): void {
      const { field, failure } = request;
      if (failure) {
        ports.onRefusal(failureMessage({ code: 'internal', reason: failure, retryable: false }));
        return;
      }
      if (request.translatesPage) {
        if (request.tabId === tabId) ports.onTranslatePage();
        return;
      }
      const ofTask = ports.beginWith(request.task);
      if (request.isSent && request.tabId === tabId) {
        // The text of a field belongs to the question; the page is not involved.
        const fieldExtras = field ? { filled: [field.selected] } : {};
        void ask(request.text, fieldExtras, ofTask ?? model, field ? { pageContext: 'never' } : {}).catch(
          ports.onError,
        );
        if (field) ports.onRewriting(field);
      } else writeNext(field ? request.text.replace(field.selected, () => quoted(field.selected)) : request.text);
      attachments.putBack({ files: request.files });
    },
    /** Adds a queued message to the open run or, if there is none, sends it beside the current tab. */
    async sendQueuedNow(message: QueuedMessage): Promise<void> {
      const { messageId, content, model: by, pageContext, web, ownData } = message;
      // A running answer takes text of the user alone.
      if (openRun(thread) && !isTextOnly(message)) return;
      const isAccepted = openRun(thread)
        ? await command({ type: 'steer', threadId, messageId, content })
        : await command({
            type: 'send',
            threadId,
            messageId,
            content,
            ...toAttachments(message),
            model: by,
            tabId,
            pageContext,
            ...(web ? { web } : {}),
            ...(ownData ? { ownData } : {}),
          });
      if (isAccepted) await storage.queue.remove(threadId, messageId);
    },
    /** Removes a queued message and puts it before the draft. */
    async editQueued(message: QueuedMessage): Promise<void> {
      const text = [message.content, snapshot.draft].filter((part) => part.trim() !== '').join('\n\n');
      writeNext(text, message.filled);
      attachments.putBack(message);
      await storage.queue.remove(threadId, message.messageId);
    },
    removeQueued: ({ messageId }: QueuedMessage) => storage.queue.remove(threadId, messageId),
    /** Regenerates the last answer, or that of `messageId`. */
    retry(by: ModelRef | null = null, messageId?: string): void {
      if (model === null) return;
      const which = messageId === undefined ? {} : { messageId };
      void command({ type: 'retry', threadId, model: by ?? model, tabId, ...which, ...chatOptions });
    },
    continueAnswer(): void {
      if (model !== null) void command({ type: 'continue', threadId, model, tabId, ...chatOptions });
    },
    /** Edits a question and asks it again. Resolves to whether that was accepted. */
    async edit(messageId: string, content: string): Promise<boolean> {
      if (model === null) return false;
      ports.onSent();
      const newMessageId = crypto.randomUUID();
      const { filled = [] } = { ...findQuestion(messageId) };
      const isEdited = await command({
        type: 'edit',
        threadId,
        messageId,
        newMessageId,
        content,
        model,
        tabId,
        ...chatOptions,
      });
      if (isEdited) await proposeMemory({ content, filled });
      return isEdited;
    },
    /** Asks another model for an answer to the question of an answer. */
    askOpinion: (messageId: string, by: ModelRef) =>
      void command({ type: 'ask-opinion', threadId, messageId, model: by, tabId, ...chatOptions }),
    /** Continues from one of two answers. */
    keepAnswer: (messageId: string) => void command({ type: 'keep-answer', threadId, messageId }),
    selectVersion: (messageId: string) => void command({ type: 'select-branch', threadId, messageId }),
    /** Selects the branch with a message, if it is in another one. */
    showMessage(messageId: string): void {
      if (isOnOtherBranch(thread, messageId)) void command({ type: 'select-branch', threadId, messageId });
    },
    deleteExchange: (messageId: string) => void command({ type: 'delete-exchange', threadId, messageId }),
    reveal: (runId: string) => void command({ type: 'reveal', threadId, runId }),
    showPassage: (runId: string, text: string) =>
      void command({ type: 'show-passage', threadId, runId, text: text.slice(0, MAX_PASSAGE_LENGTH) }),
    showTab: (tabId: number, text: string) =>
      void command({ type: 'show-tab', threadId, tabId, text: text.slice(0, MAX_PASSAGE_LENGTH) }),
    /** Responds to the approval request of a tool call; `forChat` also sets the rule that it offers; `form`: the values for its form. */
    async respond(toolCallId: string, approved: boolean, { forChat, form }: ApprovalChoice = {}): Promise<void> {
      const request = waitingCalls(openRun(thread)).find((call) => call.toolCallId === toolCallId)?.request;
      if (approved && !(await ports.canApprove(request))) return;
      const confirmId = effectDetails(request)?.confirmId;
      const confirmation = confirmId === undefined ? {} : { confirmId };
      const answer = { ...(forChat ? { forChat } : {}), ...(form ? { form } : {}) };
      await command({ type: 'respond', threadId, toolCallId, approved, ...confirmation, ...answer });
    },
    showForm: (toolCallId: string, part: ShownPart) => void command({ type: 'show-form', threadId, toolCallId, part }),
    /** Resolves to the outcome; null if the worker refused. */
    async undoForm(toolCallId: string): Promise<FillOutcome | null> {
      const reply = await ports.sendCommand({ type: 'undo-form', threadId, toolCallId });
      ports.onRefusal(reply.type === 'refused' ? failureMessage(reply.failure) : null);
      return reply.type === 'form-undone' ? reply.outcome : null;
    },
    removeRule: (rule: ChatRule) => void command({ type: 'remove-rule', threadId, rule }),
    answerForm: (toolCallId: string, elicitationId: string, answer: ElicitationAnswer) =>
      command({ type: 'answer-form', threadId, toolCallId, elicitationId, answer }),
    /** Answers whether a page may be sent; for a document in a viewer, the browser is asked for its site first. */
    async respondContext(contextId: string, approved: boolean): Promise<void> {
      const part = openRun(thread)?.contexts.find((each) => each.contextId === contextId);
      const site =
        part?.state === 'approval-requested' && part.question.reason === 'viewer' ? part.question.origin : null;
      if (approved && site !== null && !(await ports.requestSite(site))) return;
      await command({ type: 'respond-context', threadId, contextId, approved });
    },
    getMessageMarkdown(messageId: string): string {
      const message = findMessage(messageId);
      return message ? messageMarkdown(message) : '';
    },
    async copy(messageId: string): Promise<void> {
      const message = findMessage(messageId);
      if (!message) return;
      const text = messageMarkdown(message);
      if (message.role === 'user') return ports.copyText(text);
      const list = sourcesMarkdown(text, message, webSources(thread));
      const facts = factsMarkdown(ports.findCheck(messageId), DOCUMENT_WORDS);
      await ports.copyFormatted([text, list, facts].filter((part) => part !== '').join('\n\n'));
    },
  };
}

/** The commands that can be repeated, since the worker writes a question with the same message id only once. */
const REPEATABLE: ReadonlySet<Command['type']> = new Set(['send', 'edit']);

function isUnanswered(reply: CommandReply): boolean {
  if (reply.type !== 'refused' || !('reason' in reply.failure)) return false;
  return reply.failure.reason.type === 'no-answer-from-worker';
}

/** The limit in the schemas of `show-passage` and `show-tab`, in characters. */
const MAX_PASSAGE_LENGTH = 5000;
