import { originOf } from '../guard/origin.ts';
import { allowedSites, pinnedPages } from '../guard/pinned-pages.ts';
import { type PageAccessState, PageError } from '../protocol/page.ts';
import { type ContextErrorCode, type ContextQuestion, contextIdOf } from '../protocol/page-context.ts';
import { type AssistantMessage, openRun, type UserMessage } from '../protocol/thread.ts';
import { contextBudget, pageBudget } from './context-budget.ts';
import { openContexts } from './context-tabs.ts';
import { contextSize } from './fit-context.ts';
import { modelMessages } from './model-context.ts';
import { contextsOf } from './page-in-front.ts';
import type { ModelConnection, Runner } from './runner.ts';
import { isCautious } from './select-tools.ts';

/**
 * Reads the pages that go with the question, before the model is asked, one after the other, so that they share the
 * budget. A page that needs the user's approval waits; one that cannot be read is noted, and the run goes on.
 */
export async function readContexts(runner: Runner): Promise<void> {
  const { session, dependencies, signal } = runner;
  const asking = openRun(session.state);
  if (asking === null) return;
  const connection = await dependencies.models.connect(asking.model);
  // Without a way to the model the first step says so; nothing needs to be read for that.
  const model = 'failure' in connection ? null : connection;
  for (const tabId of openContexts(asking).unread) {
    const run = openRun(session.state);
    if (run === null || signal.aborted) return;
    await readOne(runner, run, tabId, model);
  }
}

async function readOne(
  runner: Runner,
  run: AssistantMessage,
  tabId: number,
  connection: ModelConnection | null,
): Promise<void> {
  const { session, dependencies } = runner;
  const contextId = contextIdOf(run.messageId, tabId);
  const part = run.contexts.find((each) => each.contextId === contextId);
  const startedAt = dependencies.now();
  if (part === undefined) await session.append({ type: 'context-start', contextId, tabId });
  const fail = (code: ContextErrorCode) =>
    session.append({ type: 'context-error', contextId, code, ms: dependencies.now() - startedAt });
  try {
    if (part?.state !== 'approved') {
      const verdict = await mayRead(runner, run, tabId, connection);
      if (verdict === 'skip') return session.append({ type: 'context-approval-response', contextId, approved: false });
      if (verdict !== null) return session.append({ type: 'context-approval-request', contextId, question: verdict });
    }
    const context = await dependencies.readContext(
      {
        page: pinnedPages(dependencies.page, allowedSites(openRun(session.state) ?? run)),
        tabId,
        question: questionOf(runner, run),
        maxTokens: budgetFor(runner, run, connection),
        earlier: carriedContexts(runner, run, connection),
        canReadOn: connection !== null && connection.toolMode !== 'none' && !isCautious(connection),
      },
      AbortSignal.any([runner.signal, AbortSignal.timeout(dependencies.toolTimeoutMs)]),
    );
    if (runner.signal.aborted) return;
    if (context === null) return fail('empty');
    await session.append({ type: 'context-available', contextId, context, ms: dependencies.now() - startedAt });
  } catch (error) {
    if (runner.signal.aborted || session.isRefused) throw error;
    await fail(codeOf(error));
  }
}

function codeOf(error: unknown): ContextErrorCode {
  if (error instanceof PageError) return error.code;
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'timed-out' : 'failed';
}

/** What the user has to be asked first, `skip` where the page must not be sent, or null. Throws PageError. */
async function mayRead(
  runner: Runner,
  run: AssistantMessage,
  tabId: number,
  connection: ModelConnection | null,
): Promise<ContextQuestion | 'skip' | null> {
  const { page } = runner.dependencies;
  const access: PageAccessState = await page.check(tabId);
  if (access.type === 'impossible') throw access.error;
  if (access.type === 'needed') return { reason: 'no-access', origin: null };
  const origin = originOf(access.url);
  if (isListed(access.url, run.contextPolicy?.neverSites)) return 'skip';
  if (!allowedSites(run).has(origin ?? '')) return { reason: run.page === null ? 'no-access' : 'moved', origin };
  if (isListed(access.url, run.contextPolicy?.askSites)) return { reason: 'site-asks', origin };
  const isHosted = connection !== null && !connection.isLocal;
  if (isHosted && (await hasSensitiveFields(runner, tabId))) return { reason: 'sensitive-fields', origin };
  return null;
}

/** Sites are listed without ports, as permissions of browsers are. */
function isListed(url: string, sites: readonly string[] | undefined): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && (sites?.includes(`${parsed.protocol}//${parsed.hostname}`) ?? false);
}

/** Names of fields that take payment details: the values of the HTML `autocomplete` attribute and common labels. */
const PAYMENT_FIELD =
  /\b(?:cc-(?:number|csc|exp)|card number|cvc|cvv|iban|kartennummer|numéro de carte|número de tarjeta)\b/i;

async function hasSensitiveFields({ dependencies, signal }: Runner, tabId: number): Promise<boolean> {
  try {
    const { forms } = await dependencies.page.facts(tabId, signal);
    const fields = forms.flatMap((form) => form.fields);
    return fields.some(({ type, label }) => type === 'password' || PAYMENT_FIELD.test(`${type} ${label}`));
  } catch (error) {
    // A document without forms, such as a PDF, has no facts to give.
    if (error instanceof PageError) return false;
    throw error;
  }
}

function questionOf({ session }: Runner, run: AssistantMessage): string {
  const at = session.state.messages.indexOf(run);
  const question = session.state.messages.slice(0, at < 0 ? undefined : at).findLast(isQuestion);
  return question?.content ?? '';
}

function isQuestion(message: { role: string }): message is UserMessage {
  return message.role === 'user';
}

/** What is left of the page budget for the next tab: an equal share of it for each tab that is still to be read. */
function budgetFor({ session }: Runner, run: AssistantMessage, connection: ModelConnection | null): number {
  const total = pageBudget(session.state, {
    contextWindow: connection?.contextWindow ?? null,
    maxOutputTokens: connection?.maxOutputTokens ?? null,
    isLocal: connection?.isLocal ?? false,
    maxTokens: run.contextPolicy?.maxTokens ?? 0,
  });
  const used = run.contexts.reduce((sum, part) => sum + (part.state === 'available' ? part.context.tokens : 0), 0);
  return Math.max(0, total - used) / Math.max(1, openContexts(run).unread.length);
}

/** What earlier questions carry and the model still has: nothing where the history has to be shortened to fit. */
function carriedContexts({ session }: Runner, run: AssistantMessage, connection: ModelConnection | null) {
  const { state } = session;
  const budget = contextBudget(state, connection?.contextWindow ?? null, 0);
  const fits = budget === null || contextSize(modelMessages(state)) <= budget;
  return fits ? contextsOf(state, run) : [];
}
