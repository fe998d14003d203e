import { openRun, type ThreadState } from '../../contracts/index.ts';
import { contextSize } from './fit-context.ts';
import { modelMessages } from './model-context.ts';

/** Page text and questions have at least about three characters per token. */
export const CHARACTERS_PER_TOKEN = 3;
/** Share of a model's window that a request may fill by this estimate; the rest is for the answer. */
const SHARE_OF_WINDOW = 0.9;
/** Share of a conversation that the server found too long that may be sent again. */
const SHARE_OF_REFUSED = 0.6;

/**
 * How many characters of conversation the next request may have, or null for no limit. `contextWindow` is in tokens, null if
 * unknown; `overhead` is the size of the rest of the request in characters. If a server found a step of this run too long, that
 * limits the whole run.
 */
export function contextBudget(state: ThreadState, contextWindow: number | null, overhead: number): number | null {
  const room = contextWindow === null ? Infinity : contextWindow * CHARACTERS_PER_TOKEN * SHARE_OF_WINDOW - overhead;
  const refused = refusedSize(state);
  // The refused conversation had been fitted into the assumed window, so the window is smaller than assumed.
  const budget = refused === null ? room : Math.min(room, refused) * SHARE_OF_REFUSED;
  return Number.isFinite(budget) ? Math.max(0, Math.floor(budget)) : null;
}

/**
 * Size of the conversation that was too long: everything before the first step that was refused, with the pages as selected then.
 */
function refusedSize(state: ThreadState): number | null {
  const run = openRun(state);
  const index = run?.steps.findIndex((step) => step.resets.includes('context-length')) ?? -1;
  if (!run || index < 0) return null;
  const before = { ...run, steps: run.steps.slice(0, index) };
  const now = contextSize(modelMessages({ ...state, messages: [...state.messages.slice(0, -1), before] }));
  const changes = run.contexts.map((part) =>
    part.state === 'available' && part.refusedLength !== null ? part.refusedLength - part.context.text.length : 0,
  );
  return changes.reduce((sum, change) => sum + change, now);
}

/** Share for pages of the room that history and answer leave. */
const SHARE_OF_PAGES = 0.4;
/** Assumed window in tokens if it is unknown: local servers often have 8,192 or less, hosted ones rarely less than 32,000. */
const UNKNOWN_WINDOW = { local: 6_000, hosted: 16_000 };
/** If the window is unknown, a follow-up question may add at least this share of the page text that was left out. */
const SHARE_OF_FOLLOW_UP = 0.25;
/** Room for an answer without a set limit: this share of the window, up to `maxTokens`. */
const ANSWER = { share: 0.25, maxTokens: 4_000 };
/** Tokens for the system prompt, the question, tools and delimiters of pages. */
const OVERHEAD_TOKENS = 600;
/** Minimum for pages beside a long history, which is then shortened: so many tokens, or this share of a smaller window. */
const MIN_PAGES = { tokens: 500, share: 0.4 };

type PageBudgetOptions = {
  contextWindow: number | null;
  maxOutputTokens: number | null;
  isLocal: boolean;
  /** The user's limit, in tokens. */
  maxTokens: number;
  /** Tokens of the same pages that are in the conversation already. */
  carriedTokens: number;
  /** Size of the conversation without pages that may be left out, in tokens. */
  historyTokens: number;
};

/** How many tokens of page text may go with the latest question. */
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
 * How many characters of page text may go with a question that the server found too long: the room that everything else leaves,
 * and at least a quarter of all the room.
 */
export function refusedPageSize(room: number, withoutPages: number): number {
  return Math.max(room - withoutPages, room / 4);
}

/**
 * Divides a budget among `wanted`, in the same order. An entry that needs less than an equal share leaves the rest to the others.
 */
export function shareBudget(total: number, wanted: readonly number[]): number[] {
  const shares = wanted.map(() => 0);
  let left = total;
  let waiting = wanted.length;
  const byNeed = wanted.map((tokens, index) => ({ tokens, index })).sort((a, b) => a.tokens - b.tokens);
  for (const { tokens, index } of byNeed) {
    const share = Math.min(tokens, left / waiting);
    shares[index] = share;
    left -= share;
    waiting -= 1;
  }
  return shares;
}
