import type { Unwritten } from './failed-writes.ts';

/**
 * Tells all pages of the extension what could not be written. A channel and not the database, which is what has no room.
 */
export function announceUnwritten(dbName: string, unwritten: Unwritten): void {
  const channel = new BroadcastChannel(channelName(dbName));
  channel.postMessage(unwritten);
  channel.close();
}

/** Calls `onUnwritten` for everything announced from now on. Returns the function that ends it. */
export function listenForUnwritten(dbName: string, onUnwritten: (unwritten: Unwritten) => void): () => void {
  const channel = new BroadcastChannel(channelName(dbName));
  channel.onmessage = (message) => onUnwritten(message.data);
  return () => channel.close();
}

function channelName(dbName: string): string {
  return `${dbName}:unwritten`;
}
