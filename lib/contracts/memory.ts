import * as z from 'zod';

/**
 * `text` is the maximum length of a sentence, in characters; `memories` is how many are stored; `tokens` is how much of
 * a request they use, with the line before them; `proposals` is how many sentences of one chat can wait for the user.
 */
export const MEMORY_LIMITS = { text: 300, memories: 200, tokens: 300, proposals: 10 };

const id = z.string().min(1).max(64);

/** Where the user kept the sentence: at a question that they typed, at an answer, or in the settings. */
const MemoryOrigin = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['question', 'answer']), threadId: id }),
  z.strictObject({ type: z.literal('settings') }),
]);
type MemoryOrigin = z.infer<typeof MemoryOrigin>;

/** A sentence that the user asked Sidenote to remember. The text is exactly what the user saw and kept. */
export const Memory = z.strictObject({
  memoryId: id,
  text: z.string().min(1).max(MEMORY_LIMITS.text),
  /** The project in whose chats it is used. Null: in all chats. */
  projectId: id.nullable(),
  origin: MemoryOrigin,
  isOn: z.boolean(),
  /** It came from a file. It is off until the user reads it in the list and turns it on there. */
  isImported: z.literal(true).optional(),
  /** Milliseconds since 1970. */
  createdAt: z.number().int().min(0).max(8.64e15),
});
export type Memory = z.infer<typeof Memory>;

/** A sentence that a card proposes: one that the user typed in a question, the selected text of an answer, or ''. */
export type MemoryProposal = { text: string; origin: Exclude<MemoryOrigin, { type: 'settings' }> };

/**
 * Why a sentence is not kept. `hidden`: it contains line breaks or invisible characters. `secret`: it contains what
 * looks like a password, a key or a card number.
 */
export type MemoryError = 'empty' | 'too-long' | 'hidden' | 'secret' | 'too-many' | 'duplicate';
