import type { BlockKind, PageBlock } from '../../contracts/index.ts';
import type { Picture } from '../capture/picture.ts';
import { cleanText } from '../dom/clean-text.ts';
import { noCounts, type PlacedBlock, type Region } from '../dom/region.ts';
import { closeFrame, type Frame, type FrameKind, type TableFrame } from './block-frame.ts';
import { Inline, type Mark } from './inline.ts';
import type { TableRow } from './table-grid.ts';

const oneLiners = new Set<FrameKind['type']>(['heading', 'cell', 'caption', 'term']);

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

  /** Adds Markdown of our own inside the paragraph: an image, a form field. */
  insert(markdown: string): void {
    if (this.#top.kind.type === 'code' || markdown === '') return;
    this.#inline.markdown(markdown);
  }

  /** The same with space around it. */
  insertApart(markdown: string): void {
    if (markdown === '') return;
    this.#inline.space();
    this.insert(markdown);
    this.#inline.space();
  }

  picture({ alt, url }: Picture): void {
    const name = `![${alt.replace(/[[\]]/g, '\\$&')}]`;
    // In a link around a picture only the link's address is written.
    this.insert(`${name}(${this.#inline.isIn('link') ? '' : (url ?? '')})`);
  }

  /** Writes a `br`; the second one in a row begins a new paragraph. */
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

  /** Ends the paragraph; in code, the line. */
  flush(): void {
    const { kind, blocks } = this.#top;
    if (kind.type === 'code') {
      if (kind.text !== '' && !kind.text.endsWith('\n')) kind.text += '\n';
      return;
    }
    const paragraph = this.#inline.take();
    if (paragraph)
      blocks.push({ ...paragraph, kind: kindOf(paragraph.markdown), headingLevel: null, region: this.region });
  }

  /** Adds a block of our own that is not text of the page. */
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
    const isNumbered = list.type === 'list' && list.ordered;
    const number = value ?? (isNumbered ? list.next : 0);
    if (isNumbered) list.next = number + 1;
    this.open({ type: 'item', marker: isNumbered ? `${number}. ` : '- ' });
  }

  openRow(section: TableRow['section']): void {
    this.flush();
    this.#table?.rows.push({ section, cells: [] });
  }

  close(): void {
    this.flush();
    const frame = this.#frames.length > 1 ? this.#frames.pop() : undefined;
    if (!frame) return;
    const isInLine = this.#frames.some((outer) => oneLiners.has(outer.kind.type));
    const { blocks } = this.#top;
    for (const block of closeFrame(frame, this.#table, isInLine)) blocks.push(block);
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
function kindOf(markdown: string): BlockKind {
  if (/^\$\$[^$]+\$\$$/.test(markdown)) return 'math';
  return /^!\[(?:[^\]\\]|\\.)*\](?:\(\S*\))?$/.test(markdown) ? 'figure' : 'paragraph';
}
