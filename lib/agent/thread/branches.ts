import type { Fork, Message, ThreadState, Version } from '../../contracts/index.ts';

/** The conversation while it is folded. Its lists are modified in place. */
export type Branches = { messages: Message[]; forks: Fork[] };

/**
 * Ends the conversation before a message in the branch that contains it. The messages from there on stay as a branch,
 * and a new, empty branch begins.
 */
export function startBranch(branches: Branches, messageId: string): void {
  selectBranch(branches, messageId);
  const { messages, forks } = branches;
  const index = messages.findIndex((message) => message.messageId === messageId);
  if (index < 0) return;
  const tail = messages.splice(index);
  const after = messages.at(-1)?.messageId ?? null;
  const place = forks.findIndex((fork) => fork.after === after);
  const fork = forks[place];
  if (fork === undefined) forks.push({ after, tails: [tail, []], active: 1 });
  else forks[place] = { after, tails: [...fork.tails.with(fork.active, tail), []], active: fork.tails.length };
}

/**
 * Selects the branch with a message, and its parent branches. Does nothing if it is already selected or does not exist.
 */
export function selectBranch(branches: Branches, messageId: string): void {
  const { messages, forks } = branches;
  if (messages.some((message) => message.messageId === messageId)) return;
  const place = forks.findIndex(({ tails }) => tails.some((tail) => has(tail, messageId)));
  const { after = null } = forks[place] ?? {};
  if (after !== null) selectBranch(branches, after);
  const fork = forks[place];
  if (fork === undefined) return;
  const tailIndex = fork.tails.findIndex((tail) => has(tail, messageId));
  if (tailIndex >= 0) forks[place] = switchTo(messages, fork, tailIndex);
}

/** Turns all second opinions into versions. */
export function settleOpinions({ messages, forks }: Branches): void {
  const settle = (message: Message) =>
    message.role === 'assistant' && message.isOpinion ? { ...message, isOpinion: false } : message;
  for (const [index, message] of messages.entries()) messages[index] = settle(message);
  for (const [index, fork] of forks.entries()) {
    const hasOpinion = fork.tails.some((tail) => tail.some((message) => settle(message) !== message));
    if (hasOpinion) forks[index] = { ...fork, tails: fork.tails.map((tail) => tail.map(settle)) };
  }
}

/** Replaces the selected tail with another one. */
function switchTo(messages: Message[], fork: Fork, tailIndex: number): Fork {
  const start = fork.after === null ? 0 : messages.findIndex(({ messageId }) => messageId === fork.after) + 1;
  const activeTail = messages.splice(start);
  for (const message of fork.tails[tailIndex] ?? []) messages.push(message);
  const tails = fork.tails.with(fork.active, activeTail).with(tailIndex, []);
  // Deleting messages can leave an empty branch, which is removed.
  const remainingTails = tails.filter((tail, index) => index === tailIndex || tail.length > 0);
  return { after: fork.after, tails: remainingTails, active: remainingTails.indexOf(tails[tailIndex] ?? []) };
}

/** Returns the question at an index, and its answers up to the next question. */
function exchangeAt(messages: readonly Message[], start: number): readonly Message[] {
  const next = messages.findIndex((message, index) => index > start && message.role === 'user');
  return messages.slice(start, next < 0 ? messages.length : next);
}

/**
 * Returns the ids of a question, its answers, and everything in the branches of its answers. Empty if it is not in the
 * selected branch. Later questions stay, in all their branches.
 */
export function exchangeIds({ messages, forks }: ThreadState, messageId: string): ReadonlySet<string> {
  const start = messages.findIndex((message) => message.messageId === messageId);
  if (start < 0) return new Set();
  const ids = new Set(exchangeAt(messages, start).map((message) => message.messageId));
  const add = (after: string) => {
    const tails = forks.flatMap((fork) => (fork.after === after ? fork.tails : []));
    for (const tail of tails.filter(([first]) => first?.role === 'assistant')) {
      for (const message of tail) {
        ids.add(message.messageId);
        add(message.messageId);
      }
    }
  };
  for (const id of [...ids]) add(id);
  return ids;
}

/** Returns the versions of the message at an index. Null if there is only one. */
export function versionAt({ messages, forks }: ThreadState, index: number): Version | null {
  const after = messages[index - 1]?.messageId ?? null;
  const fork = forks.find((each) => each.after === after);
  if (fork === undefined) return null;
  const { tails, active } = fork;
  const first = (place: number) => tails[place]?.[0]?.messageId ?? null;
  return { number: active + 1, count: tails.length, previous: first(active - 1), next: first(active + 1) };
}

/** Returns every message of a thread, in all branches. */
export function allMessages({ messages, forks }: ThreadState): Message[] {
  return [...messages, ...forks.flatMap(({ tails }) => tails.flat())];
}

/** Whether a message is only in branches that are not selected. */
export function isOnOtherBranch(thread: ThreadState, messageId: string): boolean {
  return !has(thread.messages, messageId) && has(allMessages(thread), messageId);
}

function has(tail: readonly Message[], messageId: string): boolean {
  return tail.some((message) => message.messageId === messageId);
}
