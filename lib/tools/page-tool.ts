import * as z from 'zod';
import {
  type ApprovalRequest,
  label,
  type PageAccess,
  type PageAccessState,
  PageError,
  type PageSnapshot,
  type ToolAnnotations,
  type ToolContext,
  type ToolOutput,
  type ToolPreview,
  type ToolSituation,
} from '../contracts/index.ts';
import { type FormattedReading, formatReading, outlineOf, type PageView } from '../page-reader/query/index.ts';

/** What reading a page is: nothing changes, twice is as good as once, and the text comes from untrusted sources. */
export const readsPages: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: true };

/** Tokens of one result: this share of the model's window, within these bounds; where the window is not known, `usual`. */
const budget = { share: 0.15, least: 500, usual: 6000, most: 8000 };

/** How many tokens of a page one result may bring. */
export function resultBudget({ contextWindow }: ToolContext): number {
  if (contextWindow === null) return budget.usual;
  return Math.max(budget.least, Math.min(budget.most, Math.floor(contextWindow * budget.share)));
}

/** The tab the run is about. Throws when the user asked without a page. */
export function attachedTab({ tabId }: ToolContext): number {
  if (tabId !== null) return tabId;
  throw new PageError(
    'no-page',
    'No page is attached to this question. The user has to open the panel beside a page and ask again.',
  );
}

/**
 * What the user must allow before tab `tabId` can be read, or null. A page that can never be read, and a missing tab, need no
 * permission: reading then fails and says why.
 */
export async function pageApproval(tabId: number | null, { page }: ToolContext): Promise<ApprovalRequest | null> {
  if (tabId === null) return null;
  const state = await checked(page, tabId);
  if (state?.type !== 'needed') return null;
  return { type: 'page-access', tabId, reason: label('askReadPage') };
}

async function checked(page: PageAccess, tabId: number): Promise<PageAccessState | null> {
  try {
    return await page.check(tabId);
  } catch (error) {
    if (error instanceof PageError) return null;
    throw error;
  }
}

/** Reads a tab as it is now. Throws PageError. */
export function readTab(tabId: number, { page, signal }: ToolContext): Promise<PageSnapshot> {
  return page.read(tabId, signal);
}

type Part = { cursor: string | undefined; view: PageView; howToContinue: (cursor: string) => string };

/** One part of a reading for the model, and for the panel what was read. */
export function partOf(reading: PageSnapshot, { cursor, view, howToContinue }: Part, context: ToolContext): ToolOutput {
  const maxTokens = resultBudget(context);
  const output = outputOf(reading, formatReading(reading, { cursor: cursor || null, view, maxTokens, howToContinue }));
  const preview = cursor ? null : outlinePreview(reading);
  return preview ? { ...output, details: { ...output.details, preview } } : output;
}

/** Headings shown of a page. */
const maxHeadings = 60;

function outlinePreview(reading: PageSnapshot): ToolPreview | null {
  const items = outlineOf(reading.blocks).slice(0, maxHeadings);
  return items.length === 0 ? null : { kind: 'outline', items: items.map(({ title, depth }) => ({ title, depth })) };
}

export function outputOf(reading: PageSnapshot, { text, more, tokens }: FormattedReading): ToolOutput {
  return { content: text, details: { title: reading.title, url: reading.url, tokens, more } };
}

/** A required text that a model may leave out or leave empty: the tool then gives what helps it to choose one. */
export function mayBeMissing(description: string) {
  return z.preprocess((value) => value ?? '', z.string()).describe(description);
}

/** The cursor of a tool that has left nothing to read on yet. */
export function hideCursor(toolName: string, { canReadOn }: ToolSituation): string[] {
  return canReadOn.has(toolName) ? [] : ['cursor'];
}

/** How every result begins that is about one page. */
export function pageHead({ title, url }: { title: string; url: string }): string {
  return `Title: ${title}\nURL: ${url}`;
}

/** Continues a page that was begun by whatever tool. */
export function readOn(cursor: string): string {
  return `call read_page with cursor "${cursor}"`;
}
