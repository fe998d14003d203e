import * as z from 'zod';
import { AddedTab, ATTACHED_LIMITS, AttachedFile, fileSize } from './attachments.ts';
import { ChatRule } from './chat-rule.ts';
import { ElicitationAnswer } from './elicitation.ts';
import { LocalServer } from './endpoint.ts';
import { Failure } from './failure.ts';
import { FieldRef, FocusedField, MAX_FIELD_TEXT } from './focused-field.ts';
import { ModelRef } from './model.ts';
import { PageContextMode } from './page-context.ts';
import { FieldValues, FillOutcome, ShownPart } from './page-forms.ts';
import { TranslationAction, TranslationTarget } from './page-translation.ts';
import { WebErrorCode } from './tool-error.ts';

/** The id of a chat has at most 64 characters. That of its second opinion is longer. */
const threadId = z.string().min(1).max(80);
const messageId = z.string().min(1).max(64);
const content = z.string().min(1).max(1_000_000);
/** The maximum length of a tool-call id, in characters. A longer id from a server is replaced. */
export const MAX_CALL_ID = 256;
const toolCallId = z.string().max(MAX_CALL_ID);
/** The model and the tab for the answer. */
const answerFields = {
  model: ModelRef,
  tabId: z.number().int().nullable(),
  /** The user's choice for this chat, which overrides the model's setting. */
  pageContext: PageContextMode.optional(),
  /** The user turned the web on for this chat. */
  web: z.literal(true).optional(),
  /** The user allowed searching their other chats for this chat. */
  ownData: z.literal(true).optional(),
};

/** A second model that answers the question. */
const opinion = ModelRef.optional();

/** The project of a new chat; only in its first question. */
const projectId = z.string().min(1).max(64).optional();

const attachmentFields = {
  tabs: z.array(AddedTab).max(ATTACHED_LIMITS.tabs).optional(),
  filled: z.array(z.string()).max(10).optional(),
  files: z
    .array(AttachedFile)
    .max(ATTACHED_LIMITS.files)
    .refine((files) => files.reduce((sum, file) => sum + fileSize(file), 0) <= ATTACHED_LIMITS.bytes)
    .optional(),
};

/**
 * Commands from extension pages to the worker. The panel creates the ids, so that sending a command twice has no
 * further effect.
 */
export const Command = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('send'),
    threadId,
    messageId,
    content,
    projectId,
    ...attachmentFields,
    ...answerFields,
    opinion,
  }),
  /** Asks another model to answer the question of the answer `messageId`, which stays. */
  z.strictObject({ type: z.literal('ask-opinion'), threadId, messageId, ...answerFields }),
  /**
   * Continues the chat from one of two answers. The other one becomes a version, and is stopped if it is not complete.
   */
  z.strictObject({ type: z.literal('keep-answer'), threadId, messageId }),
  /** Edits a question and asks it again. `newMessageId` is the edited one. The old one becomes a branch. */
  z.strictObject({
    type: z.literal('edit'),
    threadId,
    messageId,
    newMessageId: messageId,
    content,
    ...answerFields,
    opinion,
  }),
  /** Adds a message to the open run, for its next step. */
  z.strictObject({ type: z.literal('steer'), threadId, messageId, content }),
  z.strictObject({ type: z.literal('stop'), threadId }),
  z.strictObject({ type: z.literal('resume'), threadId }),
  /** Ends the wait before the next request of the open run. */
  z.strictObject({ type: z.literal('try-now'), threadId }),
  /**
   * Regenerates an answer. The old one becomes a branch. `messageId` is the answer's id if it is not the last answer.
   */
  z.strictObject({ type: z.literal('retry'), threadId, messageId: messageId.optional(), ...answerFields }),
  /** Selects the branch with this message. */
  z.strictObject({ type: z.literal('select-branch'), threadId, messageId }),
  /** Permanently deletes a question and its answers. */
  z.strictObject({ type: z.literal('delete-exchange'), threadId, messageId }),
  /** Continues an answer that ended early. Unlike `retry`, it keeps that answer. */
  z.strictObject({ type: z.literal('continue'), threadId, ...answerFields }),
  /**
   * Approves a call. `confirmId` is the id of the displayed request if it is about an effect. `forChat`: approved by
   * the rule that the request names, which then applies for the rest of the chat. `form`: the values for the form that
   * the request shows, and which of them the user ticked.
   */
  z.strictObject({
    type: z.literal('respond'),
    threadId,
    toolCallId,
    approved: z.boolean(),
    confirmId: z.string().max(64).optional(),
    forChat: z.literal(true).optional(),
    form: z.strictObject({ values: FieldValues, ticked: z.array(z.string().max(100)).max(200) }).optional(),
  }),
  /** Shows a part of the form that a call fills in, on its page. */
  z.strictObject({ type: z.literal('show-form'), threadId, toolCallId, part: ShownPart }),
  /** Restores the values that the fields of a form had before a call filled them in. */
  z.strictObject({ type: z.literal('undo-form'), threadId, toolCallId }),
  /** The user revokes this rule. */
  z.strictObject({ type: z.literal('remove-rule'), threadId, rule: ChatRule }),
  /** Answers the form that a running call shows. */
  z.strictObject({
    type: z.literal('answer-form'),
    threadId,
    toolCallId,
    elicitationId: z.string().max(64),
    answer: ElicitationAnswer,
  }),
  /**
   * The user has begun to type a question about a page, so a server on this machine may process the known part of the
   * request. `messageId` is the future id of the question. The reply is sent when the warm-up is done or turned out to
   * be impossible.
   */
  z.strictObject({ type: z.literal('warm-up'), threadId, messageId, projectId, ...answerFields }),
  /** The question was discarded, or is about another page, so the warm-up is stopped. */
  z.strictObject({ type: z.literal('stop-warm-up'), threadId }),
  /** Answers whether a page may be sent with the question. If not approved, the answer continues without it. */
  z.strictObject({
    type: z.literal('respond-context'),
    threadId,
    contextId: z.string().max(256),
    approved: z.boolean(),
  }),
  /** Reveals to models what was masked in the results of a run. */
  z.strictObject({ type: z.literal('reveal'), threadId, runId: z.string().min(1).max(64) }),
  /** Runs one web search to test the engine. Only on a click. */
  z.strictObject({ type: z.literal('test-search') }),
  /** Shows text that was read in its place on the page of a run. */
  z.strictObject({
    type: z.literal('show-passage'),
    threadId,
    runId: z.string().min(1).max(64),
    text: z.string().min(1).max(5000),
  }),
  /** Opens a tab in which a search of this chat found a passage, and shows it there. */
  z.strictObject({
    type: z.literal('show-tab'),
    threadId,
    tabId: z.number().int(),
    text: z.string().min(1).max(5000),
  }),
  /** Finds the field of a tab's page that had the focus last. Only on a click. */
  z.strictObject({ type: z.literal('find-field'), tabId: z.number().int() }),
  /** Inserts a text that the user saw and clicked, at the cursor of a field or in place of its selection `replaces`. */
  z.strictObject({
    type: z.literal('write-field'),
    field: FieldRef,
    text: z.string().min(1).max(MAX_FIELD_TEXT),
    replaces: z.string().max(MAX_FIELD_TEXT),
  }),
  /** Restores the previous content of a field. */
  z.strictObject({ type: z.literal('undo-field'), field: FieldRef }),
  /**
   * Translates the texts of a tab's page in place as they come into view. Only on a click. `approvedOrigin` is the site
   * that the user has approved for this, if approval was needed.
   */
  z.strictObject({
    type: z.literal('translate-page'),
    tabId: z.number().int(),
    model: ModelRef,
    target: TranslationTarget,
    approvedOrigin: z.string().nullable(),
  }),
  /** The user's action on the translation of a tab's page. */
  z.strictObject({ type: z.literal('change-translation'), tabId: z.number().int(), action: TranslationAction }),
  /** Estimates the size of a tab's page. Nothing is loaded or sent for this. */
  z.strictObject({ type: z.literal('measure-page'), tabId: z.number().int() }),
  /** Reads an attached PDF. `data` is base64. */
  z.strictObject({ type: z.literal('read-pdf'), data: z.string().max(28_000_000) }),
  /** Loads a picture of an answer. Only on a click. */
  z.strictObject({ type: z.literal('load-picture'), url: z.url({ protocol: /^https?$/ }).max(8000) }),
  z.strictObject({ type: z.literal('list-models'), endpointId: z.string() }),
  /** Deletes a model from its Ollama server. The reply is the new list. */
  z.strictObject({ type: z.literal('remove-model'), endpointId: z.string(), modelId: z.string() }),
  /**
   * Lets the user sign in to the service of a preset, in a browser window, and stores the key. `endpointId` is the
   * endpoint that the key is for. Null means the service's endpoint, which is added if necessary.
   */
  z.strictObject({ type: z.literal('sign-in'), presetId: z.string().max(64), endpointId: z.string().nullable() }),
  /** Searches for model servers on this machine. Only on a click. */
  z.strictObject({ type: z.literal('find-local-servers') }),
  /** The page could not open the database. */
  z.strictObject({ type: z.literal('use-fallback-database') }),
]);
export type Command = z.infer<typeof Command>;

export const CommandReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('refused'), failure: Failure }),
  /** How many results a test search returned, or why it failed. */
  z.object({ type: z.literal('search-tested'), results: z.number(), error: WebErrorCode.nullable() }),
  z.object({ type: z.literal('models'), models: z.array(z.string()) }),
  /** `listing`: why the models could not be listed, or null. */
  z.object({ type: z.literal('signed-in'), endpointId: z.string(), listing: Failure.nullable() }),
  /** A data URL. */
  z.object({ type: z.literal('picture'), url: z.string().startsWith('data:image/') }),
  z.object({ type: z.literal('field'), field: FocusedField }),
  z.object({ type: z.literal('form-undone'), outcome: FillOutcome }),
  z.object({ type: z.literal('document'), text: z.string() }),
  /** The estimated tokens, or null if unknown. */
  z.object({ type: z.literal('page-size'), tokens: z.number().nullable() }),
  z.object({ type: z.literal('local-servers'), servers: z.array(LocalServer) }),
]);
export type CommandReply = z.infer<typeof CommandReply>;
