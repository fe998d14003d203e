/**
 * Text that was typed and is not in the database yet. It is stored synchronously, since a browser that closes the panel
 * aborts the transactions of its page (quirk: closed-page-aborts-writes). The worker has no such storage, and needs
 * none.
 */
const PREFIX = 'typed:';

/** Stores the text of a thread's field until it is in the database. */
export function keepTypedText(threadId: string, text: string): void {
  attempt((storage) => storage.setItem(`${PREFIX}${threadId}`, text));
}

/** Whether this is the stored text of a thread. */
export function isTypedText(threadId: string, text: string): boolean {
  return attempt((storage) => storage.getItem(`${PREFIX}${threadId}`)) === text;
}

/** Deletes the stored text of a thread. */
export function forgetTypedText(threadId: string): void {
  attempt((storage) => storage.removeItem(`${PREFIX}${threadId}`));
}

export function forgetAllTypedTexts(): void {
  for (const { threadId } of listTypedTexts()) forgetTypedText(threadId);
}

/** Stored texts that are not in the database yet, by thread. */
export function listTypedTexts(): { threadId: string; text: string }[] {
  return (
    attempt((storage) =>
      Object.keys(storage)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => ({ threadId: key.slice(PREFIX.length), text: storage.getItem(key) ?? '' })),
    ) ?? []
  );
}

/** If the storage is missing or full, only the database has the text. */
function attempt<Result>(access: (storage: Storage) => Result): Result | undefined {
  try {
    return typeof localStorage === 'undefined' ? undefined : access(localStorage);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return undefined;
  }
}
