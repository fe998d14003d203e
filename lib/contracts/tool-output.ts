import * as z from 'zod';
import { ApprovalDetails } from './approval-request.ts';
import { Label } from './label.ts';

/** A picture for models that see. `data` is base64. */
export const ToolImage = z.object({
  mediaType: z.enum(['image/jpeg', 'image/png', 'image/webp']),
  data: z.string(),
  width: z.number(),
  height: z.number(),
});
export type ToolImage = z.infer<typeof ToolImage>;

/**
 * What a tool gives: `content` goes to the model, `details` only to the panel. `followUp` names the read-only call that
 * obviously comes next, which then runs without asking the model; `returnDirect` makes `content` the answer of the run.
 * `images` reach the model only in the run that took them.
 */
export const ToolOutput = z.object({
  content: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  followUp: z.object({ toolName: z.string(), input: z.unknown() }).optional(),
  returnDirect: z.boolean().optional(),
  images: z.array(ToolImage).optional(),
});
export type ToolOutput = z.infer<typeof ToolOutput>;

/**
 * A sign of life from a running tool; `progress` and `total` share a unit of the tool's choosing. `label` says what it does;
 * `message` is what another program says, shown as it is, as are the sentences in logs of older versions.
 */
export const ToolProgress = z.object({
  label: Label.optional(),
  message: z.string().optional(),
  progress: z.number().optional(),
  total: z.number().optional(),
});
export type ToolProgress = z.infer<typeof ToolProgress>;

/** Why the user is asked. Logs of older versions hold the sentence. */
const Reason = z.union([Label, z.string()]);

/** What the user is asked before a call may run. */
export const ApprovalRequest = z.discriminatedUnion('type', [
  /** The page may not be read yet. */
  z.object({
    type: z.literal('page-access'),
    tabId: z.number(),
    reason: Reason,
    /** The site, where the browser tells it: it may be read as far as the browser is concerned. */
    origin: z.string().optional(),
    /** The address of a document on another site, which alone is asked for, once. */
    document: z.string().optional(),
  }),
  /** The call changes something outside the conversation, or tells somebody something. Logs of older versions have no `confirm`. */
  z.object({ type: z.literal('effect'), reason: Reason, confirm: ApprovalDetails.optional() }),
]);
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;
