import type { FailedWrite } from './failed-writes.ts';

/** Broadcasts a failed write to all pages of the extension. A channel, since the database is what failed. */
export function announceFailedWrite(dbName: string, failedWrites: FailedWrite): void {
  const channel = new BroadcastChannel(channelName(dbName));
  channel.postMessage(failedWrites);
  channel.close();
}

/** Calls `onUnwritten` for each failed write from now on. Returns the unsubscribe function. */
export function onFailedWrite(dbName: string, onUnwritten: (failedWrites: FailedWrite) => void): () => void {
  const channel = new BroadcastChannel(channelName(dbName));
  channel.onmessage = (message) => onUnwritten(message.data);
  return () => channel.close();
}

function channelName(dbName: string): string {
  return `${dbName}:unwritten`;
}
