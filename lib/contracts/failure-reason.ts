import * as z from 'zod';

const host = z.string();
const model = z.string();

/**
 * What exactly went wrong, with what a sentence about it names. `host` is the server's, `model` the model's id. Components
 * say it in the user's language (`components/parts/failure-message.ts`).
 */
export const FailureReason = z.discriminatedUnion('type', [
  // The key and the account.
  z.object({ type: z.literal('key-refused'), host }),
  z.object({ type: z.literal('key-needed'), host }),
  z.object({ type: z.literal('key-lacks-model'), host, model }),
  z.object({ type: z.literal('no-credit'), host }),
  z.object({ type: z.literal('quota-used-up'), host }),
  // What was asked for.
  z.object({ type: z.literal('model-not-found'), host, model }),
  z.object({ type: z.literal('no-chat-endpoint'), host }),
  z.object({ type: z.literal('conversation-too-long'), model }),
  z.object({ type: z.literal('request-refused'), host, status: z.number() }),
  z.object({ type: z.literal('origin-refused'), host }),
  // A server that cannot now.
  z.object({ type: z.literal('too-many-requests'), host }),
  z.object({ type: z.literal('retry-later'), host, waitMs: z.number() }),
  z.object({ type: z.literal('server-occupied'), host }),
  z.object({ type: z.literal('server-error'), host, status: z.number() }),
  z.object({ type: z.literal('took-too-long'), host }),
  // The connection.
  z.object({ type: z.literal('unreachable'), host }),
  z.object({ type: z.literal('server-not-running'), host }),
  z.object({ type: z.literal('offline'), host }),
  z.object({ type: z.literal('no-answer-within'), host, seconds: z.number() }),
  z.object({ type: z.literal('still-loading'), host, seconds: z.number() }),
  z.object({ type: z.literal('closed-without-answer'), host }),
  // What came is no answer.
  z.object({ type: z.literal('not-a-model-server'), host, reply: z.enum(['web-page', 'ollama', 'other']) }),
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
  // The extension itself.
  z.object({ type: z.literal('internal-error') }),
  z.object({ type: z.literal('not-understood') }),
  z.object({ type: z.literal('command-failed') }),
  z.object({ type: z.literal('no-answer-from-worker') }),
]);
export type FailureReason = z.infer<typeof FailureReason>;
