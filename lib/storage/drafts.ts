import {
  type AttachedFile,
  MEMORY_LIMITS,
  type MemoryProposal,
  type ModelRef,
  type QueuedMessage,
} from '../contracts/index.ts';
import type { Draft, DraftText, SidenoteDb } from './db.ts';
import { listOtherPages, PAGE_ID } from './open-drafts.ts';
import { forgetTypedText, forgetTypedTexts, isTypedText, keepTypedText, listTypedTexts } from './typed-text.ts';

/** `texts`: one for each page, without empty ones, the most recent last. */
type Contents = Pick<Draft, 'model'> & {
  texts: DraftText[];
  files: AttachedFile[];
  filled: string[];
  queue: QueuedMessage[];
  proposals: MemoryProposal[];
};

/** Replaces the fields of a thread's draft that `change` returns. A draft without any contents is deleted. */
function changeDraft(db: SidenoteDb, threadId: string, change: (draft: Contents) => Partial<Contents>): Promise<void> {
  return db.transaction('rw', db.drafts, async () => {
    const row = await db.drafts.get(threadId);
    const before = { files: [], filled: [], queue: [], proposals: [], ...row, texts: listTexts(row) };
    const { texts, model, files, filled, queue, proposals }: Contents = { ...before, ...change(before) };
    const { text, page } = texts.at(-1) ?? { text: '', page: '' };
    const rest = {
      ...(page !== '' && { page }),
      ...(texts.length > 1 && { others: texts.slice(0, -1) }),
      ...(model && { model }),
      ...(files.length > 0 && { files }),
      // When all texts are emptied, the filled-in parts are forgotten.
      ...(text !== '' && filled.length > 0 && { filled }),
      ...(queue.length > 0 && { queue }),
      ...(proposals.length > 0 && { proposals }),
    };
    if (text === '' && Object.keys(rest).length === 0) await db.drafts.delete(threadId);
    else await db.drafts.put({ threadId, text, ...rest, changedAt: Date.now() });
  });
}

function listTexts(row: Draft | undefined): DraftText[] {
  const { text = '', page = '', others = [] } = row ?? {};
  return text === '' ? others : [...others, { text, page }];
}

/** Replaces the text of a page. */
function replaceText(texts: readonly DraftText[], changed: DraftText): DraftText[] {
  return [...texts.filter(({ page }) => page !== changed.page), ...(changed.text === '' ? [] : [changed])];
}

/** Joins texts, without those that are part of another one. */
function joinTexts(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  return distinct.filter((text) => !distinct.some((other) => other !== text && other.includes(text))).join('\n\n');
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
  forgetTypedTexts(threadId);
  return db.drafts.delete(threadId);
}

/** Saves the text that was typed in the field of a page but not sent. '' removes it. */
export async function saveDraft(db: SidenoteDb, threadId: string, text: string, page = PAGE_ID): Promise<void> {
  await changeDraft(db, threadId, ({ texts }) => ({ texts: replaceText(texts, { page, text }) }));
  if (isTypedText({ threadId, page, text })) forgetTypedText({ threadId, page });
}

/** Stores text synchronously before it is saved, so that it is not lost if the page closes in between. */
export function keepDraft(_db: SidenoteDb, threadId: string, text: string, page = PAGE_ID): void {
  keepTypedText({ threadId, page, text });
}

/** Saves texts that pages had stored but not saved when they were closed. */
export async function recoverDrafts(db: SidenoteDb): Promise<void> {
  for (const typed of listTypedTexts()) {
    const { threadId, page, text } = typed;
    // Skipped if another window, which is still open, has saved this text or a later one in the meantime.
    await changeDraft(db, threadId, ({ texts }) =>
      isTypedText(typed) ? { texts: replaceText(texts, { page, text }) } : {},
    );
    if (isTypedText(typed)) forgetTypedText(typed);
  }
}

/** Saves text of which parts were filled in. These parts count as not written by the user until the text is emptied. */
export function saveFilledDraft(
  db: SidenoteDb,
  threadId: string,
  text: string,
  filledTexts: readonly string[],
): Promise<void> {
  return changeDraft(db, threadId, ({ texts, filled }) => ({
    texts: replaceText(texts, { page: PAGE_ID, text }),
    filled: [...new Set([...filled, ...filledTexts])],
  }));
}

/** The parts of typed but unsent text that the user did not write. */
export async function loadFilledTexts(db: SidenoteDb, threadId: string): Promise<string[]> {
  return (await db.drafts.get(threadId))?.filled ?? [];
}

/**
 * The text for the field of a page. A text belongs to the page in which it was typed while that page shows the chat, so
 * that two windows do not overwrite each other's text. Afterwards, the next page takes it over.
 */
export async function loadDraft(db: SidenoteDb, threadId: string, page = PAGE_ID): Promise<string> {
  const openPages = await listOtherPages(threadId, page);
  const texts = listTexts(await db.drafts.get(threadId));
  if (texts.every((each) => each.page === page || openPages.has(each.page)))
    return texts.find((each) => each.page === page)?.text ?? '';
  let text = '';
  await changeDraft(db, threadId, (draft) => {
    const free = draft.texts.filter((each) => !openPages.has(each.page));
    text = joinTexts(free.map((each) => each.text));
    return { texts: [...draft.texts.filter((each) => openPages.has(each.page)), { page, text }] };
  });
  return text;
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
