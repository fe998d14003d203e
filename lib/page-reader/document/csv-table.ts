import type { PageTable } from '../../contracts/index.ts';
import { cleanText } from '../../text/index.ts';
import { escapeInline } from './markdown-text.ts';
import { cellText } from './table-grid.ts';

const SEPARATORS = [',', ';', '\t', '|'];
/**
 * `headCharacters`: how much of a text decides about its separator, `headRows`: how many rows decide whether the first
 * one names the columns; `regularShare`: of the rows that have as many cells as the first; `numberShare`: of the cells
 * of a column of numbers.
 */
const LIMITS = { headCharacters: 20_000, headRows: 50, columns: 200, regularShare: 0.9, numberShare: 0.6 };

/** Whether a document is a table of values, by its type, or by its name if the server calls it text. */
export function isCsv(contentType: string, url: string): boolean {
  if (/csv|tab-separated/.test(contentType)) return true;
  return contentType.startsWith('text/plain') && /\.(?:csv|tsv|tab)$/i.test(URL.parse(url)?.pathname ?? '');
}

/**
 * The table in a text of comma-separated values (RFC 4180), also with semicolons, tabs or bars between them; null if
 * the text is not regular enough to be one. `isCut`: the text ends within a row.
 */
export function csvTable(text: string, isCut: boolean): PageTable | null {
  const separator = findSeparator(text, isCut);
  if (separator === null) return null;
  const all = readRecords(text, separator);
  const records = isCut ? all.slice(0, -1) : all;
  const width = records.reduce((most, { length }) => Math.max(most, length), 0);
  if (!isRegular(records) || width > LIMITS.columns) return null;
  const cells = records.map((record) => Array.from({ length: width }, (_, column) => toCell(record[column] ?? '')));
  const [first = [], ...rest] = cells;
  return namesColumns(first, rest.slice(0, LIMITS.headRows))
    ? { caption: '', header: first, rows: rest }
    : { caption: '', header: first.map(() => ''), rows: cells };
}

/** The separator that gives regular rows with the most cells. */
function findSeparator(text: string, isCut: boolean): string | null {
  const isWhole = !isCut && text.length <= LIMITS.headCharacters;
  const head = text.slice(0, LIMITS.headCharacters);
  let best: { separator: string; width: number } | null = null;
  for (const separator of SEPARATORS) {
    const records = readRecords(head, separator).slice(0, isWhole ? undefined : -1);
    const width = records[0]?.length ?? 0;
    if (isRegular(records) && width > (best?.width ?? 1)) best = { separator, width };
  }
  return best?.separator ?? null;
}

function isRegular(records: readonly string[][]): boolean {
  const width = records[0]?.length ?? 0;
  const regular = records.filter(({ length }) => length === width).length;
  return records.length >= 2 && width >= 2 && regular >= records.length * LIMITS.regularShare;
}

/**
 * The cells of each row. Quotation marks within a cell stay, and so does one that is never closed. Empty lines are left
 * out.
 */
function readRecords(text: string, separator: string): string[][] {
  const mark = separator === '\t' ? '\\t' : `\\${separator}`;
  const pattern = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^${mark}\\r\\n]*))(${mark}|\\r\\n?|\\n|$)`, 'y');
  const records: string[][] = [];
  let record: string[] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, quoted, plain = '', end] = match;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === separator) continue;
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
    if (end === '') break;
  }
  return records;
}

/** A value as Markdown on one line. */
function toCell(value: string): string {
  return cellText(escapeInline(cleanText(value).replace(/\r\n?/g, '\n')));
}

const NUMBER = /^[-+−]?\d[\d.,'’\s]*%?$/;
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Whether the first row has the names of the columns: one of a column of numbers is none, or nothing in the table is a
 * number.
 */
function namesColumns(first: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const columns = first.flatMap((name, column) => {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
    const numbers = cells.filter((cell) => NUMBER.test(cell)).length;
    return cells.length > 0 && numbers >= cells.length * LIMITS.numberShare ? [{ name, cells }] : [];
  });
  // A column can be called by its year.
  const isName = ({ name, cells }: { name: string; cells: readonly string[] }) =>
    !NUMBER.test(name) || (YEAR.test(name) && !cells.some((cell) => YEAR.test(cell)));
  return columns.length === 0 || columns.some(isName);
}
