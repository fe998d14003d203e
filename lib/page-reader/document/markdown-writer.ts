import type { BlockKind, PageBlock } from '../../contracts/index.ts';
import { cleanText } from '../../text/index.ts';
import type { Picture } from '../capture/picture.ts';
import { type Numbering, numeral } from '../dom/numbering.ts';
import { addCounts, type Counts, noCounts, type PlacedBlock, type Region } from '../dom/region.ts';
import { codeBlock } from '../dom/source-text.ts';
import { codeSpan, Inline, type Mark } from './inline.ts';
import { joinBlocks } from './markdown-text.ts';
import { buildTable, cellText, type TableCell, type TableRow, tableMarkdown } from './table-grid.ts';

const ONE_LINERS = new Set<FrameKind['type']>(['heading', 'cell', 'caption', 'term']);

/** Builds blocks of Markdown from the events of a traversal (open, text, close). */
export class MarkdownWriter {
  /** The block-level element the traversal is in. */
  region: Region;
  readonly #page: Frame;
  readonly #frames: Frame[];
  readonly #inline = new Inline();

  constructor(region: Region) {
    this.region = region;
    this.#page = { kind: { type: 'page' }, region, blocks: [] };
    this.#frames = [this.#page];
  }

  text(text: string, keepLines: boolean): void {
    const { kind } = this.#top;
    if (kind.type === 'code') kind.text += cleanText(text).replace(/\r\n?/g, '\n');
    else this.#inline.text(text, keepLines);
  }

  /** Adds generated Markdown inside the paragraph: an image, a form field. */
  insert(markdown: string): void {
    if (this.#top.kind.type === 'code' || markdown === '') return;
    this.#inline.markdown(markdown);
  }

  /** Like `insert`, with space around it. */
  insertApart(markdown: string): void {
    if (markdown === '') return;
    this.#inline.space();
    this.insert(markdown);
    this.#inline.space();
  }

  picture({ alt, url }: Picture): void {
    const name = `![${alt.replace(/[[\]]/g, '\\$&')}]`;
    // In a link around a picture, only the link's address is written.
    this.insert(`${name}(${this.#inline.isIn('link') ? '' : (url ?? '')})`);
  }

  /** Writes a `br`. The second one in a row begins a new paragraph. */
  lineBreak(): void {
    const { kind } = this.#top;
    if (kind.type === 'code') kind.text += '\n';
    else if (this.#inline.atLineStart) this.flush();
    else this.#inline.lineBreak();
  }

  space(): void {
    this.#inline.space();
  }

  openMark(mark: Mark): void {
    this.#inline.open(mark);
  }

  closeMark(): void {
    this.#inline.close();
  }

  /** Ends the paragraph, or in code the line. */
  flush(): void {
    const { kind, blocks } = this.#top;
    if (kind.type === 'code') {
      if (kind.text !== '' && !kind.text.endsWith('\n')) kind.text += '\n';
      return;
    }
    const paragraph = this.#inline.take();
    if (paragraph)
      blocks.push({ ...paragraph, kind: detectKind(paragraph.markdown), headingLevel: null, region: this.region });
  }

  /** Adds a generated block that is not text of the page. */
  place(block: Omit<PageBlock, 'headingLevel'>): void {
    this.flush();
    this.#top.blocks.push({ ...block, headingLevel: null, region: this.region, counts: noCounts() });
  }

  open(kind: FrameKind): void {
    this.flush();
    this.#frames.push({ kind, region: this.region, blocks: [] });
  }

  /** Opens an item with the next number of its list, or `value` if the page sets it. */
  openItem(value: number | null): void {
    this.flush();
    const list = this.#top.kind;
    if (list.type !== 'list' || list.numbering === 'none') {
      this.open({ type: 'item', marker: '- ' });
      return;
    }
    const number = value ?? list.next;
    list.next = number + list.step;
    this.open({ type: 'item', marker: `${numeral(number, list.numbering)}. ` });
  }

  openRow(section: TableRow['section']): void {
    this.flush();
    this.#table?.rows.push({ section, cells: [] });
  }

  close(): void {
    this.flush();
    const frame = this.#frames.length > 1 ? this.#frames.pop() : undefined;
    if (!frame) return;
    const isInLine = this.#frames.some((outer) => ONE_LINERS.has(outer.kind.type));
    const { blocks, kind } = this.#top;
    const frameBlocks = closeFrame(frame, this.#table, isInLine);
    const item = frame.kind.type === 'list' && kind.type === 'list' ? blocks.at(-1) : undefined;
    if (item?.kind === 'list') blocks[blocks.length - 1] = withNestedList(item, frameBlocks);
    else for (const block of frameBlocks) blocks.push(block);
  }

  /** Returns all blocks of the page. Call it once, at the end. */
  finish(): PlacedBlock[] {
    while (this.#frames.length > 1) this.close();
    this.flush();
    return this.#page.blocks;
  }

  get #top(): Frame {
    return this.#frames.at(-1) ?? this.#page;
  }

  get #table(): TableFrame | null {
    const table = this.#frames.findLast(({ kind }) => kind.type === 'table');
    return table?.kind.type === 'table' ? table.kind : null;
  }
}

/** The kind of a paragraph, which may consist of only a formula or a picture. */
function detectKind(markdown: string): BlockKind {
  if (/^\$\$[^$]+\$\$$/.test(markdown)) return 'math';
  return /^!\[(?:[^\]\\]|\\.)*\](?:\(\S*\))?$/.test(markdown) ? 'figure' : 'paragraph';
}

type TableFrame = { type: 'table'; rows: TableRow[]; caption: string; counts: Counts };

/** The kind of element that blocks are collected for. */
export type FrameKind =
  | { type: 'page' | 'quote' | 'term' | 'definition' | 'caption' }
  | { type: 'heading'; level: number }
  | { type: 'list'; numbering: Numbering; next: number; step: 1 | -1 }
  | { type: 'item'; marker: string }
  | { type: 'code'; language: string; text: string }
  | TableFrame
  | { type: 'cell'; cell: Omit<TableCell, 'text'> };

/** The sign after a heading that links to it, as in documentation. */
const PERMALINK = /(?<!\s)(?:\s*[¶🔗]|\s+[#§])$/u;

/** Blocks that are being collected. When the frame closes, they become blocks of the frame around it. */
type Frame = { kind: FrameKind; region: Region; blocks: PlacedBlock[] };

/** Adds the content of a closed frame to the frame around it. Cells and captions go to `table`. */
function closeFrame({ kind, region, blocks }: Frame, table: TableFrame | null, isInLine: boolean): PlacedBlock[] {
  const merged = (markdown: string, as: BlockKind) =>
    markdown === '' ? [] : [mergeBlocks(blocks, region, markdown, as)];
  switch (kind.type) {
    case 'page':
    case 'list':
      return blocks;
    case 'quote':
      return quoteBlocks(blocks, region);
    case 'item':
      return itemBlocks(blocks, kind.marker, region);
    case 'heading': {
      const title = line(blocks)
        .replace(/^\*\*([^*]*)\*\*$/, '$1')
        .replace(PERMALINK, '');
      if (title === '') return [];
      // A heading inside a heading replaces the outer one.
      const headingLevel = blocks.find((block) => block.headingLevel !== null)?.headingLevel ?? kind.level;
      return [{ ...mergeBlocks(blocks, region, `${'#'.repeat(headingLevel)} ${title}`, 'heading'), headingLevel }];
    }
    case 'term':
      return merged(blocks.length === 0 ? '' : `**${line(blocks).replace(/\*\*/g, '')}**`, 'definition-list');
    case 'definition':
      return merged(blocks.length === 0 ? '' : `: ${whole(blocks).replace(/\n(?=.)/g, '\n  ')}`, 'definition-list');
    case 'code':
      return codeBlocks(kind.text, kind.language, region, isInLine);
    case 'caption':
      if (table) table.caption = line(blocks);
      return [];
    case 'cell': {
      if (!table) return blocks;
      if (table.rows.length === 0) table.rows.push({ section: 'body', cells: [] });
      table.rows.at(-1)?.cells.push({ ...kind.cell, text: cellText(whole(blocks)) });
      for (const block of blocks) addCounts(table.counts, block.counts);
      return [];
    }
    case 'table':
      return [...blocks, ...tableBlocks(kind, region)];
    default:
      return kind satisfies never;
  }
}

/** Markdown for a cell or a definition, in which headings are only text. */
function whole(blocks: readonly PlacedBlock[]): string {
  return joinBlocks(blocks.map(withoutHashes));
}

function line(blocks: readonly PlacedBlock[]): string {
  return blocks.map((block) => withoutHashes(block).replace(/\s*\n\s*/g, ' ')).join(' ');
}

function withoutHashes({ markdown, headingLevel }: PlacedBlock): string {
  return headingLevel === null ? markdown : markdown.replace(/^((?:[-*+] |\d+\. )*)#+ /, '$1');
}

function codeBlocks(text: string, language: string, region: Region, isInLine: boolean): PlacedBlock[] {
  const lines = text.split('\n').filter((codeLine) => codeLine.trim() !== '');
  const markdown = isInLine ? lines.map(codeSpan).join('\n') : codeBlock(text, language);
  if (markdown === '') return [];
  const counts = { ...noCounts(), text: text.length };
  return [{ markdown, kind: isInLine ? 'paragraph' : 'code', headingLevel: null, region, counts }];
}

/** The caption and the grid. A single column is written as lines. */
function tableBlocks({ rows, caption, counts }: TableFrame, region: Region): PlacedBlock[] {
  const table = buildTable(rows, caption);
  if (table.header.length === 0) return [];
  const block = (kind: BlockKind, markdown: string) => ({ markdown, kind, headingLevel: null, region });
  const title = caption === '' ? [] : [{ ...block('paragraph', caption), counts: noCounts() }];
  if (table.header.length > 1) return [...title, { ...block('table', tableMarkdown(table)), counts, table }];
  const lines = [table.header, ...table.rows].flatMap(([cell]) => (cell ? [cell.replaceAll('<br>', '\n')] : []));
  return [...title, { ...block('paragraph', lines.join('\n\n')), counts }];
}

/** Longer quotes stay separate blocks, so that paging can stop between their paragraphs. */
const LONG_QUOTE = 2000;

/** Merges several blocks into one. */
function mergeBlocks(blocks: readonly PlacedBlock[], region: Region, markdown: string, kind: BlockKind): PlacedBlock {
  const counts: Counts = noCounts();
  for (const block of blocks) addCounts(counts, block.counts);
  return { markdown, kind, headingLevel: null, region, counts };
}

/**
 * The blocks of a list item: the first after its marker, the rest indented. They become one block, unless the item
 * contains headings (a card, a post), which would not be found in it.
 */
function itemBlocks(blocks: readonly PlacedBlock[], marker: string, region: Region): PlacedBlock[] {
  if (blocks.length === 0) return [];
  if (blocks.some((block) => block.headingLevel !== null)) {
    return blocks.map((block, index) => ({ ...block, markdown: behindMarker(block.markdown, marker, index === 0) }));
  }
  return [mergeBlocks(blocks, region, behindMarker(tightJoin(blocks), marker, true), 'list')];
}

/** Attaches a list that is directly inside a list to the item before it. */
function withNestedList(item: PlacedBlock, nested: readonly PlacedBlock[]): PlacedBlock {
  const [marker = ''] = /^\S+ /.exec(item.markdown) ?? [];
  const markdown = joinBlocks(nested.map((block) => behindMarker(block.markdown, marker, false)));
  const counts = { ...item.counts };
  for (const block of nested) addCounts(counts, block.counts);
  return markdown === ''
    ? item
    : { ...item, markdown: `${item.markdown}\n${markdown.replace(/\n{2,}/g, '\n')}`, counts };
}

function behindMarker(markdown: string, marker: string, isFirst: boolean): string {
  const indent = ' '.repeat(marker.length);
  const lines = markdown.split('\n').map((line) => (line === '' ? line : indent + line));
  return isFirst ? marker + lines.join('\n').slice(indent.length) : lines.join('\n');
}

/** Joins the text of an item and the list under it without a blank line. */
function tightJoin(blocks: readonly PlacedBlock[]): string {
  const [first, ...rest] = blocks.map((block) => block.markdown);
  if (first === undefined) return '';
  const nested = joinBlocks(rest);
  if (nested === '') return first;
  return /^(?:[-*+]|\d{1,9}[.)]) /.test(nested) ? `${first}\n${nested}` : `${first}\n\n${nested}`;
}

/** Formats blocks as a quote: one block, or several if it is long. */
function quoteBlocks(blocks: readonly PlacedBlock[], region: Region): PlacedBlock[] {
  if (blocks.length === 0) return [];
  const whole = joinBlocks(blocks.map((block) => block.markdown));
  if (whole.length <= LONG_QUOTE) return [mergeBlocks(blocks, region, quoteLines(whole), 'quote')];
  return blocks.map((block) => mergeBlocks([block], region, quoteLines(block.markdown), 'quote'));
}

function quoteLines(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
