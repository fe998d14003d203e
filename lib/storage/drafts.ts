import {
  type AttachedFile,
  MEMORY_LIMITS,
  type MemoryProposal,
  type ModelRef,
  type QueuedMessage,
} from '../contracts/index.ts';
import type { Draft, SidenoteDb } from './db.ts';
import { forgetTypedText, isTypedText, keepTypedText, listTypedTexts } from './typed-text.ts';

type Contents = Pick<Draft, 'text' | 'model'> & {
  files: AttachedFile[];
  filled: string[];
  queue: QueuedMessage[];
  proposals: MemoryProposal[];
};

/** Replaces the fields of a thread's draft that `change` returns. A draft without any contents is deleted. */
function changeDraft(db: SidenoteDb, threadId: string, change: (draft: Contents) => Partial<Contents>): Promise<void> {
  return db.transaction('rw', db.drafts, async () => {
    const before = { text: '', files: [], filled: [], queue: [], proposals: [], ...(await db.drafts.get(threadId)) };
    const { text, model, files, filled, queue, proposals }: Contents = { ...before, ...change(before) };
    const rest = {
      ...(model && { model }),
      ...(files.length > 0 && { files }),
      // When the text is emptied, the filled-in parts are forgotten.
      ...(text !== '' && filled.length > 0 && { filled }),
      ...(queue.length > 0 && { queue }),
      ...(proposals.length > 0 && { proposals }),
    };
    if (text === '' && Object.keys(rest).length === 0) await db.drafts.delete(threadId);
    else await db.drafts.put({ threadId, text, ...rest, changedAt: Date.now() });
  });
}

/** The text that the user has written in a chat without messages. */
export type UnsentChat = { threadId: string; text: string; files: readonly string[] };

/**
 * Drafts of chats whose first question was not sent, newest first. A selected model alone does not count as a draft.
 */
export async function unsentChats(db: SidenoteDb): Promise<UnsentChat[]> {
  const drafts = await db.drafts.filter(({ text, files }) => text.trim() !== '' || files !== undefined).toArray();
  const threads = await db.threads.bulkGet(drafts.map(({ threadId }) => threadId));
  return drafts
    .filter((_, index) => threads[index] === undefined)
    .toSorted((a, b) => (b.changedAt ?? 0) - (a.changedAt ?? 0))
    .map(({ threadId, text, files = [] }) => ({ threadId, text, files: files.map(({ name }) => name) }));
}

/** Deletes what was written in a chat but not sent. */
export function deleteDraft(db: SidenoteDb, threadId: string): Promise<void> {
  forgetTypedText(threadId);
  return db.drafts.delete(threadId);
}

/** Saves text that was typed but not sent. '' removes it. */
export async function saveDraft(db: SidenoteDb, threadId: string, text: string): Promise<void> {
  await changeDraft(db, threadId, () => ({ text }));
  if (isTypedText(threadId, text)) forgetTypedText(threadId);
}

/** Stores text synchronously before it is saved, so that it is not lost if the page closes in between. */
export function keepDraft(_db: SidenoteDb, threadId: string, text: string): void {
  keepTypedText(threadId, text);
}

/** Saves texts that pages had stored but not saved when they were closed. */
export async function recoverDrafts(db: SidenoteDb): Promise<void> {
  for (const { threadId, text } of listTypedTexts()) {
    // Skipped if another window, which is still open, has saved this text or a later one in the meantime.
    await changeDraft(db, threadId, () => (isTypedText(threadId, text) ? { text } : {}));
    if (isTypedText(threadId, text)) forgetTypedText(threadId);
  }
}

/** Saves text of which parts were filled in. These parts count as not written by the user until the text is emptied. */
export function saveFilledDraft(
  db: SidenoteDb,
  threadId: string,
  text: string,
  filledTexts: readonly string[],
): Promise<void> {
  return changeDraft(db, threadId, ({ filled }) => ({ text, filled: [...new Set([...filled, ...filledTexts])] }));
}

/** The parts of typed but unsent text that the user did not write. */
export async function loadFilledTexts(db: SidenoteDb, threadId: string): Promise<string[]> {
  return (await db.drafts.get(threadId))?.filled ?? [];
}

export async function loadDraft(db: SidenoteDb, threadId: string): Promise<string> {
  return (await db.drafts.get(threadId))?.text ?? '';
}

/** Saves the model selected for a thread. It is used there until another one is selected. */
export function saveThreadModel(db: SidenoteDb, threadId: string, model: ModelRef): Promise<void> {
  return changeDraft(db, threadId, () => ({ model }));
}

/** The model selected for a thread, or null if none was selected. */
export async function loadThreadModel(db: SidenoteDb, threadId: string): Promise<ModelRef | null> {
  return (await db.drafts.get(threadId))?.model ?? null;
}

/** The files attached to the next question of a thread. */
export async function loadDraftFiles(db: SidenoteDb, threadId: string): Promise<AttachedFile[]> {
  return (await db.drafts.get(threadId))?.files ?? [];
}

export function changeDraftFiles(
  db: SidenoteDb,
  threadId: string,
  change: (files: readonly AttachedFile[]) => readonly AttachedFile[],
): Promise<void> {
  return changeDraft(db, threadId, ({ files }) => ({ files: [...change(files)] }));
}

/**
 * Adds what a question asked to remember. Beyond the limit, those that have waited longest for the user are dropped.
 */
export function addMemoryProposals(db: SidenoteDb, threadId: string, added: readonly MemoryProposal[]): Promise<void> {
  return changeDraft(db, threadId, ({ proposals }) => {
    const waiting = proposals.filter(({ text }) => !added.some((each) => each.text === text));
    return { proposals: [...waiting, ...added].slice(-MEMORY_LIMITS.proposals) };
  });
}

/** Removes what the user has kept or discarded. */
export function removeMemoryProposal(db: SidenoteDb, threadId: string, text: string): Promise<void> {
  return changeDraft(db, threadId, ({ proposals }) => ({ proposals: proposals.filter((each) => each.text !== text) }));
}

/** What waits for the user, the oldest first. */
export async function loadMemoryProposals(db: SidenoteDb, threadId: string): Promise<MemoryProposal[]> {
  return (await db.drafts.get(threadId))?.proposals ?? [];
}

/** The questions queued until a thread's run ends, in order. */
export async function loadQueue(db: SidenoteDb, threadId: string): Promise<QueuedMessage[]> {
  return (await db.drafts.get(threadId))?.queue ?? [];
}

export function enqueue(db: SidenoteDb, threadId: string, message: QueuedMessage): Promise<void> {
  return changeDraft(db, threadId, ({ queue }) => ({ queue: [...queue, message] }));
}

/** Removes a question from the queue if it is still there. */
export function dequeue(db: SidenoteDb, threadId: string, messageId: string): Promise<void> {
  return changeDraft(db, threadId, ({ queue }) => ({
    queue: queue.filter((message) => message.messageId !== messageId),
  }));
}

/** Ids of threads with queued questions. */
export function threadsWithQueue(db: SidenoteDb): Promise<string[]> {
  return db.drafts.filter(({ queue }) => queue !== undefined).primaryKeys();
}
