/** The end of the id of a second opinion. An import assigns a different id to a chat whose id ends like this. */
const SUFFIX = '/opinion';

/**
 * Returns the id under which the second opinion of a chat is stored while it is being written. It is a thread of one
 * run that begins with the chat's history. A chat has at most one.
 */
export function toOpinionId(threadId: string): string {
  return `${threadId}${SUFFIX}`;
}

export function isOpinionId(threadId: string): boolean {
  return threadId.endsWith(SUFFIX);
}

/** Returns the chat that a thread belongs to: that of a second opinion, otherwise the thread itself. */
export function toChatId(threadId: string): string {
  return isOpinionId(threadId) ? threadId.slice(0, -SUFFIX.length) : threadId;
}
