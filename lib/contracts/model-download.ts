import * as z from 'zod';
import { Failure } from './failure.ts';

/** How a download has ended. `stopped`: by the user. */
export const ModelDownloadEnd = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('stopped') }),
  z.object({ type: z.literal('failed'), failure: Failure }),
]);
export type ModelDownloadEnd = z.infer<typeof ModelDownloadEnd>;

/**
 * How far a server is with the download of a model. `finishing`: it checks and stores what it has. The bytes are those of all
 * layers named so far, since servers load one after the other and name the size of each when it begins.
 */
const ModelDownloadProgress = z.object({
  type: z.literal('progress'),
  stage: z.enum(['starting', 'downloading', 'finishing']),
  completedBytes: z.number(),
  totalBytes: z.number(),
});
export type ModelDownloadProgress = z.infer<typeof ModelDownloadProgress>;

/** Messages from the worker to a page during a download. The last is the end. */
export const ModelDownloadMessage = z.union([ModelDownloadProgress, ModelDownloadEnd]);
export type ModelDownloadMessage = z.infer<typeof ModelDownloadMessage>;
