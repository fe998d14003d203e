import type { ExportedThread } from '../export-format.ts';
import { ollamaClient, PAGE_ASSIST_LIST, pageAssist } from './browser-assistants.ts';
import { chatGpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { type ForeignChat, type ForeignFormat, type Loss, toExportedThread } from './foreign-chat.ts';
import { jsonItems } from './json-items.ts';
import { libreChat } from './librechat.ts';
import { openWebUi } from './open-webui.ts';

const FORMATS: readonly ForeignFormat[] = [chatGpt, claude, openWebUi, libreChat, pageAssist, ollamaClient];

/**
 * One chat of a file: as a thread of ours with what could not come along, or `unreadable`, or `empty`. `bytesRead`: how far
 * into the file it ends.
 */
export type ForeignItem = { bytesRead: number } & (
  | { type: 'thread'; thread: ExportedThread; lost: readonly Loss[] }
  | { type: 'unreadable' | 'empty' }
);

/**
 * The chats of a file that another application exported, one at a time, so that files of any size can be read. `now`: the date
 * of chats without one. `parse` reads the JSON of one item and throws what it refuses. A file in no known format gives
 * `unreadable` items alone.
 */
export async function* foreignThreads(
  file: Blob,
  now: number,
  parse: (json: string) => unknown,
): AsyncGenerator<ForeignItem> {
  for await (const { json, bytesRead } of jsonItems(file, PAGE_ASSIST_LIST)) {
    const read = readChats(parse(json));
    if (read === null) yield { type: 'unreadable', bytesRead };
    for (const chat of read?.chats ?? []) {
      const thread = toExportedThread(read?.format ?? '', chat, now);
      if (thread === null) yield { type: 'empty', bytesRead };
      else yield { type: 'thread', thread, lost: chat.messages.flatMap(({ lost }) => lost), bytesRead };
    }
  }
}

function readChats(value: unknown): { format: string; chats: ForeignChat[] } | null {
  for (const { name, read } of FORMATS) {
    const chats = read(value);
    if (chats !== null) return { format: name, chats };
  }
  return null;
}
