import * as z from 'zod';
import type { MessageKey, ValuesOf } from '../i18n/index.ts';
import { ChatRule } from './chat-rule.ts';
import { FormProposal } from './page-forms.ts';
import { Secret } from './secret.ts';

/** Browser permissions that are requested when a tool first needs them, by their names in the manifest. */
export const BrowserPermission = z.enum(['bookmarks', 'history']);
export type BrowserPermission = z.infer<typeof BrowserPermission>;

/** A tool's current description by its source, and the one that the user allowed. */
export const DefinitionChange = z.object({ before: z.string(), after: z.string() });
export type DefinitionChange = z.infer<typeof DefinitionChange>;

/**
 * A page to open in a browser tab, with the user's cookies and its scripts, and why: it only shows its text if its
 * `scripts` run, or requires a `login`.
 */
export const TabOpening = z.object({ url: z.string(), cause: z.enum(['scripts', 'login']) });
export type TabOpening = z.infer<typeof TabOpening>;

/**
 * What the user approves before a call may have effects: this tool, with exactly these arguments, while the tab shows
 * this site. It is valid once, for a short time.
 */
export const ApprovalDetails = z.object({
  /** Random. An approval must contain it, which shows that the request was displayed. */
  confirmId: z.string(),
  toolName: z.string(),
  /** The arguments that will be used, as JSON. */
  arguments: z.string(),
  /** Whether the model wrote the arguments in a form that had to be repaired. Shown to the user. */
  repaired: z.literal(true).optional(),
  /** Set if the tool's description has changed since it was allowed. The user sees and allows the change too. */
  change: DefinitionChange.optional(),
  /** The address that the call sends to or opens. Null if the tool does not name one. */
  destination: z.string().nullable(),
  /** The site that the run's tab showed, or null without one. */
  origin: z.string().nullable(),
  /** The sites whose text may have influenced this call. */
  sources: z.array(z.string()),
  /** What the call opens in a tab, at `destination`. */
  tab: TabOpening.optional(),
  /** The form that the call fills in, whose values the user can change. */
  form: FormProposal.optional(),
  /** A rule that the user may allow for the rest of the chat instead, if a rule can cover calls like this. */
  rule: ChatRule.optional(),
  /** Milliseconds since 1970. */
  askedAt: z.number(),
  expiresAt: z.number(),
});
export type ApprovalDetails = z.infer<typeof ApprovalDetails>;

/**
 * A tool's text for the user, as data: a key of the message catalogue and its values. It is stored in the log and
 * translated by a component. It is created by `label`, which checks the values of each key.
 */
export const Label = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Label = z.infer<typeof Label>;

export function label<K extends MessageKey>(key: K, ...[values]: ValuesOf<K>): Label {
  return values === undefined ? { key } : { key, values };
}

/** A picture for models with vision. `data` is base64. */
export const ToolImage = z.object({
  mediaType: z.enum(['image/jpeg', 'image/png', 'image/webp']),
  data: z.string(),
  width: z.number(),
  height: z.number(),
});
export type ToolImage = z.infer<typeof ToolImage>;

/** Set if the content of a result is a file. `title` describes it, and the panel derives the file name from it. */
export const OutputFile = z.object({ title: z.string(), type: z.enum(['csv', 'md', 'txt']) });
export type OutputFile = z.infer<typeof OutputFile>;

const FollowUp = z.object({ toolName: z.string(), input: z.unknown() });

/**
 * The result of a tool. `content` is sent to the model, `details` only to the panel. `followUp` names a read-only call
 * that obviously comes next and runs without asking the model, `followUps` several that run in parallel. `returnDirect`
 * makes `content` the answer of the run. `file`: `content` is exactly what the user asked for, and can be saved.
 * `images` are only sent to the model in the run that took them.
 */
export const ToolOutput = z.object({
  content: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  followUp: FollowUp.optional(),
  followUps: z.array(FollowUp).optional(),
  returnDirect: z.boolean().optional(),
  file: OutputFile.optional(),
  images: z.array(ToolImage).optional(),
  /** Secrets in the whole text that was read, of which `content` may only contain a part. */
  secrets: z.array(Secret).optional(),
  /** Set if only a local model may get it, see `withoutLocalPages`. */
  localOnly: z.literal(true).optional(),
});
export type ToolOutput = z.infer<typeof ToolOutput>;

/**
 * The progress of a running tool. `progress` and `total` are in a unit chosen by the tool. `label` says what it is
 * doing. `message` is text from another program, shown unchanged, like the sentences in logs of older versions.
 */
export const ToolProgress = z.object({
  label: Label.optional(),
  message: z.string().optional(),
  progress: z.number().optional(),
  total: z.number().optional(),
});
export type ToolProgress = z.infer<typeof ToolProgress>;

/** Why approval is needed. Logs of older versions contain the sentence. */
const Reason = z.union([Label, z.string()]);

/** The approval that a call needs before it may run. */
export const ApprovalRequest = z.discriminatedUnion('type', [
  /** The page may not be read yet. */
  z.object({
    type: z.literal('page-access'),
    tabId: z.number(),
    reason: Reason,
    /** The site, if the browser reveals it. The browser then allows reading it. */
    origin: z.string().optional(),
    /** The address of a document on another site. The approval is for this document only, once. */
    document: z.string().optional(),
    /**
     * The site of a document that the browser shows in its own viewer. Approving asks the browser for access to the
     * site.
     */
    viewer: z.string().optional(),
  }),
  /** The browser does not let Sidenote read what the call needs. Approving asks the browser for permission. */
  z.object({ type: z.literal('browser-permission'), permission: BrowserPermission, reason: Reason }),
  /** The call has effects outside the conversation, or sends data. Logs of older versions have no `confirm`. */
  z.object({ type: z.literal('effect'), reason: Reason, confirm: ApprovalDetails.optional() }),
]);
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

/**
 * Returns the details that a request shows about a call with effects. Undefined for other requests, and in logs of
 * older versions.
 */
export function effectDetails(request: ApprovalRequest | undefined): ApprovalDetails | undefined {
  return request?.type === 'effect' ? request.confirm : undefined;
}
