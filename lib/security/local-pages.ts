import type { AssistantMessage, ContextPart, PageAccess, Step, ThreadState } from '../contracts/index.ts';
import { memoize } from '../control-flow/index.ts';
import { hasSensitiveFields } from './sensitive-pages.ts';

/**
 * Whether a page that was read for a local model, without asking about its fields, may not go to a hosted model that
 * answers later in the chat. Also true if its fields cannot be
 * determined in time.
 */
export async function isLocalOnly(
  page: Pick<PageAccess, 'hasSensitiveField'>,
  tabId: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]);
    return await hasSensitiveFields(page, tabId, bounded, { isLoaded: true });
  } catch {
    signal.throwIfAborted();
    return true;
  }
}

/** How long a local model waits for a page to report its fields, in milliseconds. */
const LOOK_MS = 3_000;

/** Wraps page access for a local model. Calls `onLocalOnly` for each page that a hosted model may not get later. */
export function localPages(pages: PageAccess, onLocalOnly: () => void): PageAccess {
  async function reported<Result>(tabId: number, signal: AbortSignal, work: Promise<Result>): Promise<Result> {
    const result = await work;
    if (await isLocalOnly(pages, tabId, signal)) onLocalOnly();
    return result;
  }

  return {
    ...pages,
    read: (tabId, signal, options) => reported(tabId, signal, pages.read(tabId, signal, options)),
    facts: (tabId, signal) => reported(tabId, signal, pages.facts(tabId, signal)),
    forms: (tabId, signal, options) => reported(tabId, signal, pages.forms(tabId, signal, options)),
    pageTools: (tabId, signal, options) => reported(tabId, signal, pages.pageTools(tabId, signal, options)),
    transcript: (tabId, signal) => reported(tabId, signal, pages.transcript(tabId, signal)),
    fillForm: (form, signal) => reported(form.proposal.tabId, signal, pages.fillForm(form, signal)),
    callPageTool: (call, signal) => reported(call.proposal.tabId, signal, pages.callPageTool(call, signal)),
  };
}

/**
 * Returns a thread as a hosted model may get it: without the pages that only a local model may get. The local model's
 * answers stay, because the user sees them and continues from them.
 */
export function withoutLocalPages(state: ThreadState): ThreadState {
  const messages = state.messages.map((message) => (message.role === 'user' ? message : withoutLocalParts(message)));
  return messages.every((message, index) => message === state.messages[index]) ? state : { ...state, messages };
}

/** Replaces a result that only a local model may get. */
const NOT_SENT =
  'This was read by a model on the user’s computer. The page has a field for a password or payment data, so it was not sent to you. Read it again if you need it: the user is asked then.';

/** Memoized by message object, because the reducer creates a new one for every change. */
const withoutLocalParts = memoize((run: AssistantMessage): AssistantMessage => {
  const contexts = run.contexts.map(withoutLocalContext);
  const steps = run.steps.map(withoutLocalResults);
  const isSame =
    contexts.every((part, index) => part === run.contexts[index]) &&
    steps.every((step, index) => step === run.steps[index]);
  return isSame ? run : { ...run, contexts, steps };
});

function withoutLocalContext(part: ContextPart): ContextPart {
  if (part.state !== 'available' || part.context.localOnly !== true) return part;
  return { contextId: part.contextId, source: part.source, state: 'skipped' };
}

function withoutLocalResults(step: Step): Step {
  const parts = step.parts.map((part) => {
    if (part.type !== 'tool-call' || part.call.state !== 'output-available') return part;
    if (part.call.output.localOnly !== true) return part;
    // The details and `returnDirect` stay: the numbers of sources, and which texts are answers, depend on them.
    const { images: _, secrets: __, ...output } = part.call.output;
    return { ...part, call: { ...part.call, output: { ...output, content: NOT_SENT } } };
  });
  return parts.every((part, index) => part === step.parts[index]) ? step : { ...step, parts };
}
