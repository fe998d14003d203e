import { type PageBlock, type PageTable, type Secret, SecretKind } from '../contracts/index.ts';
import { LINK_DESTINATION } from '../text/index.ts';
import { findSecrets } from './secrets/find-secrets.ts';

/**
 * Secrets are found in a whole document, but tools return parts of it, in which half a number or ten lines of a key are
 * no longer recognized. Therefore every character of a secret is followed by a mark, which stays with it however the
 * text is split, until the result is complete. Marks are characters that never occur in texts (Unicode 23.7,
 * noncharacters). The page reader removes them.
 */
const FIRST_MARK = 0xfdd0;
const KINDS = SecretKind.options;
const MARK = /[\uFDD0-\uFDD6]/;
const MARKS = /[\uFDD0-\uFDD6]/g;

/** Returns a text with marked secrets: those that are found in it and the `knownSecrets`. */
export function markedText(text: string, knownSecrets: readonly Secret[] = []): string {
  return withMarks(text, [...findSecrets(text), ...knownSecrets]);
}

/** Returns the secrets that overlap a part of a text, by their positions in that part. */
export function secretsWithin(secrets: readonly Secret[], start: number, end: number): Secret[] {
  return secrets.flatMap((secret) =>
    secret.start < end && secret.end > start
      ? [{ kind: secret.kind, start: Math.max(secret.start, start) - start, end: Math.min(secret.end, end) - start }]
      : [],
  );
}

/**
 * Returns blocks of one document, in reading order, with their secrets marked. Returns the same blocks if there are
 * none.
 */
export function markedBlocks(blocks: readonly PageBlock[]): readonly PageBlock[] {
  const secrets = findSecrets(blocks.map(({ markdown }) => markdown).join(GAP));
  if (secrets.length === 0) return blocks;
  let start = 0;
  return blocks.map((block) => {
    const inside = secretsWithin(secrets, start, start + block.markdown.length);
    start += block.markdown.length + GAP.length;
    return inside.length === 0 ? block : markedBlock(block, inside);
  });
}

const GAP = '\n\n';

function markedBlock(block: PageBlock, secrets: readonly Secret[]): PageBlock {
  const markdown = withMarks(block.markdown, secrets);
  const { table } = block;
  return table === undefined
    ? { ...block, markdown }
    : { ...block, markdown, table: markedTable(table, block, secrets) };
}

/** The cells contain the same secrets as the text of the table, or parts of them. */
function markedTable(table: PageTable, { markdown }: PageBlock, secrets: readonly Secret[]): PageTable {
  const pieces = secrets.flatMap(({ kind, start, end }) =>
    markdown
      .slice(start, end)
      .split(/(?<!\\)\||\n/)
      .map((piece) => ({ kind, text: piece.replaceAll('\\|', '|').trim() })),
  );
  const cell = (text: string) => {
    const cellSecrets = pieces.flatMap(({ kind, text: piece }): Secret[] => {
      const start = piece === '' ? -1 : text.indexOf(piece);
      return start < 0 ? [] : [{ kind, start, end: start + piece.length }];
    });
    return cellSecrets.length === 0 ? text : withMarks(text, cellSecrets);
  };
  return { caption: cell(table.caption), header: table.header.map(cell), rows: table.rows.map((row) => row.map(cell)) };
}

function withMarks(text: string, secrets: readonly Secret[]): string {
  const marks = new Map<number, string>();
  for (const { kind, start, end } of secrets)
    for (let at = start; at < end; at++) marks.set(at, String.fromCharCode(FIRST_MARK + KINDS.indexOf(kind)));
  // Link addresses stay unmarked, because they are opened. They are never split, so their secrets are found in every
  // part.
  for (const { 0: destination, index } of text.matchAll(LINK_DESTINATION))
    for (let at = index; at < index + destination.length; at++) marks.delete(at);
  let result = '';
  let at = 0;
  for (const character of text) {
    const mark = marks.get(at);
    const end = at + character.length;
    const isEscape = character === '\\' && /[^\w\s]/.test(text.charAt(end));
    result += mark === undefined || isEscape ? character : character + mark;
    at = end;
  }
  return result;
}

/** Returns a text without its marks, and the secrets or parts of secrets that were marked. */
export function unmarkedText(text: string): { text: string; secrets: Secret[] } {
  if (!MARK.test(text)) return { text, secrets: [] };
  const secrets: Secret[] = [];
  let plain = '';
  let before = 0;
  for (const character of text) {
    if (!MARK.test(character)) {
      before = plain.length;
      plain += character;
      continue;
    }
    const kind = KINDS[character.charCodeAt(0) - FIRST_MARK];
    const last = secrets.at(-1);
    if (kind === undefined || before === plain.length) continue;
    if (last?.kind === kind && isTogether(plain.slice(last.end, before))) last.end = plain.length;
    else secrets.push({ kind, start: before, end: plain.length });
  }
  return { text: plain, secrets };
}

/** Whether two marked characters belong together: an escape in Markdown has no mark. */
function isTogether(between: string): boolean {
  return between === '' || between === '\\';
}

/** Returns a value without marks in its texts. */
export function withoutMarks<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replace(MARKS, '') as Value;
  if (Array.isArray(value)) return value.map(withoutMarks) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutMarks(each)])) as Value;
}
