import * as z from 'zod';
import type { PageAccess } from './page.ts';
import { PageErrorCode } from './tool-failure.ts';

/**
 * When a page is put before the model: `page-first`: read and sent with the question; `on-demand`: only read when the model
 * calls a tool; `never`: neither read nor offered to tools.
 */
export const PageContextMode = z.enum(['page-first', 'on-demand', 'never']);
export type PageContextMode = z.infer<typeof PageContextMode>;

/** What the user has set for one site: sent with the question, asked for each time, or never sent. */
export const SitePolicy = z.enum(['send', 'ask', 'never']);
export type SitePolicy = z.infer<typeof SitePolicy>;

/** What a run does about pages, fixed when it starts so that a restarted worker decides the same. */
export const ContextPolicy = z.object({
  mode: PageContextMode,
  /** The most tokens of page text sent with one question. */
  maxTokens: z.number(),
  /** Sites (scheme and host) that need the user's approval before their text is sent. */
  askSites: z.array(z.string()).optional(),
  /** Sites whose text is not sent. */
  neverSites: z.array(z.string()).optional(),
});
export type ContextPolicy = z.infer<typeof ContextPolicy>;

export const DEFAULT_CONTEXT_TOKENS = 24_000;

/** What the user has set for pages, with the policies of all sites by scheme and host. */
export type ContextSettings = {
  mode: PageContextMode;
  maxTokens: number;
  sites: Readonly<Record<string, SitePolicy>>;
};

/** The policy of a run about pages of these sites. It names no other site: chats are exported, and the list is private. */
export function contextPolicyOf(
  { mode, maxTokens, sites }: ContextSettings,
  sitesOfRun: readonly (string | null)[],
): ContextPolicy {
  const withPolicy = (policy: SitePolicy) =>
    [...new Set(sitesOfRun.filter((site) => site !== null && sites[site] === policy))] as string[];
  return { mode, maxTokens, askSites: withPolicy('ask'), neverSites: withPolicy('never') };
}

/** Blocks from `from` up to, not including, `to`, counted over the passages that the page was divided into. */
export const PassageRange = z.object({ from: z.number(), to: z.number() });
export type PassageRange = z.infer<typeof PassageRange>;

/**
 * What part of a page was sent: `all` of the main content; the passages `relevant` to the question; `coverage`: the
 * beginning of every section; `unchanged`: nothing, since an earlier question already carries what this one needs.
 */
export const ContextSelection = z.enum(['all', 'relevant', 'coverage', 'unchanged']);
export type ContextSelection = z.infer<typeof ContextSelection>;

/** What a run put before the model by itself. `text` is what was read, before masking; `title` and `url` are the page's words. */
export const PageContext = z.object({
  source: z.object({ tabId: z.number(), url: z.string(), title: z.string(), snapshot: z.string() }),
  kind: z.enum(['page', 'pdf', 'transcript']),
  selection: ContextSelection,
  /** Sent this time, and how many passages there are. */
  ranges: z.array(PassageRange),
  passageCount: z.number(),
  /** Where `read_page`, `read_tab` or `read_transcript` reads on, or null where nothing is left out. */
  cursor: z.string().nullable(),
  /** Estimated, of `text`, and of all that could be sent. */
  tokens: z.number(),
  totalTokens: z.number(),
  /** The page has changed since an earlier question of this chat. */
  hasChanged: z.boolean(),
  /** Contexts of earlier questions that hold more of this unchanged page and stand before the model as well, by their ids. */
  earlier: z.array(z.string()),
  text: z.string(),
});
export type PageContext = z.infer<typeof PageContext>;

/** Why the user is asked before a page is sent. */
export const ContextQuestion = z.object({
  /**
   * `no-access`: the browser does not let us read it yet; `moved`: the tab shows another site than when the question was
   * asked; `site-asks`: the user chose so for the site; `sensitive-fields`: it has a password or payment field and the
   * model is hosted.
   */
  reason: z.enum(['no-access', 'moved', 'site-asks', 'sensitive-fields']),
  /** The site, where the browser tells it. */
  origin: z.string().nullable(),
});
export type ContextQuestion = z.infer<typeof ContextQuestion>;

/** Why a page was not sent, beside the errors of reading it. */
export const ContextErrorCode = z.enum([...PageErrorCode.options, 'empty', 'timed-out', 'failed']);
export type ContextErrorCode = z.infer<typeof ContextErrorCode>;

/** A page that goes with a question, as the user sees it. */
export type ContextPart = { contextId: string; tabId: number } & (
  | { state: 'reading' }
  | { state: 'approval-requested'; question: ContextQuestion }
  /** The user allowed it; `origin` is the site that may be read since. */
  | { state: 'approved'; origin: string | null }
  /** `refusedLength`: of the text that was sent first and that the server found too long, in characters; null: of none. */
  | {
      state: 'available';
      context: PageContext;
      ms: number;
      approvedOrigin: string | null;
      refusedLength: number | null;
    }
  | { state: 'skipped' }
  | { state: 'error'; code: ContextErrorCode; ms: number }
);

/** Whether nothing more happens to this part before the model is asked. */
export function isContextSettled({ state }: ContextPart): boolean {
  return state === 'available' || state === 'skipped' || state === 'error';
}

/** Identifies the context of one tab in one run; the same after a restart. */
export function contextIdOf(runId: string, tabId: number): string {
  return `${runId}:tab:${tabId}`;
}

/** A context of an earlier question that the model still has before it. */
export type CarriedContext = { contextId: string; context: PageContext };

/** What to read, and for which question. `earlier`: what the conversation already carries, oldest first. */
export type ContextRequest = {
  page: PageAccess;
  tabId: number;
  /** The page the user is looking at, rather than one in a tab that was added. */
  isOpenPage: boolean;
  question: string;
  earlier: readonly CarriedContext[];
  /** The text says how to read on with a tool. */
  canReadOn: boolean;
};

/** A page that was read. `wantedTokens`: what all of it that was not sent yet takes, estimated. */
export type ContextReading = { wantedTokens: number; select(maxTokens: number): PageContext };

/** Reads a tab, for a question; null where the page shows no text. Rejects with PageError. */
export type ReadContext = (request: ContextRequest, signal: AbortSignal) => Promise<ContextReading | null>;
