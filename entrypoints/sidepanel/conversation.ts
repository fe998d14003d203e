import { allMessages, messageMarkdown } from '../../lib/agent/index.ts';
import {
  type Attachments,
  type Command,
  type ModelRef,
  openRun,
  type PageContextMode,
  type QueuedMessage,
  type ThreadState,
  toAttachments,
} from '../../lib/contracts/index.ts';
import { originOf } from '../../lib/security/index.ts';
import { dequeue, enqueue, type SidenoteDb } from '../../lib/storage/index.ts';

type Context = {
  db: SidenoteDb;
  thread: ThreadState;
  /** null until it is known. */
  model: ModelRef | null;
  tab: { tabId: number; url: string } | null;
  /** When the page is sent, as chosen for this chat; null: as set for the model. */
  pageContext: PageContextMode | null;
  /** Asks the worker; resolves to whether it did it. */
  command: (request: Command) => Promise<boolean>;
  /** The id for the next question. */
  takeId: () => string;
  /** Called when something of the user's goes out, which the conversation then shows. */
  onSent: () => void;
  onRetryWith: (messageId: string) => void;
};

/** What the user does in a conversation, as commands. */
export function conversation(context: Context) {
  const { db, thread, model, tab, command, onSent, onRetryWith } = context;
  const { threadId } = thread;
  const tabId = tab?.tabId ?? null;
  const chosen = context.pageContext === null ? {} : { pageContext: context.pageContext };

  async function ask(content: string, attached: Attachments = {}, by: ModelRef | null = model): Promise<boolean> {
    if (by === null) return false;
    onSent();
    const messageId = context.takeId();
    const question = { messageId, content, ...toAttachments(attached), model: by, tabId };
    if (openRun(thread) === null) return command({ type: 'send', threadId, ...question, ...chosen });
    await enqueue(db, threadId, { ...question, site: tab ? originOf(tab.url) : null, ...chosen });
    // The run may have ended just now, without having seen it.
    return command({ type: 'resume', threadId });
  }

  return {
    ask,
    /** Says what waits to the run that is open, or, where none is, asks it beside the tab that is shown now. */
    async sendNow(message: QueuedMessage): Promise<void> {
      const { messageId, content, model: by, pageContext } = message;
      const isDone = openRun(thread)
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
          });
      if (isDone) await dequeue(db, threadId, messageId);
    },
    retry(by: ModelRef | null = null, messageId?: string): void {
      if (model === null) return;
      const which = messageId === undefined ? {} : { messageId };
      void command({ type: 'retry', threadId, model: by ?? model, tabId, ...which, ...chosen });
    },
    goOn(): void {
      if (model !== null) void command({ type: 'continue', threadId, model, tabId, ...chosen });
    },
    onEdit(messageId: string, content: string): void {
      if (model === null) return;
      onSent();
      const newMessageId = crypto.randomUUID();
      void command({ type: 'edit', threadId, messageId, newMessageId, content, model, tabId, ...chosen });
    },
    onVersion: (messageId: string) => void command({ type: 'select-branch', threadId, messageId }),
    onDelete: (messageId: string) => void command({ type: 'delete-exchange', threadId, messageId }),
    onRetryWith,
    async onCopy(messageId: string): Promise<void> {
      const message = allMessages(thread).find((each) => each.messageId === messageId);
      if (message) await navigator.clipboard.writeText(messageMarkdown(message));
    },
  };
}
