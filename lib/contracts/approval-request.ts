import * as z from 'zod';

/** A tool as its source describes it now, and as it did when the user allowed it. */
export const DefinitionChange = z.object({ before: z.string(), after: z.string() });
export type DefinitionChange = z.infer<typeof DefinitionChange>;

/**
 * What the user sees and allows before a call may act: this tool, with exactly these arguments, while the tab shows this
 * site. Good once, and for a short time.
 */
export const ApprovalDetails = z.object({
  /** Random. Anyone who answers has to have seen the question. */
  confirmId: z.string(),
  toolName: z.string(),
  /** The arguments as they will be used, as JSON. */
  arguments: z.string(),
  /** The model wrote the arguments in a form that had to be repaired, which the user is told. */
  repaired: z.literal(true).optional(),
  /** The tool is described otherwise than when it was allowed, which the user sees and allows too. */
  change: DefinitionChange.optional(),
  /** The address the call sends to or opens, or null where the tool names none. */
  destination: z.string().nullable(),
  /** The site that the run's tab showed, or null without one. */
  origin: z.string().nullable(),
  /** The sites whose text this answer may have been written under the influence of. */
  sources: z.array(z.string()),
  /** Milliseconds since 1970. */
  askedAt: z.number(),
  expiresAt: z.number(),
});
export type ApprovalDetails = z.infer<typeof ApprovalDetails>;
