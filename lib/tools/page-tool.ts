import * as z from 'zod';
import {
  appendOutput,
  PageError,
  type PageSnapshot,
  type PdfPage,
  type ToolAnnotations,
  type ToolContext,
  type ToolNeed,
  type ToolOutput,
  type ToolOutputDelta,
  type ToolPreview,
  type ToolSituation,
} from '../contracts/index.ts';
import { withReports } from '../control-flow/index.ts';
import {
  buildOutline,
  cursorAt,
  type FormattedReading,
  formatReading,
  type PageView,
  passageSource,
  shownBlocks,
} from '../page-reader/query/index.ts';
import { estimateTokens } from '../text/index.ts';

/** Annotations of reading a page: no effects, idempotent, and untrusted content. */
export const READ_ONLY_ANNOTATIONS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: true };

/** Tokens of one result: a share of the model's window, within limits. `default` if the window is unknown. */
const BUDGET = { share: 0.15, min: 500, default: 6000, max: 8000 };

/** Maximum tokens of a page in one result. */
export function resultBudget({ contextWindow }: ToolContext): number {
  if (contextWindow === null) return BUDGET.default;
  return Math.max(BUDGET.min, Math.min(BUDGET.max, Math.floor(contextWindow * BUDGET.share)));
}

/** The first lines, as many as fit into one result, but at least one. */
export function linesWithinBudget(lines: readonly string[], context: ToolContext): string[] {
  let remainingTokens = resultBudget(context);
  const end = lines.findIndex((line, index) => {
    remainingTokens -= estimateTokens(line);
    return remainingTokens < 0 && index > 0;
  });
  return end < 0 ? [...lines] : lines.slice(0, end);
}

/** The tab that the run is about. Throws if the user asked without a page. */
export function attachedTab({ tabId }: ToolContext): number {
  if (tabId !== null) return tabId;
  throw new PageError(
    'no-page',
    'No page is attached to this question. The user has to open the panel beside a page and ask again.',
  );
}

/** What every tool needs that reads the page of the question. */
export const needsOpenPage = (_input: unknown, { tabId }: ToolContext): ToolNeed => ({ type: 'tab', tabId });

/** Reads the current content of a tab. Throws PageError. */
export function readTabSnapshot(tabId: number, { page, signal }: ToolContext): Promise<PageSnapshot> {
  return page.read(tabId, signal);
}

/**
 * Reads what may be a PDF, and yields its pages as they are read. `isWanted`: whether to show the page with this
 * number.
 */
export function withPdfPages(
  read: (onPdfPage: (page: PdfPage) => void) => Promise<PageSnapshot>,
  isWanted = (_page: number) => true,
): AsyncGenerator<ToolOutputDelta, PageSnapshot> {
  return withReports(
    (report: (page: PdfPage) => void) => read((page) => isWanted(page.number) && report(page)),
    (before: ToolOutputDelta | null, { number, text }) =>
      appendOutput(before, { kind: 'pdf-pages', items: [{ page: number, text }] }),
  );
}

/** Like `readTabSnapshot`, yielding the pages of a PDF as they are read. */
export function readTabByPages(
  tabId: number,
  { page, signal }: ToolContext,
): AsyncGenerator<ToolOutputDelta, PageSnapshot> {
  return withPdfPages((onPdfPage) => page.read(tabId, signal, { onPdfPage }));
}

type Part = { cursor: string | undefined; view: PageView; howToContinue: (cursor: string) => string };

/** One part of a reading for the model, with details for the panel. */
export function buildPartOutput(
  reading: PageSnapshot,
  { cursor, view, howToContinue }: Part,
  context: ToolContext,
): ToolOutput {
  const maxTokens = resultBudget(context);
  const output = buildReadingOutput(
    reading,
    formatReading(reading, { cursor: cursor || null, view, maxTokens, howToContinue }),
  );
  const preview = cursor ? null : outlinePreview(reading);
  return preview ? { ...output, details: { ...output.details, preview } } : output;
}

/** Maximum tokens of a page that a search opened, since one search may open several. */
const MAX_FIRST_TOKENS = 2_500;

type FittingPart = { question: string; howToContinue: (cursor: string) => string };

/** The parts of a page that match the question, in page order. The whole page if it fits. */
export function fittingPart(
  reading: PageSnapshot,
  { question, howToContinue }: FittingPart,
  context: ToolContext,
): ToolOutput {
  const maxTokens = Math.min(resultBudget(context), MAX_FIRST_TOKENS);
  const { text, tokens, rest } = passageSource(reading, question, null).select(maxTokens);
  const next = rest === null ? null : cursorAt(rest, 'main', shownBlocks(reading, 'main'), reading.snapshot);
  return {
    content: next === null ? text : `${text}\n\n[${howToContinue(next)} reads what is left out]`,
    details: { title: reading.title, url: reading.url, tokens, more: rest !== null },
  };
}

/** Maximum number of headings shown. */
const MAX_HEADINGS = 60;

function outlinePreview(reading: PageSnapshot): ToolPreview | null {
  const items = buildOutline(reading.blocks).slice(0, MAX_HEADINGS);
  return items.length === 0 ? null : { kind: 'outline', items: items.map(({ title, depth }) => ({ title, depth })) };
}

export function buildReadingOutput(reading: PageSnapshot, { text, more, tokens }: FormattedReading): ToolOutput {
  return { content: text, details: { title: reading.title, url: reading.url, tokens, more } };
}

/** A required text that a model may omit or leave empty. In that case, the tool returns the choices. */
export function requiredOrEmpty(description: string) {
  return z.preprocess((value) => value ?? '', z.string()).describe(description);
}

/** Hides the cursor parameter of a tool that has not returned a truncated result yet. */
export function hideCursor(toolName: string, { canReadOn }: ToolSituation): string[] {
  return canReadOn.has(toolName) ? [] : ['cursor'];
}

/** The first lines of every result about one page. */
export function formatPageHeader({ title, url }: { title: string; url: string }): string {
  return `Title: ${title}\nURL: ${url}`;
}

/** Tells the model how to continue a page, regardless of which tool began it. */
export function formatContinuation(cursor: string): string {
  return `call read_page with cursor "${cursor}"`;
}
