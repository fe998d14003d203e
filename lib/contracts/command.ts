import * as z from 'zod';
import { AddedTab, ATTACHED_LIMITS, AttachedFile, fileSize } from './attachments.ts';
import { Failure } from './failure.ts';
import { LocalServer } from './local-server.ts';
import { ModelRef } from './model.ts';
import { PageContextMode } from './page-context.ts';
import { WebErrorCode } from './web-error.ts';

const threadId = z.string().min(1).max(64);
const messageId = z.string().min(1).max(64);
const content = z.string().min(1).max(1_000_000);
/** Who is to answer, and beside which tab. */
const asked = {
  model: ModelRef,
  tabId: z.number().int().nullable(),
  /** What the user chose for this chat, in place of the model's setting. */
  pageContext: PageContextMode.optional(),
  /** The user switched the web on for this chat. */
  web: z.literal(true).optional(),
};

const attached = {
  tabs: z.array(AddedTab).max(ATTACHED_LIMITS.tabs).optional(),
  files: z
    .array(AttachedFile)
    .max(ATTACHED_LIMITS.files)
    .refine((files) => files.reduce((sum, file) => sum + fileSize(file), 0) <= ATTACHED_LIMITS.bytes)
    .optional(),
};

/** What a page of ours may ask of the worker. Ids are made by the panel, so that sending twice does one thing. */
export const Command = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('send'),
    threadId,
    messageId,
    content,
    ...attached,
    ...asked,
  }),
  /** Asks a question anew, in other words; `newMessageId` is the changed one. The old one is kept as a branch. */
  z.strictObject({ type: z.literal('edit'), threadId, messageId, newMessageId: messageId, content, ...asked }),
  /** Says something to the run that is open; its next step hears it. */
  z.strictObject({ type: z.literal('steer'), threadId, messageId, content }),
  z.strictObject({ type: z.literal('stop'), threadId }),
  z.strictObject({ type: z.literal('resume'), threadId }),
  /** Answers a question again; the old answer is kept as a branch. `messageId`: of the answer, where it is not the last. */
  z.strictObject({ type: z.literal('retry'), threadId, messageId: messageId.optional(), ...asked }),
  /** Shows the branch with this message. */
  z.strictObject({ type: z.literal('select-branch'), threadId, messageId }),
  /** Deletes a question and its answers, for good. */
  z.strictObject({ type: z.literal('delete-exchange'), threadId, messageId }),
  /** Goes on after an answer that ended early; unlike `retry`, it keeps that answer. */
  z.strictObject({ type: z.literal('continue'), threadId, ...asked }),
  /** `confirmId`: of the question that was seen, where it is about an effect. */
  z.strictObject({
    type: z.literal('respond'),
    threadId,
    toolCallId: z.string().max(256),
    approved: z.boolean(),
    confirmId: z.string().max(64).optional(),
  }),
  /**
   * The user has begun to write a question beside a page: a server on this machine may compute the part of the request that
   * is known already. `messageId`: the id the question will have. Answered once that is done or not possible.
   */
  z.strictObject({ type: z.literal('warm-up'), threadId, messageId, ...asked }),
  /** The question is not written on, or is about another page: what was begun is stopped. */
  z.strictObject({ type: z.literal('stop-warm-up'), threadId }),
  /** Answers whether a page may be sent with the question; not approved: the answer goes on without it. */
  z.strictObject({
    type: z.literal('respond-context'),
    threadId,
    contextId: z.string().max(256),
    approved: z.boolean(),
  }),
  /** Lets models see what was masked in the results of a run. */
  z.strictObject({ type: z.literal('reveal'), threadId, runId: z.string().min(1).max(64) }),
  /** Searches the web once, to see whether the engine works; only on a click. */
  z.strictObject({ type: z.literal('test-search') }),
  /** Shows words of what was read where they stand on the page a run is about. */
  z.strictObject({
    type: z.literal('show-passage'),
    threadId,
    runId: z.string().min(1).max(64),
    text: z.string().min(1).max(5000),
  }),
  /** How much the page in a tab would take to read; nothing is loaded and nothing sent for that. */
  z.strictObject({ type: z.literal('measure-page'), tabId: z.number().int() }),
  /** Reads a PDF the user attached; `data` is base64. */
  z.strictObject({ type: z.literal('read-pdf'), data: z.string().max(28_000_000) }),
  /** Loads a picture that an answer names; only on a click. */
  z.strictObject({ type: z.literal('load-picture'), url: z.url({ protocol: /^https?$/ }).max(8000) }),
  z.strictObject({ type: z.literal('list-models'), endpointId: z.string() }),
  /** Looks for model servers on this machine; only on a click. */
  z.strictObject({ type: z.literal('find-local-servers') }),
  /** The database does not open here. */
  z.strictObject({ type: z.literal('use-spare-store') }),
]);
export type Command = z.infer<typeof Command>;

export const CommandReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('refused'), failure: Failure }),
  /** How many results a test search gave, or why it failed. */
  z.object({ type: z.literal('search-tested'), results: z.number(), error: WebErrorCode.nullable() }),
  z.object({ type: z.literal('models'), models: z.array(z.string()) }),
  /** A data URL. */
  z.object({ type: z.literal('picture'), url: z.string().startsWith('data:image/') }),
  z.object({ type: z.literal('document'), text: z.string() }),
  /** Estimated tokens; null if unknown. */
  z.object({ type: z.literal('page-size'), tokens: z.number().nullable() }),
  z.object({ type: z.literal('local-servers'), servers: z.array(LocalServer) }),
]);
export type CommandReply = z.infer<typeof CommandReply>;
