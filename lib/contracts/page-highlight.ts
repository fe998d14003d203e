import * as z from 'zod';
import type { PagePassage } from './page-passage.ts';

/** Maximum number of passages of one page that are watched for the pointer. */
export const MAX_WATCHED_PASSAGES = 400;

/**
 * Requests to the highlighting script in a document. Each panel has its own session there, which ends by itself if the
 * panel stops asking.
 */
export type HighlightRequest =
  /**
   * Scrolls to the passage that consists of `pieces`, and highlights it for `ms`. If that is still highlighted, its
   * next occurrence is shown.
   */
  | { type: 'show'; pieces: readonly string[]; ms: number }
  /**
   * Begins a session, or replaces its passages. `origin` is that of the document, or '' for a frame (quirk:
   * null-argument-dropped).
   */
  | { type: 'watch'; sessionId: string; origin: string; passages: readonly PagePassage[] }
  /** Highlights these passages, and nothing else. */
  | { type: 'light'; sessionId: string; passages: readonly PagePassage[] }
  /** Resolves when the pointer is over another passage, or after some seconds. */
  | { type: 'next'; sessionId: string }
  | { type: 'end'; sessionId: string };

/**
 * The answers of the script. `gone`: the document does not have this session. `pointed`: the index of the watched
 * passage under the pointer, or null.
 */
export const HighlightAnswer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('gone') }),
  z.strictObject({ type: z.literal('done'), count: z.number().int().min(0) }),
  z.strictObject({
    type: z.literal('pointed'),
    index: z
      .number()
      .int()
      .min(0)
      .max(MAX_WATCHED_PASSAGES - 1)
      .nullable(),
  }),
]);
export type HighlightAnswer = z.infer<typeof HighlightAnswer>;
