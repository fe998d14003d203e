import type { PageBlock, PageSnapshot } from '../protocol/page.ts';
import { estimateTokens } from '../protocol/token-estimate.ts';
import { cursorAt, resolveCursor, viewOfCursor } from './cursor.ts';
import { numberLinks, withShortLinks } from './links.ts';
import { findSection, headingPath, outlineOf, outlineText } from './outline.ts';
import { blocksOfView, type PageView } from './page-view.ts';
import { beginning, type PagePart, paginate } from './paginate.ts';
import { tablesOf, withShortTables } from './tables.ts';

/** Characters of an outline. */
const outlineLength = 1500;
/** So few headings are an outline by themselves. */
const fewHeadings = 3;

/** `tokens`: about the size of the whole page. */
export type FormattedReading = { text: string; more: boolean; tokens: number };

export type FormatOptions = {
  /** Where to read on, or null to begin. */
  cursor: string | null;
  /** What to begin with; a cursor knows its own. */
  view: PageView;
  maxTokens: number;
  /** Puts the next cursor into a call the model can make. */
  howToContinue: (cursor: string) => string;
};

/**
 * A reading as the model sees it: what page it is, its outline where that helps, the text from `cursor` on, and how to
 * go on. Long addresses are numbered. Throws CursorError.
 */
export function formatReading(reading: PageSnapshot, options: FormatOptions): FormattedReading {
  const { cursor, maxTokens, howToContinue } = options;
  const view = cursor === null ? options.view : viewOfCursor(cursor);
  const blocks = shownBlocks(reading, view);
  const { position, changed } =
    cursor === null ? { position: beginning, changed: false } : resolveCursor(cursor, blocks, reading.snapshot);
  const part = paginate(blocks, { start: position, maxTokens });
  const head = cursor === null ? firstHeader(reading, view, part) : laterHeader(reading, changed);
  const foot = footer(part, blocks, view, reading.snapshot, howToContinue);
  const text = [head, part.text === '' ? '(The page shows no text.)' : part.text, ...foot].join('\n\n');
  return { text, more: part.next !== null, tokens: part.total };
}

/** About how many tokens a model takes in that reads a whole page. */
export function readingTokens(reading: PageSnapshot): number {
  return shownBlocks(reading, 'main').reduce((sum, { markdown }) => sum + estimateTokens(markdown), 0);
}

/** The blocks of a page as a model is shown them: long addresses numbered, the middle of huge tables left out. */
export function shownBlocks(reading: PageSnapshot, view: PageView): PageBlock[] {
  const whole = blocksOfView(reading, 'whole');
  return withNumberedLinks(reading, withShortTables(blocksOfView(reading, view), tablesOf(whole)));
}

/** Blocks of a page with its long addresses numbered, the same numbers in every selection of them. */
export function withNumberedLinks(reading: PageSnapshot, blocks: readonly PageBlock[]): PageBlock[] {
  const numbers = numberLinks(blocksOfView(reading, 'whole'));
  return blocks.map((block) => ({ ...block, markdown: withShortLinks(block.markdown, numbers, reading.url) }));
}

/** A section of the outline (`S4`, or the words of a heading), as far as it fits. Null where there is no such section. */
export function formatSection(
  reading: PageSnapshot,
  name: string,
  { maxTokens, howToContinue }: Pick<FormatOptions, 'maxTokens' | 'howToContinue'>,
): FormattedReading | null {
  const view: PageView = /^\s*W\d/i.test(name) ? 'whole' : 'main';
  const section = findSection(outlineOf(blocksOfView(reading, view), view), name);
  if (!section) return null;
  const blocks = shownBlocks(reading, view);
  const part = paginate(blocks, { start: { block: section.block, offset: 0 }, end: section.end, maxTokens });
  const path = headingPath(blocks, section.block);
  const place = path.length > 0 ? `\nUnder: ${path.join(' > ')}` : '';
  const head = `Title: ${reading.title}\nURL: ${reading.url}${place}`;
  const foot = footer(part, blocks, view, reading.snapshot, howToContinue);
  return { text: [head, part.text, ...foot].join('\n\n'), more: part.next !== null, tokens: section.tokens };
}

/** How the rest is called. */
function footer(
  { next, remaining }: PagePart,
  blocks: readonly PageBlock[],
  view: PageView,
  snapshot: string,
  howToContinue: FormatOptions['howToContinue'],
): string[] {
  if (next === null) return [];
  return [`…about ${number(remaining)} more tokens; ${howToContinue(cursorAt(next, view, blocks, snapshot))}`];
}

function laterHeader({ title, url }: PageSnapshot, changed: boolean): string {
  const note = changed ? '\nNote: the page has changed since the part before.' : '';
  return `Title: ${title}\nURL: ${url}${note}`;
}

function firstHeader(reading: PageSnapshot, view: PageView, part: PagePart): string {
  const lines = [`Title: ${reading.title}`, `URL: ${reading.url}`];
  if (reading.language !== '') lines.push(`Language: ${reading.language}`);
  const isMain = view === 'main' && reading.layout === 'article';
  lines.push(`Content: ${isMain ? 'main content, without navigation and sidebars' : 'everything visible'}`);
  const cut = reading.truncated ? ' (the page is longer; its end was not read)' : '';
  lines.push(`Size: about ${number(part.total)} tokens${cut}`);
  if (reading.unreadFrames.length > 0) lines.push(unreadLine(reading.unreadFrames));
  if (reading.selection !== '') lines.push(`Selected by the user: ${number(reading.selection.length)} characters`);
  if (/\]\(L\d+\)/.test(part.text)) lines.push('Links: L1, L2, … stand for addresses; list_links gives them.');
  const outline = outlineOf(blocksOfView(reading, view), view);
  if (outline.length > 0 && (part.next !== null || outline.length > fewHeadings)) {
    lines.push(`Outline:\n${outlineText(outline, outlineLength)}`);
  }
  return lines.join('\n');
}

function unreadLine(sites: readonly string[]): string {
  const some = [...new Set(sites)].slice(0, 5).join(', ');
  return `Not read: ${sites.length} embedded ${sites.length === 1 ? 'page' : 'pages'} of other sites (${some})`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
