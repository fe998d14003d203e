/** Identifies this page among those that show the field of the same chat, such as the panels of two windows. */
export const PAGE_ID: string = crypto.randomUUID();

/** Released by the browser when the page closes. */
const nameLock = (threadId: string, page: string) => `draft:${threadId}:${page}`;

/** Marks the field of a chat as shown by this page until the signal aborts. */
export function holdDraft(_db: unknown, threadId: string, signal: AbortSignal, page = PAGE_ID): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve());
  void getLocks()?.request(nameLock(threadId, page), () => promise);
}

/** The other pages that show the field of a chat, by their ids. */
export async function listOtherPages(threadId: string, page = PAGE_ID): Promise<Set<string>> {
  const { held = [] } = (await getLocks()?.query()) ?? {};
  const prefix = nameLock(threadId, '');
  const pages = held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  return new Set(pages.filter((each) => each !== page));
}

/** Calls back when one of the pages that show the field now no longer shows it. */
export async function onDraftClosed(
  _db: unknown,
  threadId: string,
  signal: AbortSignal,
  callback: () => void,
): Promise<void> {
  for (const page of await listOtherPages(threadId)) {
    // A lock that was requested before the other page closes is granted at that moment.
    getLocks()
      ?.request(nameLock(threadId, page), { signal }, () => undefined)
      .then(callback, () => undefined);
  }
}

/** Undefined outside browsers that have locks: then no page knows of another. */
function getLocks(): LockManager | undefined {
  return (globalThis.navigator as Navigator | undefined)?.locks;
}
