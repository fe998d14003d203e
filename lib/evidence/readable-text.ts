import { memoize } from '../control-flow/index.ts';
import { normalizeCharacters } from './characters.ts';

/** A part of a text that is read as a unit: a paragraph, a heading, an item of a list, a cell of a table. */
export type Block = {
  kind: 'paragraph' | 'heading' | 'item' | 'cell' | 'quote';
  start: number;
  end: number;
  /** The heading above, as the index of its block. -1 if there is none. */
  heading: number;
  cell?: { table: number; row: number; column: number; isHeader: boolean };
  /** The number of items in the list that this block introduces or belongs to. */
  items?: number;
};

/** The words of a document without its markup, and the origin of each character. */
export type ReadableText = {
  /** With digits and separators in ASCII. */
  text: string;
  /** The same text as written. */
  written: string;
  /** The offset in the document for each character of `text`. */
  offsets: readonly number[];
  blocks: readonly Block[];
  /** Strong text, which often names the topic of a paragraph. */
  strong: readonly { start: number; end: number }[];
};

const mapCells = memoize(
  ({ blocks }: ReadableText): ReadonlyMap<string, Block> =>
    new Map(blocks.flatMap((block) => (block.cell ? [[keyOfCell(block.cell), block] as const] : []))),
);

function keyOfCell({ table, row, column }: { table: number; row: number; column: number }): string {
  return `${table}:${row}:${column}`;
}

/** A cell of a table; undefined if it is empty or the table has no such row or column. */
export function findCell(
  readable: ReadableText,
  place: { table: number; row: number; column: number },
): Block | undefined {
  return mapCells(readable).get(keyOfCell(place));
}

/** What a cell of a table says; empty without one. */
export function readCell(readable: ReadableText, place: { table: number; row: number; column: number }): string {
  const cell = findCell(readable, place);
  return cell ? readable.text.slice(cell.start, cell.end) : '';
}

/** Collects the text of a document block by block. */
export class TextBuilder {
  readonly #parts: string[] = [];
  readonly #offsets: number[] = [];
  readonly #blocks: Block[] = [];
  readonly #strong: { start: number; end: number }[] = [];
  #heading = -1;

  get length(): number {
    return this.#offsets.length;
  }

  append(text: string, offset: number) {
    this.#parts.push(text);
    for (let index = 0; index < text.length; index += 1) this.#offsets.push(offset + index);
  }

  /** Appends text that replaces markup. All of its characters have the same offset. */
  appendMark(mark: string, offset: number) {
    this.#parts.push(mark);
    for (let index = 0; index < mark.length; index += 1) this.#offsets.push(offset);
  }

  /** Runs `write`, and turns what it appended into a block. */
  block(kind: Block['kind'], write: () => void, more: Pick<Block, 'cell' | 'items'> = {}) {
    const start = this.length;
    write();
    if (this.length === start) return;
    if (kind === 'heading') this.#heading = this.#blocks.length;
    this.#blocks.push({ kind, start, end: this.length, heading: kind === 'heading' ? -1 : this.#heading, ...more });
    this.appendMark('\n', this.#offsets.at(-1) ?? 0);
  }

  strong(write: () => void) {
    const start = this.length;
    write();
    this.#strong.push({ start, end: this.length });
  }

  finish(): ReadableText {
    const rawText = this.#parts.join('');
    return {
      text: normalizeCharacters(rawText),
      written: rawText,
      offsets: this.#offsets,
      blocks: this.#blocks,
      strong: this.#strong,
    };
  }
}
