import { openRun, type ThreadState } from '../../contracts/index.ts';
import { contextTokens } from './fit-context.ts';
import { modelMessages } from './model-context.ts';

/** The share of a model's window that a request may fill. The rest is for the answer and for estimation errors. */
const SHARE_OF_WINDOW = 0.9;
/**
 * Limits for resending a conversation that the server rejected as too long: a share of its size, and a share of the
 * window if that is known, possibly only from this refusal.
 */
const AFTER_REFUSAL = { shareOfWindow: 0.88, share: 0.7, shareIfWindowIsUnknown: 0.6 };

/**
 * Returns how many tokens of conversation the next request may contain. Null if there is no limit. `contextWindow` is
 * null if unknown. `overhead` is the size of the rest of the request. If a server rejected a step of this run as too
 * long, the limit applies to the whole run.
 */
export function contextBudget(state: ThreadState, contextWindow: number | null, overhead: number): number | null {
  const refusedSize = refusedTokens(state);
  if (contextWindow === null)
    return refusedSize === null ? null : Math.floor(refusedSize * AFTER_REFUSAL.shareIfWindowIsUnknown);
  const budget =
    refusedSize === null
      ? contextWindow * SHARE_OF_WINDOW - overhead
      : Math.min(contextWindow * AFTER_REFUSAL.shareOfWindow - overhead, refusedSize * AFTER_REFUSAL.share);
  return Math.max(0, Math.floor(budget));
}

/**
 * Returns the tokens of the conversation that was too long: everything before the first refused step, with the pages as
 * they were selected then.
 */
function refusedTokens(state: ThreadState): number | null {
  const run = openRun(state);
  const index = run?.steps.findIndex((step) => step.resets.includes('context-length')) ?? -1;
  if (!run || index < 0) return null;
  const before = { ...run, steps: run.steps.slice(0, index) };
  const now = contextTokens(modelMessages({ ...state, messages: [...state.messages.slice(0, -1), before] }));
  const changes = run.contexts.map((part) =>
    part.state === 'available' && part.refusedTokens !== null ? part.refusedTokens - part.context.tokens : 0,
  );
  return changes.reduce((sum, change) => sum + change, now);
}

/** The share of the room left by the history and the answer that pages may use. */
const SHARE_OF_PAGES = 0.4;
/**
 * The window to assume, in tokens, if it is unknown. Local servers often have 8,192 or less, hosted ones rarely less
 * than 32,000.
 */
const UNKNOWN_WINDOW = { local: 6_000, hosted: 16_000 };
/** If the window is unknown, a follow-up question may add at least this share of the page text that was omitted. */
const SHARE_OF_FOLLOW_UP = 0.25;
/** The room for an answer without a set limit: this share of the window, up to `maxTokens`. */
const ANSWER = { share: 0.25, maxTokens: 4_000 };
/** Tokens for the system prompt, the question, tools and delimiters of pages. */
const OVERHEAD_TOKENS = 600;
/**
 * The minimum for pages despite a long history, which is then shortened: this many tokens, or this share of a smaller
 * window.
 */
const MIN_PAGES = { tokens: 500, share: 0.4 };

type PageBudgetOptions = {
  contextWindow: number | null;
  maxOutputTokens: number | null;
  isLocal: boolean;
  /** The user's limit, in tokens. */
  maxTokens: number;
  /** Tokens of the same pages that are already in the conversation. */
  carriedTokens: number;
  /** The size of the conversation without pages that may be omitted, in tokens. */
  historyTokens: number;
};

/** Returns how many tokens of page text may be sent with the latest question. */
export function pageBudget(options: PageBudgetOptions): number {
  const { contextWindow, maxOutputTokens, isLocal, maxTokens, carriedTokens, historyTokens } = options;
  if (contextWindow === null) {
    const usual = isLocal ? UNKNOWN_WINDOW.local : UNKNOWN_WINDOW.hosted;
    return Math.min(maxTokens, Math.max(usual * SHARE_OF_FOLLOW_UP, usual - carriedTokens));
  }
  const answer = Math.min(maxOutputTokens ?? ANSWER.maxTokens, contextWindow * ANSWER.share);
  const room = (contextWindow - OVERHEAD_TOKENS - answer - historyTokens) * SHARE_OF_PAGES;
  const minimum = Math.min(MIN_PAGES.tokens, contextWindow * MIN_PAGES.share);
  return Math.floor(Math.min(maxTokens, Math.max(minimum, room)));
}

/**
 * Returns how many tokens of page text may be sent with a question that the server rejected as too long: the remaining
 * room, but at least a quarter of the whole room.
 */
export function refusedPageTokens(room: number, withoutPages: number): number {
  return Math.max(room - withoutPages, room / 4);
}

/**
 * Divides a budget among `tokenNeeds`, in the same order. If an entry needs less than an equal share, the others get
 * the rest.
 */
export function shareBudget(total: number, tokenNeeds: readonly number[]): number[] {
  const shares = tokenNeeds.map(() => 0);
  let remaining = total;
  let waiting = tokenNeeds.length;
  const byNeed = tokenNeeds.map((tokens, index) => ({ tokens, index })).sort((a, b) => a.tokens - b.tokens);
  for (const { tokens, index } of byNeed) {
    const share = Math.min(tokens, remaining / waiting);
    shares[index] = share;
    remaining -= share;
    waiting -= 1;
  }
  return shares;
}
