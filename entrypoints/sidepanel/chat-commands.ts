import { failureMessage } from '../../components/parts/failure-message.ts';
import {
  type AnswerCheck,
  type ApprovalRequest,
  type Attachments,
  type Command,
  type CommandReply,
  type FocusedField,
  type ModelRef,
  openRun,
  type PageContextMode,
  type Task,
  type ThreadState,
} from '../../lib/contracts/index.ts';
import type { Stores } from '../../lib/storage/index.ts';

/** The current state of the chat that the controllers read. */
export type ChatSnapshot = {
  thread: ThreadState;
  /** The selected model, or null while unknown. */
  model: ModelRef | null;
  /** The tab that questions are about, or null. */
  tab: { tabId: number; url: string } | null;
  /** When the page is sent, as selected for this chat. Null uses the model's setting. */
  pageContext: PageContextMode | null;
  /** The project that the chat begins in. Null if it is stored, or begins in none. */
  projectId: string | null;
  /** The web is turned on for this chat. */
  hasWeb: boolean;
  /** The user's other chats may be searched in this one. */
  hasOwnData: boolean;
  /** A second model that answers questions, or null. */
  opinion: ModelRef | null;
  /** Whether a second opinion is being written, which new questions also wait for. */
  isOpinionOpen: boolean;
  draft: string;
  /** The attachments of the next question. */
  attached: Attachments;
};

/** The functions that the controllers call: React state, the draft, the worker, the browser. */
export type ChatPorts = {
  storage: Pick<Stores, 'drafts' | 'queue'>;
  sendCommand: (command: Command) => Promise<CommandReply>;
  /** Whether the browser allows what an approval needs, such as a host permission. */
  canApprove: (request: ApprovalRequest | undefined) => Promise<boolean>;
  /** Asks the browser for access to the site of an address. */
  requestSite: (url: string) => Promise<boolean>;
  copyText: (text: string) => Promise<void>;
  /** Returns the facts of an answer. Null while it is not checked. */
  findCheck: (messageId: string) => AnswerCheck | null;
  /** Copies Markdown so that it can be pasted with its formatting. */
  copyFormatted: (markdown: string) => Promise<void>;
  /** Returns the id for the next question, and sets the one after it. */
  takeMessageId: () => string;
  draft: { change(text: string): void; hold(): void; restore(text: string): void; forget(): void };
  /** Restores attachments, or removes those that were sent. */
  attachments: { putBack(attached: Attachments): void; forget(attached: Attachments): void };
  /** Selects the model of a prompt's task for the chat and returns it. Null if the task has none. */
  beginWith: (task: Task | null) => ModelRef | null;
  /** Proposes to remember what the user typed, each on a card. */
  proposeMemories: (texts: readonly string[]) => Promise<void>;
  onSent: () => void;
  /** Called when a proposal for the selected text of this field was requested. */
  onRewriting: (field: FocusedField) => void;
  /** The user has requested the translation of the page outside the panel. */
  onTranslatePage: () => void;
  onFocusField: () => void;
  /** The worker refused a command (its message), or accepted one (null). */
  onRefusal: (message: string | null) => void;
  onError: (error: unknown) => void;
};

/** Sends the commands of one chat to the worker. It has no state and does not depend on React. */
export class ChatCommands {
  readonly snapshot: ChatSnapshot;
  readonly ports: ChatPorts;

  constructor(snapshot: ChatSnapshot, ports: ChatPorts) {
    this.snapshot = snapshot;
    this.ports = ports;
  }

  get threadId(): string {
    return this.snapshot.thread.threadId;
  }

  /** The tab that questions are about, or null. */
  get tabId(): number | null {
    return this.snapshot.tab?.tabId ?? null;
  }

  get openRun() {
    return openRun(this.snapshot.thread);
  }

  /** What the user has chosen for this chat, in the form that commands use. */
  get options() {
    const { pageContext, hasWeb, hasOwnData } = this.snapshot;
    return {
      ...(pageContext === null ? {} : { pageContext }),
      ...(hasWeb ? { web: true as const } : {}),
      ...(hasOwnData ? { ownData: true as const } : {}),
    };
  }

  /** The second model for a question, in the form that commands and queued questions use. */
  get second(): { opinion?: ModelRef } {
    const { opinion } = this.snapshot;
    return opinion === null ? {} : { opinion };
  }

  /** Sends a command. Resolves to whether the worker accepted it. If not, the user sees why. */
  async send(command: Command): Promise<boolean> {
    return (await this.sendForReply(command)).type !== 'refused';
  }

  /** Sends a command. Resolves to the worker's reply. If it refused, the user sees why. */
  async sendForReply(command: Command): Promise<CommandReply> {
    let reply = await this.ports.sendCommand(command);
    // The browser may have stopped the worker after it wrote the question. The worker recognizes the message id of an
    // existing question.
    if (REPEATABLE.has(command.type) && isUnanswered(reply)) reply = await this.ports.sendCommand(command);
    this.ports.onRefusal(reply.type === 'refused' ? failureMessage(reply.failure) : null);
    return reply;
  }
}

/** The commands that can be repeated, because the worker writes a question with the same message id only once. */
const REPEATABLE: ReadonlySet<Command['type']> = new Set(['send', 'edit']);

function isUnanswered(reply: CommandReply): boolean {
  if (reply.type !== 'refused' || !('reason' in reply.failure)) return false;
  return reply.failure.reason.type === 'no-answer-from-worker';
}
