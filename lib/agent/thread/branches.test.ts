import { expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/event.ts';
import type { ThreadState } from '../../contracts/thread.ts';
import { asked, buildThread, runEnd, runStart } from '../../testing/agent/scripted-thread.ts';
import { allMessages, exchangeIds, isOnOtherBranch, versionAt } from './branches.ts';

const truncate = (messageId: string): ThreadEvent => ({ type: 'thread-truncate', messageId });
const select = (messageId: string): ThreadEvent => ({ type: 'branch-select', messageId });
const answered = (runId: string) => [runStart(runId), runEnd()];
const ids = ({ messages }: Pick<ThreadState, 'messages'>) => messages.map((message) => message.messageId).join(' ');
const version = (thread: ThreadState, index: number) => {
  const found = versionAt(thread, index);
  return found && `${found.number}/${found.count}`;
};

const RETRIED = [
  asked('q1', '?'),
  ...answered('a1'),
  asked('q2', '?'),
  ...answered('b1'),
  truncate('a1'),
  ...answered('a2'),
];

test('truncated messages stay as a branch', () => {
  const thread = buildThread(...RETRIED);
  expect(ids(thread)).toBe('q1 a2');
  expect(ids({ messages: allMessages(thread) })).toBe('q1 a2 a1 q2 b1');
  expect(['a2', 'b1', 'none'].map((id) => isOnOtherBranch(thread, id))).toEqual([false, true, false]);
  expect([version(thread, 0), version(thread, 1)]).toEqual([null, '2/2']);
  expect(versionAt(thread, 1)).toMatchObject({ previous: 'a1', next: null });
});

test('a selected branch is restored completely and can be continued', () => {
  const thread = buildThread(...RETRIED, select('a1'), asked('q3', '?'));
  expect(ids(thread)).toBe('q1 a1 q2 b1 q3');
  expect(version(thread, 1)).toBe('1/2');
  expect(ids(buildThread(...RETRIED, select('a1'), asked('q3', '?'), select('a2')))).toBe('q1 a2');
});

test('branches keep their creation order', () => {
  const thread = buildThread(...RETRIED, select('a1'), truncate('a1'), ...answered('a3'));
  expect(version(thread, 1)).toBe('3/3');
  expect(versionAt(thread, 1)).toMatchObject({ previous: 'a2' });
});

test('a version of a message begins at its position, also on a branch that is not selected', () => {
  expect(ids(buildThread(...RETRIED, truncate('q2'), asked('q2b', '!')))).toBe('q1 a1 q2b');
});

test('the first question also has versions', () => {
  const thread = buildThread(...RETRIED, truncate('q1'), asked('q1b', '!'), ...answered('c1'));
  expect(ids(thread)).toBe('q1b c1');
  expect(version(thread, 0)).toBe('2/2');
  expect(ids(buildThread(...RETRIED, truncate('q1'), asked('q1b', '!'), select('q1')))).toBe('q1 a2');
});

test('selecting a message in nested branches selects all of them', () => {
  const thread = buildThread(...RETRIED, truncate('q1'), asked('q1b', '!'), select('b1'));
  expect(ids(thread)).toBe('q1 a1 q2 b1');
});

test('selecting the current branch, or an unknown message, changes nothing', () => {
  const thread = buildThread(...RETRIED);
  for (const messageId of ['a2', 'gone']) expect(ids(buildThread(...RETRIED, select(messageId)))).toBe(ids(thread));
});

test('an exchange is a question with its answers and all branches of its answers', () => {
  expect([...exchangeIds(buildThread(...RETRIED), 'q1')].sort().join(' ')).toBe('a1 a2 b1 q1 q2');
  expect([...exchangeIds(buildThread(...RETRIED, select('a1')), 'q2')].join(' ')).toBe('q2 b1');
  expect(exchangeIds(buildThread(...RETRIED), 'gone').size).toBe(0);
});
