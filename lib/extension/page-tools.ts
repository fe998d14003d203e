import { browser } from 'wxt/browser';
import type {
  ApprovedToolCall,
  PageToolOutcome,
  PageTools,
  PageWorldRequest,
  ReadOptions,
  TabTool,
} from '../contracts/index.ts';
import { parseOrigin, readCallOutcome, readToolList } from '../security/index.ts';
import { inject } from './inject.ts';
import { askPageWorld } from './page-world.ts';
import { printTab, readableFrames, siteAddress } from './read-tab.ts';
import { settings } from './settings.ts';

/** Maximum number of frames that are asked, and of tools of all of them. */
const LIMITS = { frames: 24, tools: 20 };
/**
 * How long a document may take to show whether it has tools and to list them, and a tool to answer, in milliseconds.
 */
const TIME_LIMITS = { lookUp: 1_000, list: 3_000, call: 20_000 };
/** A longer answer, in characters, was not made by our function. */
const MAX_ANSWER = 8_000_000;

/**
 * Whether the top document of a tab can have tools. False if it does not show that in time: a page that replaces
 * `navigator` can make the look-up take forever. Throws PageError.
 */
export async function mayTabHaveTools(tabId: number): Promise<boolean> {
  const lookUp = inject<unknown>(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId },
      world: 'MAIN',
      // Operators only: the page may have replaced every function, and would notice a call.
      func: () => 'modelContext' in document || 'modelContext' in navigator || 'modelContextTesting' in navigator,
      injectImmediately: true,
    }),
  );
  return (await withinTime(lookUp, TIME_LIMITS.lookUp)) === true;
}

/** The value of a promise, or null if it takes longer. */
async function withinTime<Value>(promise: Promise<Value>, timeLimitMs: number): Promise<Value | null> {
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), timeLimitMs);
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** The tools of a tab, in the frames that may be read with it. Throws PageError. */
export async function listTabTools(
  tabId: number,
  { mayReadFrame = () => false }: Pick<ReadOptions, 'mayReadFrame'> = {},
): Promise<PageTools> {
  const all = await printTab(tabId);
  const prints = readableFrames(all, mayReadFrame, await settings.sitePolicies.getValue());
  const names = new Set<string>();
  const lists = await Promise.all(
    prints.slice(0, LIMITS.frames).map(async (print) => {
      const { frameId } = print;
      // A frame may be gone or navigating by now; the others still count. The top document was read above.
      const identity = await identifyDocument(tabId, frameId).catch(() => null);
      const url = siteAddress(print, all);
      if (identity === null || parseOrigin(url) !== identity.origin) return { tools: [], omitted: 0 };
      const answer = await ask(toTarget({ tabId, frameId, ...identity }), { type: 'list' }, TIME_LIMITS.list);
      const { tools, omitted } = readToolList(answer);
      const { documentId } = identity;
      return { tools: tools.map((tool): TabTool => ({ ...tool, frameId, documentId, url })), omitted };
    }),
  );
  const tools = lists.flatMap((list) => list.tools.map((tool) => ({ ...tool, name: freeName(tool.name, names) })));
  const omitted = lists.reduce((sum, list) => sum + list.omitted, Math.max(0, tools.length - LIMITS.tools));
  const { title = '', url = '' } = all[0] ?? {};
  return { title, url, tools: tools.slice(0, LIMITS.tools), omitted };
}

/** Registered names are unique in a document only. */
function freeName(name: string, usedNames: Set<string>): string {
  let free = name;
  for (let number = 2; usedNames.has(free); number += 1) free = `${name}_${number}`;
  usedNames.add(free);
  return free;
}

/**
 * Calls a tool of a tab as it was approved, in the document for which it was. Throws PageError before the call only: a
 * tool that was called and says nothing is in doubt.
 */
export async function callTabTool({ proposal, arguments: input, until }: ApprovedToolCall): Promise<PageToolOutcome> {
  const { tabId, frameId, documentId, url, tool: registration } = proposal;
  const origin = parseOrigin(url);
  const identity = await identifyDocument(tabId, frameId);
  if (identity.documentId !== documentId || identity.origin !== origin) return { type: 'stopped', reason: 'replaced' };
  if (Date.now() > until) return { type: 'stopped', reason: 'late' };
  const request = { type: 'call', origin: identity.origin, registration, arguments: input } as const;
  return readCallOutcome(await ask(toTarget({ tabId, frameId, ...identity }), request, TIME_LIMITS.call));
}

/**
 * `documentId` is the time at which the document began, which a document that is loaded later does not have.
 * `browserId`: the browser's own id of the document, if it has one.
 */
type DocumentIdentity = { documentId: string; origin: string; browserId: string | undefined };

/**
 * Identifies the document of a frame from the extension's own world, where its page cannot interfere. Throws PageError.
 */
async function identifyDocument(tabId: number, frameId: number): Promise<DocumentIdentity> {
  let browserId: string | undefined;
  const identity = await inject<Pick<DocumentIdentity, 'documentId' | 'origin'>>(tabId, async () => {
    const results = await browser.scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      func: () => ({ documentId: String(performance.timeOrigin), origin: location.origin }),
      injectImmediately: true,
    });
    browserId = (results[0] as { documentId?: string } | undefined)?.documentId;
    return results;
  });
  return { ...identity, browserId };
}

type DocumentPlace = { tabId: number; frameId: number; browserId: string | undefined };
type Target = { tabId: number; documentIds: string[] } | { tabId: number; frameIds: number[] };

/** Exactly this document if the browser identifies documents, otherwise the current document of the frame. */
function toTarget({ tabId, frameId, browserId }: DocumentPlace): Target {
  return browserId === undefined ? { tabId, frameIds: [frameId] } : { tabId, documentIds: [browserId] };
}

/** The answer of the function in the page's world. Null if none arrives in time, for any reason. */
async function ask(target: Target, request: PageWorldRequest, timeLimitMs: number): Promise<string | null> {
  const answer = browser.scripting
    .executeScript({
      target,
      world: 'MAIN',
      args: [JSON.stringify(request)],
      func: askPageWorld,
      injectImmediately: true,
    })
    .then(
      (results: ({ result?: unknown } | undefined)[]) => results[0]?.result ?? null,
      () => null,
    );
  const text = await withinTime(answer, timeLimitMs);
  return typeof text === 'string' && text.length <= MAX_ANSWER ? text : null;
}
