import type { Secret } from '../../contracts/index.ts';
import { CODE_NAME, KEY_NAME, PASSWORD_NAME } from '../../language/index.ts';
import { hasMixedCharacters } from './secret.ts';

/** The text of a cell that names the content of the cells below it. */
const COLUMN_NAME = new RegExp(
  `^[\\s*_\`]*(?:${KEY_NAME}|${PASSWORD_NAME}|${CODE_NAME}|cvv2?|cvc2?|pin|tan)[\\s*_\`:：]*$`,
  'iu',
);
/** Longer cells are not names. */
const MAX_NAME = 60;

/** A row of a table in Markdown, and its separator line. */
const ROW = /^[ \t]{0,8}\|.*$/gm;
const LINE = /^[\s|:-]+$/;

/**
 * Finds the secrets in table columns with a name above them, in the header or in a cell. `find` finds the secrets in a
 * text where a name precedes the value.
 */
export function findInColumns(text: string, find: (named: string) => Secret[]): Secret[] {
  const secrets: Secret[] = [];
  let names = new Map<number, string>();
  let end = -1;
  for (const { 0: row, index } of text.matchAll(ROW)) {
    // Rows of one table are only separated by a line end.
    if (index !== end + 1) names = new Map();
    end = index + row.length;
    if (LINE.test(row)) continue;
    for (const [column, cell] of splitCells(row).entries()) {
      if (cell.text.length <= MAX_NAME && COLUMN_NAME.test(cell.text)) names.set(column, cell.text.trim());
      else if (names.has(column)) secrets.push(...inCell(cell, index, names.get(column) ?? '', find));
    }
  }
  return secrets;
}

type Cell = { text: string; at: number };

function splitCells(row: string): Cell[] {
  let at = row.indexOf('|') + 1;
  return row
    .slice(at)
    .split(/(?<!\\)\|/)
    .map((text) => {
      const cell = { text, at };
      at += text.length + 1;
      return cell;
    });
}

function inCell({ text, at }: Cell, row: number, name: string, find: (named: string) => Secret[]): Secret[] {
  const before = `${name.replace(/(?<![\s*_`:：])[\s*_`:：]+$/, '')}: `;
  const value = text.trimStart();
  const place = row + at + text.length - value.length;
  return find(before + value.trimEnd()).flatMap(({ kind, start, end }) => {
    const [from, to] = [start - before.length, end - before.length];
    // Tables compare passwords with other things, in words.
    const isSecret = from >= 0 && (kind !== 'password' || hasMixedCharacters(value.slice(from, to)));
    return isSecret ? [{ kind, start: place + from, end: place + to }] : [];
  });
}
