import * as z from 'zod';
import type { MessageKey, ValuesOf } from '../i18n/index.ts';
import { ChatRule } from './chat-rule.ts';
import { FormProposal } from './page-forms.ts';
import { Secret } from './secret.ts';

/** Permissions of the browser that are asked for when a tool needs them first, by their names in the manifest. */
export const BrowserPermission = z.enum(['bookmarks', 'history']);
export type BrowserPermission = z.infer<typeof BrowserPermission>;

/** A tool as its source describes it now, and as it did when the user allowed it. */
export const DefinitionChange = z.object({ before: z.string(), after: z.string() });
export type DefinitionChange = z.infer<typeof DefinitionChange>;

/**
 * A page to open in a tab of the browser, where the user's cookies go along and its scripts run, and why: it shows its text only if
 * its `scripts` run, or wants a `login`.
 */
export const TabOpening = z.object({ url: z.string(), cause: z.enum(['scripts', 'login']) });
export type TabOpening = z.infer<typeof TabOpening>;

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
  /** The address the call sends to or opens, or null if the tool names none. */
  destination: z.string().nullable(),
  /** The site that the run's tab showed, or null without one. */
  origin: z.string().nullable(),
  /** The sites whose text may have influenced this call. */
  sources: z.array(z.string()),
  /** What the call opens in a tab, at `destination`. */
  tab: TabOpening.optional(),
  /** The form that the call fills in, whose values the user can change. */
  form: FormProposal.optional(),
  /** What the user may allow for the rest of the chat instead, if such a rule can cover calls like this. */
  rule: ChatRule.optional(),
  /** Milliseconds since 1970. */
  askedAt: z.number(),
  expiresAt: z.number(),
});
export type ApprovalDetails = z.infer<typeof ApprovalDetails>;

/**
 * Text of a tool for the user, as data: a key of the catalogue and its values. It is stored in the log and translated by a
 * component. Created by `label`, which checks the values of each key.
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

/** The file that the content of a result is. `title` names it, in words; the panel makes a file name of it. */
export const OutputFile = z.object({ title: z.string(), type: z.enum(['csv', 'md', 'txt']) });
export type OutputFile = z.infer<typeof OutputFile>;

const FollowUp = z.object({ toolName: z.string(), input: z.unknown() });

/**
 * What a tool gives: `content` goes to the model, `details` only to the panel. `followUp` names the read-only call that
 * obviously comes next, which then runs without asking the model, `followUps` several that run side by side; `returnDirect`
 * makes `content` the answer of the run. `file`: `content` is what the user asked for, exactly, and can be saved.
 * `images` reach the model only in the run that took them.
 */
export const ToolOutput = z.object({
  content: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  followUp: FollowUp.optional(),
  followUps: z.array(FollowUp).optional(),
  returnDirect: z.boolean().optional(),
  file: OutputFile.optional(),
  images: z.array(ToolImage).optional(),
  /** Secrets that the whole of what was read shows, of which `content` may have a part only. */
  secrets: z.array(Secret).optional(),
});
export type ToolOutput = z.infer<typeof ToolOutput>;

/**
 * Progress of a running tool; `progress` and `total` are in a unit of the tool's choice. `label` says what it does; `message` is
 * text of another program, shown unchanged, as are the sentences in logs of older versions.
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
    /** The site, if the browser reveals it, in which case it allows reading. */
    origin: z.string().optional(),
    /** The address of a document on another site; the approval is for this document only, once. */
    document: z.string().optional(),
    /** The site of a document that the browser shows in a viewer of its own; approving asks the browser for the site. */
    viewer: z.string().optional(),
  }),
  /** The browser does not let Sidenote read what the call is about; approving asks the browser. */
  z.object({ type: z.literal('browser-permission'), permission: BrowserPermission, reason: Reason }),
  /** The call has effects outside the conversation, or sends data. Logs of older versions have no `confirm`. */
  z.object({ type: z.literal('effect'), reason: Reason, confirm: ApprovalDetails.optional() }),
]);
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

/** What a request shows of a call with effects; undefined for other requests, and in logs of older versions. */
export function effectDetails(request: ApprovalRequest | undefined): ApprovalDetails | undefined {
  return request?.type === 'effect' ? request.confirm : undefined;
}
