import { browserSession } from './browser-session.ts';
import { currentWindowId } from './current-tab.ts';
import { lastThread } from './stored-state.ts';

/** Returns the name of the lock that a panel holds while it shows a chat. */
const nameLock = (threadId: string | null) => `shown-chat:${threadId}`;

/** Returns the key under which the chat of this window is stored while the browser runs. */
const readStorageKey = async () => `chatOfWindow${await currentWindowId()}`;

let release: () => void = () => undefined;

/**
 * The chat with which the panel of this window opens: the window's own, else the last one of all windows, unless the
 * panel of another window shows it. Null for a new one.
 */
export async function findChatToOpen(): Promise<string | null> {
  const ownChat = await browserSession.get(await readStorageKey());
  if (ownChat !== null) return ownChat;
  const last = await lastThread.getValue();
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === nameLock(last)) ? null : last;
}

/** Records the chat that this panel shows from now on. */
export async function noteOpenChat(threadId: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  release();
  release = resolve;
  void navigator.locks.request(nameLock(threadId), { mode: 'shared' }, () => promise);
  await Promise.all([lastThread.setValue(threadId), browserSession.set(await readStorageKey(), threadId)]);
}
