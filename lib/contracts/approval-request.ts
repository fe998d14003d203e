import * as z from 'zod';
import { ChatRule } from './chat-rule.ts';

/** Permissions of the browser that are asked for when a tool needs them first, by their names in the manifest. */
export const BrowserPermission = z.enum(['bookmarks', 'history']);
export type BrowserPermission = z.infer<typeof BrowserPermission>;

/** A tool as its source describes it now, and as it did when the user allowed it. */
export const DefinitionChange = z.object({ before: z.string(), after: z.string() });
export type DefinitionChange = z.infer<typeof DefinitionChange>;

/**
 * What the user approves before a call may act: this tool, with exactly these arguments, while the tab shows this site. Valid
 * once, for a short time.
 */
export const ApprovalDetails = z.object({
  /** Random. An approval must contain it, which shows that the request was displayed. */
  confirmId: z.string(),
  toolName: z.string(),
  /** The arguments as they will be used, as JSON. */
  arguments: z.string(),
  /** Whether the model wrote the arguments in a form that had to be repaired; shown to the user. */
  repaired: z.literal(true).optional(),
  /** The tool is described otherwise than when it was allowed, which the user sees and allows too. */
  change: DefinitionChange.optional(),
  /** The address the call sends to or opens, or null where the tool names none. */
  destination: z.string().nullable(),
  /** The site that the run's tab showed, or null without one. */
  origin: z.string().nullable(),
  /** The sites whose text may have influenced this call. */
  sources: z.array(z.string()),
  /** What the user may allow for the rest of the chat instead, where such a rule can cover calls like this. */
  rule: ChatRule.optional(),
  /** Milliseconds since 1970. */
  askedAt: z.number(),
  expiresAt: z.number(),
});
export type ApprovalDetails = z.infer<typeof ApprovalDetails>;
