import type { ImportDamage, ImportProblem, ProjectWithFiles } from '../contracts/index.ts';
import { EXPORT_VERSION, type ExportedRow, ExportedThread, ExportHeader, FOOTER_LINE } from './export-format.ts';
import { createPauser } from './pauses.ts';

/** The file is rejected, and nothing has been changed. */
export class ImportRefused extends Error {
  readonly problem: ImportProblem;

  constructor(problem: ImportProblem) {
    super(problem.code);
    this.name = 'ImportRefused';
    this.problem = problem;
  }
}

/**
 * Maximum length of a chat in a file, in UTF-16 units: half of Chromium's limit for a string. The size of the file is
 * not limited.
 */
export const MAX_CHAT_LENGTH = 256_000_000;

/** Maximum nesting: that of a tool input (64) and of the thread around it. */
const MAX_DEPTH = 80;

/**
 * Yields the validated threads of an export file, one at a time, each with the position where it ends, in bytes. Throws
 * ImportRefused at the first invalid one, and for a file with a project unless `withProject` is set.
 */
export async function* importedThreads(
  file: ByteSource,
  withProject: boolean,
): AsyncGenerator<{ thread: ExportedThread; bytesRead: number }> {
  let number = 0;
  let isClosed = false;
  for await (const { line, bytesRead } of readLines(file)) {
    number++;
    if (number === 1) {
      if (readHeader(line) !== null && !withProject) throw new ImportRefused({ code: 'has-project' });
    } else if (isClosed) throw damaged(number, { code: 'after-end' });
    else if (line === FOOTER_LINE) isClosed = true;
    else yield { thread: readThreadLine(line, number), bytesRead };
  }
  if (!isClosed) throw new ImportRefused({ code: 'incomplete' });
}

/** The project of an export file, or null. Throws ImportRefused. */
export async function projectInHeader(file: Blob): Promise<ProjectWithFiles | null> {
  for await (const { line } of readLines(file)) return readHeader(line);
  throw new ImportRefused({ code: 'not-ours' });
}

/** Returns the project of the file, or null. */
function readHeader(line: string): ProjectWithFiles | null {
  const headerResult = ExportHeader.safeParse(parseImportedJson(`${line}${FOOTER_LINE}`, 1));
  if (!headerResult.success) throw new ImportRefused({ code: 'not-ours' });
  if (headerResult.data.version > EXPORT_VERSION) throw new ImportRefused({ code: 'newer' });
  return headerResult.data.project ?? null;
}

function readThreadLine(line: string, number: number): ExportedThread {
  const threadResult = ExportedThread.safeParse(
    parseImportedJson(line.endsWith(',') ? line.slice(0, -1) : line, number),
  );
  if (!threadResult.success) {
    const [issue] = threadResult.error.issues;
    const detail = issue && `${issue.path.join('.')}: ${issue.message}`;
    throw damaged(number, detail === undefined ? { code: 'not-a-chat' } : { code: 'invalid', detail });
  }
  if (!isAscending(threadResult.data.events)) throw damaged(number, { code: 'out-of-order' });
  return threadResult.data;
}

/** Parses the value of a line or item. Throws if it is nested too deeply or has keys that access the prototype. */
export function parseImportedJson(json: string, line: number, maxDepth = MAX_DEPTH): unknown {
  if (measureDepth(json) > maxDepth) throw damaged(line, { code: 'too-deep' });
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    if (line === 1) throw new ImportRefused({ code: 'not-ours' });
    throw damaged(line, { code: 'not-json' });
  }
  if (hasForbiddenKey(value)) throw damaged(line, { code: 'forbidden' });
  return value;
}

function damaged(line: number, damage: ImportDamage): ImportRefused {
  return new ImportRefused({ code: 'damaged', line, damage });
}

function isAscending(events: readonly ExportedRow[]): boolean {
  return events.every(({ seq }, index) => seq > (events[index - 1]?.seq ?? 0));
}

/** The nesting depth of arrays and objects, computed without parsing. */
function measureDepth(json: string): number {
  let depth = 0;
  let deepest = 0;
  let isString = false;
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index);
    if (isString) {
      if (character === BACKSLASH) index++;
      else if (character === QUOTE) isString = false;
    } else if (character === QUOTE) isString = true;
    else if (character === OPEN_BRACKET || character === OPEN_BRACE) deepest = Math.max(deepest, ++depth);
    else if (character === CLOSE_BRACKET || character === CLOSE_BRACE) depth--;
  }
  return deepest;
}

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Whether a value has keys that would access the prototype if the object were copied carelessly. */
function hasForbiddenKey(value: unknown): boolean {
  const open = [value];
  // Without recursion, since the file determines the depth.
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each !== 'object' || each === null) continue;
    if (Object.hasOwn(each, '__proto__')) return true;
    const constructorValue = Object.hasOwn(each, 'constructor') ? (each as { constructor: unknown }).constructor : null;
    if (
      typeof constructorValue === 'object' &&
      constructorValue !== null &&
      Object.hasOwn(constructorValue, 'prototype')
    )
      return true;
    for (const inner of Object.values(each)) open.push(inner);
  }
  return false;
}

type Line = { line: string; bytesRead: number };

async function* readLines(file: ByteSource): AsyncGenerator<Line> {
  // Pieces of the incomplete line. They are joined once, since one line may be most of the file.
  let pieces: string[] = [];
  let length = 0;
  let end = 0;
  const take = (last: string): string => {
    const line = pieces.join('') + last;
    pieces = [];
    length = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  for await (const { text, bytesRead } of decodeFilePieces(file)) {
    const [first = '', ...others] = text.split('\n');
    length += first.length;
    if (length > MAX_CHAT_LENGTH) throw new ImportRefused({ code: 'chat-too-large' });
    const rest = others.pop();
    if (rest === undefined) pieces.push(first);
    else {
      for (const line of [take(first), ...others.map(take)]) yield { line, bytesRead };
      pieces.push(rest);
      length = rest.length;
    }
    end = bytesRead;
  }
  const line = take('');
  if (line !== '') yield { line, bytesRead: end };
}

/** The file is not text. */
export class NotTextError extends Error {}

/** A file, or a file in an archive. */
export type ByteSource = { stream: () => ReadableStream<Uint8Array<ArrayBuffer>> };

/** Browsers read files in pieces of up to 2 MB, which are too large for progress reports. */
const PIECE_BYTES = 65_536;

/**
 * The text of a file in small pieces, each with the number of bytes read so far. Reads UTF-8, or UTF-16 with a byte
 * order mark, as written by PowerShell and Notepad. Throws `NotTextError`.
 */
export async function* decodeFilePieces(file: ByteSource): AsyncGenerator<{ text: string; bytesRead: number }> {
  const reader = file.stream().getReader();
  let decoder: TextDecoder | null = null;
  let bytesRead = 0;
  const pause = createPauser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      decoder ??= new TextDecoder(detectEncoding(value), { fatal: true });
      for (let at = 0; at < (value?.length ?? 0); at += PIECE_BYTES) {
        const piece = value?.subarray(at, at + PIECE_BYTES);
        bytesRead += piece?.length ?? 0;
        await pause();
        yield { text: decode(decoder, piece, false), bytesRead };
      }
      if (!done) continue;
      yield { text: decode(decoder, undefined, true), bytesRead };
      return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The first read returns at least two bytes, unless the file is shorter. */
function detectEncoding(start: Uint8Array | undefined): string {
  if (start?.[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start?.[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined, isLast: boolean): string {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch {
    throw new NotTextError('The file is no text.');
  }
}
