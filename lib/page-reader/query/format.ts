import type { PageBlock, PageSnapshot } from '../../contracts/index.ts';
import { estimateTokens, LINK_DESTINATION } from '../../text/index.ts';
import { plainText } from '../document/markdown-text.ts';
import { buildOutline, findSection, headingPath, nearestSection, outlineText } from './outline.ts';
import { blocksOfView, type PageView } from './page-view.ts';
import {
  BEGINNING,
  type Cursor,
  cursorAt,
  type PagePart,
  type Position,
  paginate,
  parseCursor,
  resolveCursor,
} from './paginate.ts';
import { listPageTables, withShortTables } from './tables.ts';
import { sectionsBeside } from './text-beside.ts';

/** Maximum characters of an outline. */
const OUTLINE_LENGTH = 1500;
/** A page with fewer headings needs no outline. */
const MIN_HEADINGS = 3;
/** Maximum number of named sections outside the main content, and maximum length of a name in characters. */
const MAX_BESIDE = 8;
const MAX_NAME = 60;

/** `tokens` is the approximate size of the whole page. */
export type FormattedReading = { text: string; more: boolean; tokens: number };

export type FormatOptions = {
  /** Where to continue, or null to start at the beginning. */
  cursor: string | null;
  /** The view to start with. A cursor contains its own view. */
  view: PageView;
  maxTokens: number;
  /** Formats a call with the next cursor that the model can make. */
  howToContinue: (cursor: string) => string;
};

/**
 * Formats a reading for the model: the page's metadata, its outline if useful, the text from `cursor` on, and how to
 * continue. Long addresses are numbered. An invalid cursor is not an error: the text says what was read instead.
 */
export function formatReading(reading: PageSnapshot, options: FormatOptions): FormattedReading {
  const { maxTokens, howToContinue } = options;
  const cursor = options.cursor === null ? null : parseCursor(options.cursor);
  const view = cursor?.type === 'place' ? cursor.view : options.view;
  const blocks = shownBlocks(reading, view);
  const start = findStart(options.cursor ?? '', cursor, blocks, reading.snapshot, maxTokens);
  const part = paginate(blocks, { start: start.position, maxTokens });
  const isFirst = start.position.block === 0 && start.position.offset === 0;
  const head = isFirst ? firstHeader(reading, view, part, start.note) : laterHeader(reading, start.note);
  const foot = footer(part, blocks, view, reading.snapshot, howToContinue);
  const text = [head, part.text === '' ? '(The page shows no text.)' : part.text, ...foot].join('\n\n');
  return { text, more: part.next !== null, tokens: part.total };
}

type Start = { position: Position; note: string };

/** Where to start, and a note if that differs from what was requested. */
function findStart(
  text: string,
  cursor: Cursor | null,
  blocks: readonly PageBlock[],
  snapshot: string,
  maxTokens: number,
): Start {
  switch (cursor?.type) {
    case undefined:
      return { position: BEGINNING, note: '' };
    case 'place': {
      const resolution = resolveCursor(cursor, blocks, snapshot);
      if (resolution?.changed)
        return { position: resolution.position, note: 'the page has changed since the part before.' };
      const gone = 'the page has changed and the text this cursor led to is gone; this is the beginning of the page.';
      return { position: resolution?.position ?? BEGINNING, note: resolution ? '' : gone };
    }
    case 'part':
      return startOfPart(text, cursor.number, blocks, maxTokens);
    case 'unknown': {
      const note = `"${text.trim().slice(0, 40)}" is no cursor; this is the beginning of the page.`;
      return { position: BEGINNING, note };
    }
    default:
      return cursor satisfies never;
  }
}

/**
 * The start of the part with this number, with parts counted from the beginning of the page. The last part if there are
 * fewer.
 */
function startOfPart(text: string, number: number, blocks: readonly PageBlock[], maxTokens: number): Start {
  let position = BEGINNING;
  for (let part = 1; part < number; part += 1) {
    const { next } = paginate(blocks, { start: position, maxTokens });
    if (next === null) return { position, note: `the page ends with part ${part}; this is that part.` };
    position = next;
  }
  return { position, note: `"${text.trim().slice(0, 40)}" is no cursor; this is part ${number} of the page.` };
}

/** Approximate number of tokens to read a whole page. */
export function readingTokens(reading: PageSnapshot): number {
  return shownBlocks(reading, 'main').reduce((sum, { markdown }) => sum + estimateTokens(markdown), 0);
}

/** The blocks of a page as a model sees them, with long addresses numbered and the middle of huge tables omitted. */
export function shownBlocks(reading: PageSnapshot, view: PageView): PageBlock[] {
  const whole = blocksOfView(reading, 'whole');
  return withNumberedLinks(reading, withShortTables(blocksOfView(reading, view), listPageTables(whole)));
}

/** Numbers the long addresses in blocks of a page. An address has the same number in every selection of blocks. */
export function withNumberedLinks(reading: PageSnapshot, blocks: readonly PageBlock[]): PageBlock[] {
  const numbers = numberLinks(blocksOfView(reading, 'whole'));
  return blocks.map((block) => ({ ...block, markdown: withShortLinks(block.markdown, numbers, reading.url) }));
}

/**
 * Formats a section of the outline (`S4`, or the text of a heading), as far as it fits. If no section has that name,
 * uses the one with the most similar name and says so. Null if no name is similar.
 */
export function formatSection(
  reading: PageSnapshot,
  name: string,
  { maxTokens, howToContinue }: Pick<FormatOptions, 'maxTokens' | 'howToContinue'>,
): FormattedReading | null {
  const view: PageView = /^\s*W\d/i.test(name) ? 'whole' : 'main';
  const outline = buildOutline(blocksOfView(reading, view), view);
  const exactSection = findSection(outline, name);
  const section = exactSection ?? nearestSection(outline, name);
  if (!section) return null;
  const blocks = shownBlocks(reading, view);
  const part = paginate(blocks, { start: { block: section.block, offset: 0 }, end: section.end, maxTokens });
  const path = headingPath(blocks, section.block);
  const place = path.length > 0 ? `\nUnder: ${path.join(' > ')}` : '';
  const note = exactSection
    ? ''
    : `\nNote: no section is called "${name.trim().slice(0, 80)}"; ${section.id} is the nearest.`;
  const head = `Title: ${reading.title}\nURL: ${reading.url}${place}${note}`;
  const foot = footer(part, blocks, view, reading.snapshot, howToContinue);
  return { text: [head, part.text, ...foot].join('\n\n'), more: part.next !== null, tokens: section.tokens };
}

/** The note on how to read the rest. */
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

function laterHeader({ title, url }: PageSnapshot, note: string): string {
  return [`Title: ${title}`, `URL: ${url}`, ...noteLine(note)].join('\n');
}

function noteLine(note: string): string[] {
  return note === '' ? [] : [`Note: ${note}`];
}

function firstHeader(reading: PageSnapshot, view: PageView, part: PagePart, note: string): string {
  const lines = [`Title: ${reading.title}`, `URL: ${reading.url}`, ...noteLine(note)];
  if (reading.language !== '') lines.push(`Language: ${reading.language}`);
  const isMain = view === 'main' && reading.layout === 'article';
  lines.push(`Content: ${isMain ? 'main content, without navigation and sidebars' : 'everything visible'}`);
  const truncationNote = reading.truncated ? ' (the page is longer; its end was not read)' : '';
  lines.push(`Size: about ${number(part.total)} tokens${truncationNote}`);
  if (reading.unreadFrames.length > 0) lines.push(unreadLine(reading.unreadFrames));
  if (reading.isWithoutSession) lines.push('Note: read without the sign-in of its tab, where the document may differ');
  if (reading.selection !== '') lines.push(`Selected by the user: ${number(reading.selection.length)} characters`);
  if (/\]\(L\d+\)/.test(part.text)) lines.push('Links: L1, L2, … stand for addresses; list_links gives them.');
  const outline = buildOutline(blocksOfView(reading, view), view);
  if (outline.length > 0 && (part.next !== null || outline.length > MIN_HEADINGS)) {
    lines.push(`Outline:\n${outlineText(outline, OUTLINE_LENGTH)}`);
  }
  if (isMain) lines.push(...besideLine(reading));
  return lines.join('\n');
}

/** Names the sections outside the main content that are more than links. */
function besideLine(reading: PageSnapshot): string[] {
  const sections = sectionsBeside(reading).slice(0, MAX_BESIDE);
  const names = sections.map(
    ({ id, title }) => `${id} ${title.length > MAX_NAME ? `${title.slice(0, MAX_NAME - 1)}…` : title}`,
  );
  return names.length === 0 ? [] : [`Beside the main content: ${names.join('; ')}`];
}

function unreadLine(sites: readonly string[]): string {
  const some = [...new Set(sites)].slice(0, 5).join(', ');
  return `Not read: ${sites.length} embedded ${sites.length === 1 ? 'page' : 'pages'} of other sites (${some})`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

export type PageLink = { number: number; text: string; url: string };

/** The page's addresses and their numbers in reading order, the same in every part and search of the page. */
type LinkNumbers = ReadonlyMap<string, number>;

const LINK = /(?<!\\)\[((?:[^[\]\\\n!]|!(?!\[)|\\.|!?\[(?:[^[\]\\\n]|\\.)*\](?:\(\)|(?!\(\))))*)\]\(([^()\s]+)\)/g;
/** Shorter addresses need no number. Characters. */
const SHORT_ADDRESS = 12;

export function numberLinks(blocks: readonly PageBlock[]): LinkNumbers {
  const numbers = new Map<string, number>();
  for (const { markdown, kind } of blocks) {
    if (kind === 'code') continue;
    for (const [, url] of markdown.matchAll(LINK_DESTINATION))
      if (url && !numbers.has(url)) numbers.set(url, numbers.size + 1);
  }
  return numbers;
}

/** All links, each address once, with its longest text. */
export function listPageLinks(blocks: readonly PageBlock[], numbers: LinkNumbers): PageLink[] {
  const links = new Map<string, PageLink>();
  for (const { markdown, kind } of blocks) {
    if (kind === 'code') continue;
    for (const [, inner = '', url = ''] of markdown.matchAll(LINK)) {
      const text = plainText(inner);
      const existingLink = links.get(url);
      if (!existingLink || text.length > existingLink.text.length)
        links.set(url, { number: numbers.get(url) ?? 0, text, url });
    }
  }
  return [...links.values()].sort((one, other) => one.number - other.number);
}

/** The address without the origin, if it is on the site of `pageUrl`. */
export function localUrl(url: string, pageUrl: string): string {
  const origin = URL.parse(pageUrl)?.origin ?? 'null';
  return origin !== 'null' && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

/** Replaces long addresses by `[text](L12)`, since they are a fifth of a page's tokens. Code is unchanged. */
export function withShortLinks(markdown: string, numbers: LinkNumbers, pageUrl: string): string {
  return markdown
    .split(/(^(?:`{3,})[\s\S]*?^`{3,}$)/m)
    .map((part) => (part.startsWith('```') ? part : shorten(part, numbers, pageUrl)))
    .join('');
}

function shorten(markdown: string, numbers: LinkNumbers, pageUrl: string): string {
  return markdown.replace(LINK_DESTINATION, (whole, url: string) => {
    const local = localUrl(url, pageUrl);
    const number = numbers.get(url);
    return local.length <= SHORT_ADDRESS || number === undefined
      ? `](${local})`
      : whole.replace(url, () => `L${number}`);
  });
}
