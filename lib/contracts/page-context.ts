import * as z from 'zod';
import { isJsonObject } from './encoding.ts';
import type { PageAccess } from './page.ts';
import type { KnownForm } from './page-forms.ts';
import { Secret } from './secret.ts';
import type { SitePolicy } from './site-policy.ts';
import { PageErrorCode } from './tool-failure.ts';

/**
 * When a page is sent to the model. `page-first`: read and sent with the question. `on-demand`: only read when the
 * model calls a tool. `never`: neither read nor offered to tools.
 */
export const PageContextMode = z.enum(['page-first', 'on-demand', 'never']);
export type PageContextMode = z.infer<typeof PageContextMode>;

/** The policy of a run for pages. It is fixed when the run starts, so that a restarted worker decides the same. */
export const ContextPolicy = z.object({
  mode: PageContextMode,
  /** The maximum number of tokens of page text sent with one question. */
  maxTokens: z.number(),
  /** Sites (scheme and host) that need the user's approval before their text is sent. */
  askSites: z.array(z.string()).optional(),
  /** Sites whose text is not sent. */
  neverSites: z.array(z.string()).optional(),
});
export type ContextPolicy = z.infer<typeof ContextPolicy>;

/** The user's limit for the pages sent with a question, in tokens. */
export const ContextTokens = z.number().int().min(500).max(1_000_000);
export const DEFAULT_CONTEXT_TOKENS = 24_000;

/** The user's settings for pages, with the policies of all sites by scheme and host. */
export type ContextSettings = {
  mode: PageContextMode;
  maxTokens: number;
  sites: Readonly<Record<string, SitePolicy>>;
};

/** Passages from `from` to before `to`, by index. */
export const PassageRange = z.object({ from: z.number(), to: z.number() });
export type PassageRange = z.infer<typeof PassageRange>;

/**
 * The part of a page that was sent. `all`: all of the main content. `relevant`: the passages relevant to the question.
 * `coverage`: the beginning of every section. `unchanged`: nothing, because an earlier question already sent what this
 * one needs.
 */
export const ContextSelection = z.enum(['all', 'relevant', 'coverage', 'unchanged']);
export type ContextSelection = z.infer<typeof ContextSelection>;

/**
 * A page that a run added to the conversation. With '' as `url`, it is the files of the chat's project, with the
 * project's name as `title`, or a document. `text` is the text before masking. The `title` and `url` of a page are its
 * untrusted text.
 */
export const PageContext = z.object({
  /**
   * `tabId` is null for files and documents, and -1 for files in logs of older versions. `documentId` is only set for
   * documents.
   */
  source: z.object({
    tabId: z.number().nullable(),
    documentId: z.string().optional(),
    url: z.string(),
    /** The cookie store of the tab, if it is in a container. */
    cookieStore: z.string().optional(),
    title: z.string(),
    snapshot: z.string(),
  }),
  kind: z.enum(['page', 'pdf', 'transcript', 'files', 'document']),
  selection: ContextSelection,
  /** The passages sent with this question, and the number of all passages. */
  ranges: z.array(PassageRange),
  passageCount: z.number(),
  /** Where `read_page`, `read_tab` or `read_transcript` continues. Null if nothing was omitted. */
  cursor: z.string().nullable(),
  /** Estimated tokens of `text`, and of everything that could be sent. */
  tokens: z.number(),
  totalTokens: z.number(),
  /** Whether the page has changed since an earlier question of this chat. */
  hasChanged: z.boolean(),
  /** Whether it was fetched without the tab's session, which may show more or a different document. */
  isWithoutSession: z.boolean().optional(),
  /**
   * Ids of contexts of earlier questions with other parts of this unchanged page, which are also in the conversation.
   */
  earlier: z.array(z.string()),
  text: z.string(),
  /**
   * The beginning of the text that was read but not sent, which answers are checked against. Absent if there is none,
   * or if an earlier context has it.
   */
  unsentText: z.string().optional(),
  /** Secrets on the whole page, of which `text` may only contain a part. */
  secrets: z.array(Secret).optional(),
  /** Set if only a local model may get it, see `withoutLocalPages`. */
  localOnly: z.literal(true).optional(),
  /** The forms of the page, if the question asks for them. */
  forms: z.array(z.custom<KnownForm>(isJsonObject)).optional(),
  /** Whether the page can have registered tools of its own, which were not listed yet. */
  hasTools: z.literal(true).optional(),
  /**
   * The PDF that the text was read from, for a model that accepts files. `data` is base64. `textLength` is the length
   * of the whole text, in characters. Absent if an earlier context has it.
   */
  pdf: z.object({ data: z.string(), pages: z.number(), textLength: z.number() }).optional(),
});
export type PageContext = z.infer<typeof PageContext>;

/** Why approval is needed before a page is sent. */
export const ContextQuestion = z.object({
  /**
   * `no-access`: the browser does not allow reading the page yet. `viewer`: the browser requires a permission for the
   * site, because it shows the document in its own viewer. `moved`: the tab has navigated to another site since the
   * question. `site-asks`: the user's policy for the site. `sensitive-fields`: it has a password or payment field and
   * the model is hosted.
   */
  reason: z.enum(['no-access', 'viewer', 'moved', 'site-asks', 'sensitive-fields']),
  /** The site, if the browser reveals it. */
  origin: z.string().nullable(),
});
export type ContextQuestion = z.infer<typeof ContextQuestion>;

/** Why a page was not sent, in addition to errors of reading it. */
export const ContextErrorCode = z.enum([...PageErrorCode.options, 'empty', 'timed-out', 'failed']);
export type ContextErrorCode = z.infer<typeof ContextErrorCode>;

/** A source of context for a question: the page of an open tab, the files of the chat's project, or a document. */
export type ContextSource =
  | { type: 'tab'; tabId: number }
  | { type: 'project-files' }
  | { type: 'document'; id: string };

/** The context of a question, as shown to the user. */
export type ContextPart = { contextId: string; source: ContextSource } & (
  | { state: 'reading' }
  | { state: 'approval-requested'; question: ContextQuestion }
  /** The user approved it; `origin` is the site that may be read from now on. */
  | { state: 'approved'; origin: string | null }
  /** `refusedTokens` are the tokens of the first selection if the server rejected it as too long, otherwise null. */
  | {
      state: 'available';
      context: PageContext;
      ms: number;
      approvedOrigin: string | null;
      refusedTokens: number | null;
    }
  | { state: 'skipped' }
  | { state: 'error'; code: ContextErrorCode; ms: number }
);

/** Whether this part is final before the model is called. */
export function isContextSettled({ state }: ContextPart): boolean {
  return state === 'available' || state === 'skipped' || state === 'error';
}

/** Returns the id of a context in a run. It is the same after a restart. */
export function buildContextId(runId: string, source: ContextSource): string {
  switch (source.type) {
    case 'tab':
      return `${runId}:tab:${source.tabId}`;
    case 'project-files':
      return `${runId}:files`;
    case 'document':
      return `${runId}:document:${source.id}`;
    default:
      return source satisfies never;
  }
}

/** Whether a context is the page of this tab. */
export function isOfTab({ source }: Pick<ContextPart, 'source'>, tabId: number | null): boolean {
  return source.type === 'tab' && source.tabId === tabId;
}

/** A context of an earlier question that is still in the conversation. */
export type CarriedContext = { contextId: string; context: PageContext };

/**
 * The question for which a source is read. `earlier` are contexts that are already in the conversation, oldest first.
 */
type ForQuestion = { question: string; earlier: readonly CarriedContext[] };

export type TabContextRequest = ForQuestion & {
  type: 'tab';
  /** The tabs as the run may read them. */
  page: PageAccess;
  tabId: number;
  /** Whether it is the active page, rather than one of an added tab. */
  isOpenPage: boolean;
  /** Whether the text should say how to continue with a tool. */
  canReadOn: boolean;
  /** Whether the question asks for the forms of the page. */
  wantsForms: boolean;
  /** Whether a PDF with this text may be sent as a file. */
  maySendFile: (text: string) => boolean;
};

/** A page that was read. `wantedTokens` is the estimated size of everything that has not been sent yet. */
export type ContextReading = { wantedTokens: number; select(maxTokens: number): PageContext };

/** The project of a run's chat, if it has files. */
export const RunProject = z.object({ projectId: z.string(), name: z.string() });
export type RunProject = z.infer<typeof RunProject>;

export type FilesRequest = ForQuestion & { type: 'project-files'; project: RunProject };

export type DocumentRequest = ForQuestion & { type: 'document'; id: string };

/** A source to read for a question. */
export type ContextRequest = TabContextRequest | FilesRequest | DocumentRequest;

/** A document for a question: its text, plain or Markdown, and its title. Both are untrusted. */
export type ContextDocument = { title: string; text: string };
