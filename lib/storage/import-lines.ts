import { t } from '../i18n/index.ts';
import { EXPORT_VERSION, type ExportedRow, ExportedThread, ExportHeader, FOOTER_LINE } from './export-format.ts';

/** The file is rejected for the reason in the message. Nothing has been changed. */
export class ImportRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportRefused';
  }
}

/** Maximum size of an import file: 1 GB. */
const MAX_BYTES = 1_000_000_000;

/** Maximum length of a line, which is one thread, in UTF-16 units. */
const MAX_LINE = 32_000_000;

/** Maximum nesting: that of any tool input (64) and of the thread around it. */
const MAX_DEPTH = 80;

/** Yields the validated threads of an export file, one at a time. Throws ImportRefused at the first invalid one. */
export async function* importedThreads(file: Blob): AsyncGenerator<ExportedThread> {
  if (file.size > MAX_BYTES) throw new ImportRefused(t('importTooLarge'));
  let number = 0;
  let isClosed = false;
  for await (const line of linesOf(file)) {
    number++;
    if (number === 1) readHeader(line);
    else if (isClosed) throw damaged(number, t('importAfterEnd'));
    else if (line === FOOTER_LINE) isClosed = true;
    else yield readThreadLine(line, number);
  }
  if (!isClosed) throw new ImportRefused(t('importBreaksOff'));
}

function readHeader(line: string): void {
  const parsed = ExportHeader.safeParse(parseJson(`${line}${FOOTER_LINE}`, 1));
  if (!parsed.success) throw new ImportRefused(t('importNotOurs'));
  if (parsed.data.version > EXPORT_VERSION) throw new ImportRefused(t('importNewer'));
}

function readThreadLine(line: string, number: number): ExportedThread {
  const parsed = ExportedThread.safeParse(parseJson(line.endsWith(',') ? line.slice(0, -1) : line, number));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw damaged(number, issue ? `${issue.path.join('.')}: ${issue.message}` : t('importNoChat'));
  }
  if (!isAscending(parsed.data.events)) throw damaged(number, t('importOutOfOrder'));
  return parsed.data;
}

function parseJson(json: string, line: number): unknown {
  if (depthOf(json) > MAX_DEPTH) throw damaged(line, t('importTooDeep'));
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    if (line === 1) throw new ImportRefused(t('importNotOurs'));
    throw damaged(line, t('importNoJson'));
  }
  if (hasForbiddenKey(value)) throw damaged(line, t('importForbidden'));
  return value;
}

function damaged(line: number, why: string): ImportRefused {
  return new ImportRefused(t('importDamaged', { line, reason: why }));
}

function isAscending(events: readonly ExportedRow[]): boolean {
  return events.every(({ seq }, index) => seq > (events[index - 1]?.seq ?? 0));
}

/** The nesting depth of arrays and objects, computed without parsing. */
function depthOf(json: string): number {
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

/** Keys that access the prototype when an object is copied carelessly. */
function hasForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.hasOwn(value, '__proto__')) return true;
  const made = Object.hasOwn(value, 'constructor') ? (value as { constructor: unknown }).constructor : null;
  if (typeof made === 'object' && made !== null && Object.hasOwn(made, 'prototype')) return true;
  return Object.values(value).some(hasForbiddenKey);
}

async function* linesOf(file: Blob): AsyncGenerator<string> {
  const reader = file
    .stream()
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + (value ?? '')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield bounded(line);
      bounded(rest);
      if (!done) continue;
      if (rest !== '') yield rest;
      return;
    }
  } catch (error) {
    // The decoder throws a TypeError for bytes that are not UTF-8.
    if (error instanceof TypeError) throw new ImportRefused(t('importNoText'));
    throw error;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function bounded(line: string): string {
  if (line.length > MAX_LINE) throw new ImportRefused(t('importChatTooLarge'));
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
