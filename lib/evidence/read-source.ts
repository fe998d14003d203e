import { type ReadableText, TextBuilder } from './readable-text.ts';

/**
 * Columns of a table are separated by pipes, tabs, a gap of three spaces, or dots that lead from a label to its value.
 */
const COLUMN_GAP = /\t+| {3,}| ?\.{4,} ?/;
/** Pages without Markdown may also use only pipes between cells. */
const INNER_PIPE = /\S \| \S/;
const MIN_LENGTH_OF_WRAPPED_LINE = 55;

/**
 * Returns the text of a source without its markup. Sources are pages as Markdown, tables of files, or plain text with
 * wrapped lines. They are read line by line, because Markdown's rules for indentation would hide text of the other
 * kinds.
 */
export function readSource(source: string): ReadableText {
  const reader = new SourceReader();
  let offset = 0;
  for (const line of source.split('\n')) {
    reader.readLine(line.replace(/\r$/, ''), offset);
    offset += line.length + 1;
  }
  reader.endParagraph();
  return reader.builder.finish();
}

type Line = { text: string; offset: number };

class SourceReader {
  readonly builder = new TextBuilder();
  #paragraph: Line[] = [];
  #rows: { cells: Line[]; isRule: boolean; isPiped: boolean }[] = [];
  #tables = 0;

  readLine(text: string, offset: number) {
    const cells = splitCells(text, offset);
    if (cells) {
      this.#writeParagraph();
      this.#rows.push({
        cells,
        isPiped: text.includes('|'),
        isRule: cells.every((cell) => /^[\s:-]*$/.test(cell.text)) && text.includes('-'),
      });
      return;
    }
    this.#writeTable();
    const marker = /^\s*(?:#{1,6}\s+|(?:>\s?)+|[-*+•·]\s+|\d{1,3}[.)]\s+(?=\S))?/.exec(text)?.[0] ?? '';
    const rest = text.slice(marker.length);
    if (!rest.trim()) return this.endParagraph();
    const line = { text: rest, offset: offset + marker.length };
    const previous = this.#paragraph.at(-1);
    if (marker.trim() || !previous || !isWrapped(previous.text)) this.#writeParagraph();
    if (marker.trim().startsWith('#')) this.builder.block('heading', () => this.#writeLine(line));
    else this.#paragraph.push(line);
  }

  endParagraph() {
    this.#writeParagraph();
    this.#writeTable();
  }

  #writeParagraph() {
    if (this.#paragraph.length === 0) return;
    this.builder.block('paragraph', () => {
      for (const line of this.#paragraph) {
        this.#writeLine(line);
        this.builder.appendMark(' ', line.offset + line.text.length);
      }
    });
    this.#paragraph = [];
  }

  #writeTable() {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    if (rows.length === 1 && !rows[0]?.isRule) {
      this.builder.block('paragraph', () => {
        for (const cell of rows[0]?.cells ?? []) {
          this.#writeLine(cell);
          this.builder.appendMark(' ', cell.offset);
        }
      });
      return;
    }
    const table = this.#tables;
    this.#tables += 1;
    const hasRule = rows[1]?.isRule ?? false;
    // Above labels, a header has no cell if only gaps separate the columns.
    if (
      !rows[0]?.isPiped &&
      rows.length > 1 &&
      rows.slice(1).every(({ cells }) => cells.length === (rows[0]?.cells.length ?? 0) + 1)
    )
      rows[0]?.cells.unshift({ text: '', offset: rows[0].cells[0]?.offset ?? 0 });
    const first = rows[0]?.cells ?? [];
    const hasHeader = hasRule || first.every((cell) => !/\d/.test(cell.text) || /^\s*\d{4}\s*$/.test(cell.text));
    rows
      .filter(({ isRule }) => !isRule)
      .forEach(({ cells }, row) => {
        cells.forEach((cell, column) => {
          this.builder.block('cell', () => this.#writeLine(cell), {
            cell: { table, row, column, isHeader: hasHeader && row === 0 },
          });
        });
      });
  }

  /**
   * Appends a line without emphasis, code marks, addresses of links, pictures (whose descriptions a page does not
   * show), and escapes.
   */
  #writeLine({ text, offset }: Line) {
    const markup =
      /!?\[([^[\]]*)\]\([^()]*\)|\*\*|__|`+|(?<![\p{L}\d*])\*(?=\S)|(?<=\S)\*(?![\p{L}\d*])|\\(?=[!-/:-@[-`{-~])|<br\s*\/?>|\[\^?\d{1,3}\]/giu;
    let at = 0;
    for (const match of text.matchAll(markup)) {
      this.builder.append(text.slice(at, match.index), offset + at);
      at = match.index + match[0].length;
      if (match[1] !== undefined && !match[0].startsWith('!'))
        this.builder.append(match[1], offset + match.index + match[0].indexOf(match[1]));
      else if (/^<br/i.test(match[0])) this.builder.appendMark(' ', offset + match.index);
    }
    this.builder.append(text.slice(at), offset + at);
  }
}

function isWrapped(line: string): boolean {
  return line.length >= MIN_LENGTH_OF_WRAPPED_LINE && !/[.!?:;。！？।؟]["'”’»)]*\s*$/u.test(line);
}

function splitCells(text: string, offset: number): Line[] | null {
  const isPiped = (/^\s*\|/.test(text) && text.lastIndexOf('|') > text.indexOf('|')) || INNER_PIPE.test(text);
  if (!isPiped && !(COLUMN_GAP.test(text.trim()) && text.trim().length > 0)) return null;
  const separator = isPiped ? /(?<!\\)\|/g : new RegExp(COLUMN_GAP, 'g');
  const cells: Line[] = [];
  let at = text.length - text.trimStart().length;
  if (text[at] === '|') at += 1;
  const end = isPiped ? text.trimEnd().replace(/\|$/, '').length : text.trimEnd().length;
  for (const match of [...text.slice(0, end).matchAll(separator)]) {
    if (match.index < at) continue;
    push(at, match.index);
    at = match.index + match[0].length;
  }
  push(at, end);
  return cells;

  function push(from: number, to: number) {
    const cell = text.slice(from, to);
    cells.push({ text: cell.trim(), offset: offset + from + cell.length - cell.trimStart().length });
  }
}
