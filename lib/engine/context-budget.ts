import type { ThreadState } from '../protocol/thread.ts';
import { openRun } from '../protocol/thread.ts';
import { contextSize } from './fit-context.ts';
import { modelMessages } from './model-context.ts';

/** A token is at least about three characters of what a page and its reader write. */
const CHARACTERS_PER_TOKEN = 3;
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

/** The size of the conversation that was too long: all that stood before the first step it happened to. */
function refusedSize(state: ThreadState): number | null {
  const run = openRun(state);
  const index = run?.steps.findIndex((step) => step.resets.includes('context-length')) ?? -1;
  if (!run || index < 0) return null;
  const before = { ...run, steps: run.steps.slice(0, index) };
  return contextSize(modelMessages({ ...state, messages: [...state.messages.slice(0, -1), before] }));
}

/** What of the room that history and answer leave a page may take. */
const SHARE_OF_PAGE = 0.4;
/** Where the window is not known, in tokens: local servers often have 8,192 or less, hosted ones rarely less than 32,000. */
const UNKNOWN_WINDOW = { local: 6_000, hosted: 16_000 };
/** What an answer needs where no limit is set: this share of the window, up to so many tokens. */
const ANSWER = { share: 0.25, maxTokens: 4_000 };
/** System prompt, question and what frames a page, in tokens. */
const OVERHEAD_TOKENS = 400;
/** Even beside a long history a page gets this much, in tokens: the history is shortened then. */
const MIN_PAGE_TOKENS = 500;

type PageBudgetOptions = {
  contextWindow: number | null;
  maxOutputTokens: number | null;
  isLocal: boolean;
  /** What the user allows, in tokens. */
  maxTokens: number;
};

/** How many tokens of page text may go with the question that was asked last. */
export function pageBudget(state: ThreadState, options: PageBudgetOptions): number {
  const { contextWindow, maxOutputTokens, isLocal, maxTokens } = options;
  if (contextWindow === null) return Math.min(maxTokens, isLocal ? UNKNOWN_WINDOW.local : UNKNOWN_WINDOW.hosted);
  const answer = Math.min(maxOutputTokens ?? ANSWER.maxTokens, contextWindow * ANSWER.share);
  const history = contextSize(modelMessages(state)) / CHARACTERS_PER_TOKEN;
  const room = (contextWindow - OVERHEAD_TOKENS - answer - history) * SHARE_OF_PAGE;
  return Math.min(maxTokens, Math.max(MIN_PAGE_TOKENS, Math.floor(room)));
}
