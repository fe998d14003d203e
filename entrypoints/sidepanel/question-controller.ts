import { failureMessage } from '../../components/parts/failure-message.ts';
import { allMessages } from '../../lib/agent/index.ts';
import {
  type Attachments,
  isTextOnly,
  type ModelRef,
  type QueuedMessage,
  type QuickRequest,
  toAttachments,
} from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { findMemoryRequests, parseOrigin } from '../../lib/security/index.ts';
import { toBlockquote } from '../../lib/text/index.ts';
import type { ChatCommands } from './chat-commands.ts';

/** How a question differs from the chat. `by` is the model, if it is not that of the chat. */
type Exception = { by?: ModelRef | null; pageContext?: 'never' };

/** The user's actions before an answer: writing, asking, queueing and editing questions. */
export class QuestionController {
  readonly #commands: ChatCommands;

  constructor(commands: ChatCommands) {
    this.#commands = commands;
  }

  /** Asks a question, or queues it while an answer is in progress. Resolves to whether it was accepted. */
  readonly ask = async (content: string, extras: Attachments = {}, exception: Exception = {}): Promise<boolean> => {
    const commands = this.#commands;
    const { snapshot, ports, threadId, tabId, options } = commands;
    const model = exception.by ?? snapshot.model;
    if (model === null) return false;
    ports.onSent();
    const question = {
      messageId: ports.takeMessageId(),
      content,
      ...toAttachments(extras),
      model,
      tabId,
      ...commands.second,
    };
    if (commands.openRun === null && !snapshot.isOpinionOpen) {
      const { projectId } = snapshot;
      return commands.send({
        type: 'send',
        threadId,
        ...question,
        ...options,
        ...(exception.pageContext ? { pageContext: exception.pageContext } : {}),
        ...(projectId === null ? {} : { projectId }),
      });
    }
    const site = snapshot.tab ? parseOrigin(snapshot.tab.url) : null;
    await ports.storage.queue.add(threadId, { ...question, site, ...options });
    // The run may just have ended without seeing the question, which is in the queue regardless of the worker's reply.
    await commands.send({ type: 'resume', threadId });
    return true;
  };

  /** Sends the draft, which is restored if the worker rejects it. */
  readonly send = async (): Promise<void> => {
    const { snapshot, ports } = this.#commands;
    const content = snapshot.draft.trim();
    ports.draft.hold();
    const isAccepted = await this.#sendDraft(content).catch((error: unknown) => {
      ports.onError(error);
      return false;
    });
    if (!isAccepted) return ports.draft.restore(content);
    ports.draft.forget();
    ports.attachments.forget(snapshot.attached);
  };

  async #sendDraft(content: string): Promise<boolean> {
    const { ports, snapshot, threadId } = this.#commands;
    const { attached } = snapshot;
    // A picture without text asks what it shows, because servers refuse a message without text.
    const question = content === '' && (attached.files ?? []).length > 0 ? t('aboutAttached') : content;
    const filled = await ports.storage.drafts.loadFilled(threadId);
    const isSent = await this.ask(question, { ...attached, filled });
    if (isSent) await this.#proposeMemories({ content, filled });
    return isSent;
  }

  /** Proposes what a question that the user typed asks to remember. */
  async #proposeMemories(question: { content: string; filled: readonly string[] }): Promise<void> {
    const texts = findMemoryRequests(question);
    if (texts.length > 0) await this.#commands.ports.proposeMemories(texts);
  }

  /** Sets the text of the field and moves the focus there. `filled` are parts of it that the user did not write. */
  readonly writeNext = (text: string, filled: readonly string[] = []): void => {
    const { ports, threadId } = this.#commands;
    ports.draft.change(text);
    if (filled.length > 0) ports.storage.drafts.saveFilled(threadId, text, filled).catch(ports.onError);
    ports.onFocusField();
  };

  /** Adds `text` to the draft, as a separate paragraph. */
  readonly quote = (text: string): void => {
    const { draft } = this.#commands.snapshot;
    this.writeNext(draft.trim() === '' ? text : `${draft.trimEnd()}\n\n${text}`);
  };

  /**
   * Asks a suggested question immediately, with the attachments. If there is a draft, the question is added to it
   * instead.
   */
  readonly askSuggested = (text: string): void => {
    const { snapshot, ports } = this.#commands;
    if (snapshot.draft.trim() !== '') {
      this.quote(text);
      return;
    }
    const { attached } = snapshot;
    void this.ask(text, attached).then((isAccepted) => isAccepted && ports.attachments.forget(attached), ports.onError);
  };

  /** Handles a request from outside the panel. It is only sent next to the tab that it is about. */
  readonly takeRequest = (request: QuickRequest): void => {
    const { ports, tabId } = this.#commands;
    const { field, failure } = request;
    if (failure) {
      ports.onRefusal(failureMessage({ code: 'internal', reason: failure, retryable: false }));
      return;
    }
    if (request.translatesPage) {
      if (request.tabId === tabId) ports.onTranslatePage();
      return;
    }
    const by = ports.beginWith(request.task);
    if (request.isSent && request.tabId === tabId) {
      // The text of a field belongs to the question, and the page is not involved.
      const isAsked = field
        ? this.ask(request.text, { filled: [field.selected] }, { by, pageContext: 'never' })
        : this.ask(request.text, {}, { by });
      isAsked.catch(ports.onError);
      if (field) ports.onRewriting(field);
    } else
      this.writeNext(field ? request.text.replace(field.selected, () => toBlockquote(field.selected)) : request.text);
    ports.attachments.putBack({ files: request.files });
  };

  /** Adds a queued message to the open run or, if there is none, sends it with the current tab. */
  readonly sendQueuedNow = async (message: QueuedMessage): Promise<void> => {
    const commands = this.#commands;
    const { threadId, tabId } = commands;
    const { messageId, content, model, pageContext, web, ownData, opinion } = message;
    const isRunning = commands.openRun !== null;
    // A running answer only accepts text of the user.
    if (isRunning && !isTextOnly(message)) return;
    const isAccepted = isRunning
      ? await commands.send({ type: 'steer', threadId, messageId, content })
      : await commands.send({
          type: 'send',
          threadId,
          messageId,
          content,
          ...toAttachments(message),
          model,
          tabId,
          pageContext,
          ...(web ? { web } : {}),
          ...(ownData ? { ownData } : {}),
          ...(opinion ? { opinion } : {}),
        });
    if (isAccepted) await this.removeQueued(message);
  };

  /** Removes a queued message and puts it before the draft. */
  readonly editQueued = async (message: QueuedMessage): Promise<void> => {
    const { snapshot, ports } = this.#commands;
    const text = [message.content, snapshot.draft].filter((part) => part.trim() !== '').join('\n\n');
    this.writeNext(text, message.filled);
    ports.attachments.putBack(message);
    await this.removeQueued(message);
  };

  readonly removeQueued = ({ messageId }: QueuedMessage): Promise<void> => {
    const { ports, threadId } = this.#commands;
    return ports.storage.queue.remove(threadId, messageId);
  };

  /** Edits a question and asks it again. Resolves to whether that was accepted. */
  readonly edit = async (messageId: string, content: string): Promise<boolean> => {
    const commands = this.#commands;
    const { snapshot, ports, threadId, tabId, options } = commands;
    const { model, thread } = snapshot;
    if (model === null) return false;
    ports.onSent();
    const question = allMessages(thread).find((message) => message.messageId === messageId);
    const filled = question?.role === 'user' ? (question.filled ?? []) : [];
    const newMessageId = crypto.randomUUID();
    const isEdited = await commands.send({
      type: 'edit',
      threadId,
      messageId,
      newMessageId,
      content,
      model,
      tabId,
      ...options,
      ...commands.second,
    });
    if (isEdited) await this.#proposeMemories({ content, filled });
    return isEdited;
  };
}
