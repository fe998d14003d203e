/**
 * Text that was typed and is not in the database yet. It is stored synchronously, since a browser that closes the panel
 * aborts the transactions of its page (quirk: closed-page-aborts-writes). The worker has no such storage, and needs
 * none. Each page has its own text of a thread.
 */
const PREFIX = 'typed:';

/** The text in the field of a thread, and the id of the page that shows the field. */
type TypedText = { threadId: string; page: string; text: string };

const buildKey = ({ threadId, page }: Omit<TypedText, 'text'>) => `${PREFIX}${threadId}:${page}`;

/** Stores the text of a thread's field until it is in the database. */
export function keepTypedText(typed: TypedText): void {
  attempt((storage) => storage.setItem(buildKey(typed), typed.text));
}

/** Whether this is the stored text of a thread. */
export function isTypedText(typed: TypedText): boolean {
  return attempt((storage) => storage.getItem(buildKey(typed))) === typed.text;
}

/** Deletes the stored text of a page. */
export function forgetTypedText(typed: Omit<TypedText, 'text'>): void {
  attempt((storage) => storage.removeItem(buildKey(typed)));
}

/** Deletes the stored texts of a thread, or of all threads. */
export function forgetTypedTexts(threadId?: string): void {
  for (const typed of listTypedTexts()) {
    if (threadId === undefined || typed.threadId === threadId) forgetTypedText(typed);
  }
}

/** Stored texts that are not in the database yet. */
export function listTypedTexts(): TypedText[] {
  return (
    attempt((storage) =>
      Object.keys(storage)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => {
          const [threadId = '', page = ''] = key.slice(PREFIX.length).split(':');
          return { threadId, page, text: storage.getItem(key) ?? '' };
        }),
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
