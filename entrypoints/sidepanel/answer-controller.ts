import { DOCUMENT_WORDS } from '../../components/history/document-words.ts';
import type { ApprovalChoice } from '../../components/tools/permission-card.tsx';
import { allMessages, isOnOtherBranch, messageMarkdown, sourcesMarkdown, webSources } from '../../lib/agent/index.ts';
import {
  type ChatRule,
  type ElicitationAnswer,
  effectDetails,
  type FillOutcome,
  type ModelRef,
  type ShownPart,
  waitingCalls,
} from '../../lib/contracts/index.ts';
import { factsMarkdown } from '../../lib/documents/index.ts';
import type { ChatCommands } from './chat-commands.ts';

/** The limit in the schemas of `show-passage` and `show-tab`, in characters. */
const MAX_PASSAGE_LENGTH = 5000;

/** The user's actions on an answer: stopping, regenerating and copying it, and responding to what it asks for. */
export class AnswerController {
  readonly #commands: ChatCommands;

  constructor(commands: ChatCommands) {
    this.#commands = commands;
  }

  readonly stop = () => this.#sendSimple('stop');
  readonly resume = () => this.#sendSimple('resume');
  readonly tryNow = () => this.#sendSimple('try-now');

  #sendSimple(type: 'stop' | 'resume' | 'try-now'): void {
    void this.#commands.send({ type, threadId: this.#commands.threadId });
  }

  /** Regenerates the last answer, or the answer `messageId`. */
  readonly retry = (by: ModelRef | null = null, messageId?: string): void => {
    const { snapshot, threadId, tabId, options } = this.#commands;
    const model = by ?? snapshot.model;
    if (snapshot.model === null || model === null) return;
    const which = messageId === undefined ? {} : { messageId };
    void this.#commands.send({ type: 'retry', threadId, model, tabId, ...which, ...options });
  };

  readonly continueAnswer = (): void => {
    const { snapshot, threadId, tabId, options } = this.#commands;
    const { model } = snapshot;
    if (model !== null) void this.#commands.send({ type: 'continue', threadId, model, tabId, ...options });
  };

  /** Asks another model for an answer to the question of an answer. */
  readonly askOpinion = (messageId: string, model: ModelRef): void => {
    const { threadId, tabId, options } = this.#commands;
    void this.#commands.send({ type: 'ask-opinion', threadId, messageId, model, tabId, ...options });
  };

  /** Keeps one of two answers, and lets its model write the rest of it. */
  readonly continueKept = async (messageId: string, model: ModelRef): Promise<void> => {
    const { threadId, tabId, options } = this.#commands;
    const isKept = await this.#commands.send({ type: 'keep-answer', threadId, messageId });
    if (isKept) await this.#commands.send({ type: 'continue', threadId, model, tabId, ...options });
  };

  /** Continues from one of two answers. */
  readonly keepAnswer = (messageId: string) => this.#sendForMessage('keep-answer', messageId);
  readonly selectVersion = (messageId: string) => this.#sendForMessage('select-branch', messageId);
  readonly deleteExchange = (messageId: string) => this.#sendForMessage('delete-exchange', messageId);

  #sendForMessage(type: 'keep-answer' | 'select-branch' | 'delete-exchange', messageId: string): void {
    void this.#commands.send({ type, threadId: this.#commands.threadId, messageId });
  }

  /** Selects the branch with a message if the message is in another branch. */
  readonly showMessage = (messageId: string): void => {
    if (isOnOtherBranch(this.#commands.snapshot.thread, messageId)) this.selectVersion(messageId);
  };

  readonly reveal = (runId: string): void => {
    void this.#commands.send({ type: 'reveal', threadId: this.#commands.threadId, runId });
  };

  readonly showPassage = (runId: string, passage: string): void => {
    const text = passage.slice(0, MAX_PASSAGE_LENGTH);
    void this.#commands.send({ type: 'show-passage', threadId: this.#commands.threadId, runId, text });
  };

  readonly showTab = (tabId: number, passage: string): void => {
    const text = passage.slice(0, MAX_PASSAGE_LENGTH);
    void this.#commands.send({ type: 'show-tab', threadId: this.#commands.threadId, tabId, text });
  };

  /**
   * Responds to the approval request of a tool call. `forChat` also sets the rule that it offers. `form` contains the
   * values for its form. Resolves to whether the response was sent: not if the browser refuses the permission that an
   * approval needs.
   */
  readonly respond = async (
    toolCallId: string,
    approved: boolean,
    { forChat, form }: ApprovalChoice = {},
  ): Promise<boolean> => {
    const { ports, threadId, openRun } = this.#commands;
    const request = waitingCalls(openRun).find((call) => call.toolCallId === toolCallId)?.request;
    if (approved && !(await ports.canApprove(request))) return false;
    const confirmId = effectDetails(request)?.confirmId;
    const confirmation = confirmId === undefined ? {} : { confirmId };
    const answer = { ...(forChat ? { forChat } : {}), ...(form ? { form } : {}) };
    await this.#commands.send({ type: 'respond', threadId, toolCallId, approved, ...confirmation, ...answer });
    return true;
  };

  /**
   * Answers whether a page may be sent. For a document in a viewer, the browser is asked for its site first. Resolves
   * to whether the answer was sent, like `respond`.
   */
  readonly respondContext = async (contextId: string, approved: boolean): Promise<boolean> => {
    const { ports, threadId, openRun } = this.#commands;
    const part = openRun?.contexts.find((each) => each.contextId === contextId);
    const site =
      part?.state === 'approval-requested' && part.question.reason === 'viewer' ? part.question.origin : null;
    if (approved && site !== null && !(await ports.requestSite(site))) return false;
    await this.#commands.send({ type: 'respond-context', threadId, contextId, approved });
    return true;
  };

  readonly answerForm = (toolCallId: string, elicitationId: string, answer: ElicitationAnswer) =>
    this.#commands.send({
      type: 'answer-form',
      threadId: this.#commands.threadId,
      toolCallId,
      elicitationId,
      answer,
    });

  readonly showForm = (toolCallId: string, part: ShownPart): void => {
    void this.#commands.send({ type: 'show-form', threadId: this.#commands.threadId, toolCallId, part });
  };

  /** Resolves to the outcome, or to null if the worker refused. */
  readonly undoForm = async (toolCallId: string): Promise<FillOutcome | null> => {
    const reply = await this.#commands.sendForReply({
      type: 'undo-form',
      threadId: this.#commands.threadId,
      toolCallId,
    });
    return reply.type === 'form-undone' ? reply.outcome : null;
  };

  readonly removeRule = (rule: ChatRule): void => {
    void this.#commands.send({ type: 'remove-rule', threadId: this.#commands.threadId, rule });
  };

  #findMessage(messageId: string) {
    return allMessages(this.#commands.snapshot.thread).find((each) => each.messageId === messageId);
  }

  readonly getMessageMarkdown = (messageId: string): string => {
    const message = this.#findMessage(messageId);
    return message ? messageMarkdown(message) : '';
  };

  readonly copy = async (messageId: string): Promise<void> => {
    const { snapshot, ports } = this.#commands;
    const message = this.#findMessage(messageId);
    if (!message) return;
    const text = messageMarkdown(message);
    if (message.role === 'user') return ports.copyText(text);
    const list = sourcesMarkdown(text, message, webSources(snapshot.thread));
    const facts = factsMarkdown(ports.findCheck(messageId), DOCUMENT_WORDS);
    await ports.copyFormatted([text, list, facts].filter((part) => part !== '').join('\n\n'));
  };
}
