import type { ExportedThread } from '../export-format.ts';
import type { ByteSource } from '../import-lines.ts';
import { ollamaClient, PAGE_ASSIST_LIST, PageAssistDownload, pageAssist } from './browser-assistants.ts';
import { chatGpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { deepSeek } from './deepseek.ts';
import { type ForeignChat, type ForeignFormat, type Loss, toExportedThread } from './foreign-chat.ts';
import { GeminiChats, readGeminiActivity } from './gemini.ts';
import { GROK_LIST, grok } from './grok.ts';
import { jsonItems } from './json-items.ts';
import { libreChat } from './librechat.ts';
import { openWebUi } from './open-webui.ts';

/**
 * A chat is read by the first format that accepts it. DeepSeek's comes before ChatGPT's because both are trees of
 * nodes.
 */
const FORMATS: readonly ForeignFormat[] = [
  deepSeek,
  chatGpt,
  claude,
  openWebUi,
  libreChat,
  pageAssist,
  ollamaClient,
  grok,
];

const LISTS = [PAGE_ASSIST_LIST, GROK_LIST];

/**
 * One chat of a file: a thread with its losses, `unreadable`, or `empty`. `cut`: the file ended within this chat.
 * `bytesRead`: the position in the file where the chat ends.
 */
export type ForeignItem = { bytesRead: number } & (
  | { type: 'thread'; thread: ExportedThread; lost: readonly Loss[] }
  | { type: 'unreadable' | 'empty' | 'cut' }
);

/**
 * Yields the chats of a file from another application, one at a time, so that files of any size can be read. `now`: the
 * date of chats without one. `parse` parses the JSON of one item, or returns undefined. A file in an unknown format
 * yields only `unreadable` items.
 */
export async function* foreignThreads(
  file: ByteSource,
  now: number,
  parse: (json: string) => unknown,
): AsyncGenerator<ForeignItem> {
  const gemini = new GeminiChats();
  const download = new PageAssistDownload();
  let end = 0;
  for await (const { json, isCut, bytesRead } of jsonItems(file, LISTS)) {
    end = bytesRead;
    if (isCut) yield { type: 'cut', bytesRead };
    else {
      const value = parse(json);
      if (!download.add(value)) yield* readItem(value, gemini, now, bytesRead);
    }
  }
  const last = gemini.end();
  if (last !== null) yield toForeignItem('Gemini', last, now, end);
  const downloaded = download.end();
  if (downloaded !== null) yield toForeignItem(pageAssist.name, downloaded, now, end);
}

/**
 * The chats of one item. One that is too large or too deep for the browser is unreadable, so that the others are
 * imported.
 */
function readItem(value: unknown, gemini: GeminiChats, now: number, bytesRead: number): ForeignItem[] {
  try {
    const activity = readGeminiActivity(value);
    if (activity !== null) {
      const chat = activity.isAsked ? gemini.add(activity) : null;
      return chat === null ? [] : [toForeignItem('Gemini', chat, now, bytesRead)];
    }
    const read = readChats(value);
    if (read === null) return [{ type: 'unreadable', bytesRead }];
    return read.chats.map((chat) => toForeignItem(read.format, chat, now, bytesRead));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ type: 'unreadable', bytesRead }];
  }
}

function toForeignItem(format: string, chat: ForeignChat, now: number, bytesRead: number): ForeignItem {
  const lost = chat.messages.flatMap((message) => message.lost);
  const thread = toExportedThread(format, chat, now);
  if (thread !== null) return { type: 'thread', thread, lost, bytesRead };
  return { type: lost.includes('message') ? 'unreadable' : 'empty', bytesRead };
}

function readChats(value: unknown): { format: string; chats: ForeignChat[] } | null {
  for (const { name, read } of FORMATS) {
    const chats = read(value);
    if (chats !== null) return { format: name, chats };
  }
  return null;
}
