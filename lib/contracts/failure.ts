import * as z from 'zod';
import { AddressErrorCode, ApiKeyErrorCode } from './address.ts';
import { FieldErrorCode } from './focused-field.ts';
import { GgufProblem } from './models-in-browser.ts';
import { PageErrorCode } from './tool-failure.ts';

/** Kinds of storage failure, from mild to severe. */
export const StorageFailureCode = z.enum([
  /** There is no room for a write. Everything else works. */
  'full',
  /** Another window has an older version open, so the upgrade has to wait. */
  'blocked',
  /** A newer version of Sidenote wrote the database. */
  'newer',
  /** The browser cannot open or read the database. */
  'broken',
  /** The database is broken, and a fallback is used until the browser restarts. */
  'temporary',
  /** The database was emptied from outside. */
  'emptied',
]);
export type StorageFailureCode = z.infer<typeof StorageFailureCode>;

/** A storage failure as a value. `detail` is the browser's text, or ''. */
export type StorageFailure = { code: StorageFailureCode; detail: string };

/** Why a line of an export file is invalid. `detail` is the position, and what was expected. */
export type ImportDamage =
  | { code: 'after-end' | 'not-a-chat' | 'out-of-order' | 'too-deep' | 'not-json' | 'forbidden' }
  | { code: 'invalid'; detail: string };

/** Why an export file is rejected. */
export type ImportProblem =
  | { code: 'empty' | 'incomplete' | 'not-ours' | 'newer' | 'not-text' | 'web-page' | 'chat-too-large' }
  | { code: 'has-project' | 'no-project' | 'backup' | 'settings' }
  | { code: 'archive-damaged' | 'archive-locked' | 'archive-too-large' | 'archive-bomb' | 'no-chats' }
  | { code: 'damaged'; line: number; damage: ImportDamage };

/** Why a backup is not created or not restored. */
export type BackupProblem = 'not-a-backup' | 'newer' | 'damaged' | 'wrong-passphrase' | 'too-large';

const host = z.string();
const model = z.string();
const name = z.string();

/**
 * What a server sent instead of a list of models. `status`: an error with this status. `empty`: a list without models.
 */
export const ListingProblem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), status: z.number() }),
  z.object({ type: z.literal('no-answer') }),
  z.object({ type: z.literal('redirect') }),
  z.object({ type: z.literal('no-list') }),
  z.object({ type: z.literal('empty') }),
]);
export type ListingProblem = z.infer<typeof ListingProblem>;

/**
 * The exact reason for a failure, with the parameters of its message. `host` is the server's, `model` the model's id,
 * `name` the endpoint's. Components create the message (`components/parts/failure-message.ts`).
 */
export const FailureReason = z.discriminatedUnion('type', [
  // The key and the account.
  z.object({ type: z.literal('key-refused'), host }),
  z.object({ type: z.literal('key-needed'), host }),
  z.object({ type: z.literal('key-lacks-model'), host, model }),
  z.object({ type: z.literal('no-credit'), host }),
  z.object({ type: z.literal('quota-used-up'), host }),
  // The request.
  z.object({ type: z.literal('model-not-found'), host, model }),
  z.object({ type: z.literal('no-chat-endpoint'), host }),
  z.object({ type: z.literal('no-such-interface'), host }),
  z.object({ type: z.literal('conversation-too-long'), model }),
  z.object({ type: z.literal('request-refused'), host, status: z.number() }),
  z.object({ type: z.literal('blocked-on-the-way'), host, status: z.number() }),
  /** A proxy (407) or a network (511) asks for a sign-in first. */
  z.object({ type: z.literal('network-sign-in'), host, status: z.number() }),
  z.object({ type: z.literal('place-refused'), host }),
  z.object({ type: z.literal('origin-refused'), host }),
  // A server that is temporarily unavailable.
  z.object({ type: z.literal('too-many-requests'), host }),
  z.object({ type: z.literal('retry-later'), host, waitMs: z.number() }),
  z.object({ type: z.literal('server-occupied'), host }),
  z.object({ type: z.literal('server-error'), host, status: z.number() }),
  z.object({ type: z.literal('took-too-long'), host }),
  // The connection.
  z.object({ type: z.literal('unreachable'), host }),
  z.object({ type: z.literal('server-not-running'), host }),
  z.object({ type: z.literal('maybe-upgraded'), host }),
  z.object({ type: z.literal('maybe-untrusted'), host }),
  z.object({ type: z.literal('offline'), host }),
  z.object({ type: z.literal('no-answer-within'), host, seconds: z.number() }),
  z.object({ type: z.literal('still-loading'), host, seconds: z.number() }),
  z.object({ type: z.literal('closed-without-answer'), host }),
  // The response is not an answer.
  z.object({ type: z.literal('not-a-model-server'), host, reply: z.enum(['web-page', 'ollama', 'other']) }),
  z.object({ type: z.literal('not-decompressed'), host }),
  z.object({ type: z.literal('reply-too-large'), host, characters: z.number() }),
  z.object({ type: z.literal('call-unreadable'), host, model }),
  z.object({ type: z.literal('empty-answer') }),
  // The browser's own model.
  z.object({ type: z.literal('built-in-absent') }),
  z.object({ type: z.literal('built-in-unavailable') }),
  z.object({ type: z.literal('built-in-to-download') }),
  z.object({ type: z.literal('built-in-downloading') }),
  z.object({ type: z.literal('built-in-not-started') }),
  z.object({ type: z.literal('built-in-too-long') }),
  z.object({ type: z.literal('built-in-held-back') }),
  z.object({ type: z.literal('built-in-not-taken') }),
  z.object({ type: z.literal('built-in-silent') }),
  z.object({ type: z.literal('built-in-failed') }),
  // A model inside the extension.
  z.object({ type: z.literal('gguf-failed'), model, problem: GgufProblem }),
  // The endpoint and its settings.
  z.object({ type: z.literal('endpoint-removed') }),
  z.object({ type: z.literal('endpoint-blocked'), name }),
  z.object({ type: z.literal('endpoint-not-allowed'), name }),
  z.object({ type: z.literal('address-not-usable'), name, error: AddressErrorCode }),
  z.object({ type: z.literal('stored-key-invalid'), error: ApiKeyErrorCode }),
  z.object({ type: z.literal('key-not-over-http'), name }),
  z.object({ type: z.literal('keys-locked') }),
  z.object({ type: z.literal('sign-in-cancelled'), host }),
  z.object({ type: z.literal('sign-in-refused'), host }),
  z.object({ type: z.literal('built-in-has-no-server') }),
  z.object({ type: z.literal('connections-in-use'), host }),
  z.object({ type: z.literal('models-not-listed'), host, problem: ListingProblem }),
  z.object({ type: z.literal('own-endpoints-off') }),
  z.object({ type: z.literal('machine-not-allowed') }),
  // Downloading a model to a server, and removing it there.
  z.object({ type: z.literal('model-name-not-valid'), model }),
  z.object({ type: z.literal('model-not-in-library'), model }),
  z.object({ type: z.literal('server-disk-full'), host }),
  z.object({ type: z.literal('server-outdated'), host, model }),
  z.object({ type: z.literal('library-unreachable'), host }),
  z.object({ type: z.literal('download-interrupted'), host }),
  z.object({ type: z.literal('download-failed'), host, model }),
  // The subject of a command.
  z.object({ type: z.literal('answer-in-progress') }),
  z.object({ type: z.literal('answer-ended') }),
  z.object({ type: z.literal('no-answer-to-continue') }),
  z.object({ type: z.literal('cannot-continue') }),
  z.object({ type: z.literal('no-question') }),
  z.object({ type: z.literal('question-gone') }),
  z.object({ type: z.literal('approval-changed') }),
  z.object({ type: z.literal('about-no-page') }),
  z.object({ type: z.literal('tab-shows-another-page') }),
  z.object({ type: z.literal('passage-not-found') }),
  z.object({ type: z.literal('page-failed'), error: PageErrorCode }),
  z.object({ type: z.literal('field-failed'), error: FieldErrorCode }),
  z.object({ type: z.literal('practice-cannot-translate') }),
  z.object({ type: z.literal('translator-absent') }),
  z.object({ type: z.literal('translator-language-unknown') }),
  z.object({ type: z.literal('translator-lacks-pair'), source: z.string(), target: z.string() }),
  z.object({ type: z.literal('picture-refused'), host, status: z.number() }),
  z.object({ type: z.literal('picture-too-large'), megabytes: z.number() }),
  z.object({ type: z.literal('not-a-picture'), host }),
  z.object({ type: z.literal('picture-not-sent'), host }),
  // The extension itself.
  z.object({ type: z.literal('storage-failed'), error: StorageFailureCode }),
  z.object({ type: z.literal('database-open-elsewhere') }),
  z.object({ type: z.literal('internal-error') }),
  z.object({ type: z.literal('not-understood') }),
  z.object({ type: z.literal('command-failed') }),
  z.object({ type: z.literal('no-answer-from-worker') }),
]);
export type FailureReason = z.infer<typeof FailureReason>;

export const FailureCode = z.enum([
  'auth',
  'permission',
  'origin-refused',
  'not-found',
  'network',
  'timeout',
  'rate-limit',
  'context-length',
  'bad-response',
  'internal',
]);
export type FailureCode = z.infer<typeof FailureCode>;

/** `detail` is the shortened text of the server or browser. */
const common = { code: FailureCode, detail: z.string().optional(), retryable: z.boolean() };

/**
 * An expected failure, as a value. `code` is its kind, which determines control flow. `reason` is what exactly went
 * wrong, from which a component creates a sentence that says what to do. Logs of older versions have that sentence as
 * `message` instead.
 */
export const Failure = z.union([
  z.object({ ...common, reason: FailureReason }),
  z.object({ ...common, message: z.string() }),
]);
export type Failure = z.infer<typeof Failure>;

/** Why a sign-in page returned nothing. `cancelled`: the user closed it. */
export type SignInWindowError = 'cancelled' | 'not-loaded';
