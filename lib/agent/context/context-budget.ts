import { openRun, type ThreadState } from '../../contracts/index.ts';
import { contextSize } from './fit-context.ts';
import { modelMessages } from './model-context.ts';

/** A token is at least about three characters of what a page and its reader write. */
export const CHARACTERS_PER_TOKEN = 3;
/** What of a model's window a request may fill by this estimate; the rest is for the answer. */
const SHARE_OF_WINDOW = 0.9;
/** What may be sent of what the server has found too long. */
const SHARE_OF_REFUSED = 0.6;

/**
 * How many characters of conversation the next request may carry, or null for any number. `contextWindow` is in tokens,
 * null where it is not known; `overhead` is what the request carries besides, in characters. A server that found a step of
 * this run too long has set a bound for all of it.
 */
export function contextBudget(state: ThreadState, contextWindow: number | null, overhead: number): number | null {
  const room = contextWindow === null ? Infinity : contextWindow * CHARACTERS_PER_TOKEN * SHARE_OF_WINDOW - overhead;
  const refused = refusedSize(state);
  // What was refused had been fitted into the window as it was believed to be.
  const budget = refused === null ? room : Math.min(room, refused) * SHARE_OF_REFUSED;
  return Number.isFinite(budget) ? Math.max(0, Math.floor(budget)) : null;
}

/**
 * The size of the conversation that was too long: all that stood before the first step it happened to, with the pages as
 * they were chosen then.
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

/** What of the room that history and answer leave the pages may take. */
const SHARE_OF_PAGES = 0.4;
/** Where the window is not known, in tokens: local servers often have 8,192 or less, hosted ones rarely less than 32,000. */
const UNKNOWN_WINDOW = { local: 6_000, hosted: 16_000 };
/** Where the window is not known, what a follow-up question may bring at least of what was left out: this share of that. */
const SHARE_OF_FOLLOW_UP = 0.25;
/** What an answer needs where no limit is set: this share of the window, up to so many tokens. */
const ANSWER = { share: 0.25, maxTokens: 4_000 };
/** System prompt, question, tools and what frames a page, in tokens. */
const OVERHEAD_TOKENS = 600;
/** Even beside a long history pages get so many tokens, or this share of a smaller window: the history is shortened then. */
const MIN_PAGES = { tokens: 500, share: 0.4 };

type PageBudgetOptions = {
  contextWindow: number | null;
  maxOutputTokens: number | null;
  isLocal: boolean;
  /** What the user allows, in tokens. */
  maxTokens: number;
  /** Tokens of the same pages that stand before the model already. */
  carriedTokens: number;
  /** The conversation without pages that may be left out of it, in tokens. */
  historyTokens: number;
};

/** How many tokens of page text may go with the question that was asked last. */
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
 * How many characters of page text may go with a question that the server found too long: what is left of the room for
 * the conversation once everything but pages is in it, and at least a quarter of that room.
 */
export function refusedPageSize(room: number, withoutPages: number): number {
  return Math.max(room - withoutPages, room / 4);
}

/** Divides a budget so that what takes less than an equal share leaves the rest to the others, in the order of `wanted`. */
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
