import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { groupThreads, ThreadList, type ThreadListItem } from './thread-list.tsx';

const NOW = new Date(2026, 4, 20, 9).getTime();
const at = (daysBefore: number, hour = 12) => ({
  updatedAt: new Date(2026, 4, 20 - daysBefore, hour).getTime(),
  isPinned: false,
});
const headings = (...items: { updatedAt: number; isPinned: boolean }[]) =>
  groupThreads(items, NOW).map(({ heading, items: group }) => `${heading} ${group.length}`);

test('chats are grouped by calendar day', () => {
  expect(headings(at(0, 0), at(1, 23), at(2))).toEqual(['Today 1', 'Yesterday 1', 'Last 7 days 1']);
});

test('older ones are grouped as last thirty days, then by month', () => {
  expect(headings(at(8), at(30), at(31), at(32), at(400))).toEqual(['Last 30 days 2', 'April 2026 2', 'April 2025 1']);
});

test('pinned ones come first', () => {
  expect(headings({ ...at(90), isPinned: true }, at(0))).toEqual(['Pinned 1', 'Today 1']);
  expect(groupThreads([], NOW)).toEqual([]);
});

test('drafts of chats that have no messages are listed as such, and can only be opened and deleted', () => {
  const nothing = () => undefined;
  const draft: ThreadListItem = {
    threadId: 't',
    title: 'When is low water?',
    updatedAt: 0,
    activity: 'unsent',
    found: null,
    isPinned: false,
    isArchived: false,
    project: null,
  };
  const list = createElement(ThreadList, {
    threads: [draft],
    current: '',
    isGrouped: true,
    onMore: null,
    onOpen: nothing,
    onAction: nothing,
    onRename: nothing,
  });
  const html = renderToStaticMarkup(list);
  expect(html).toContain('Drafts');
  expect(html).toContain('Delete draft: When is low water?');
  expect(html).not.toContain('More');
});

test.each([
  ['writing', 'writing…'],
  ['waiting', 'waiting for you'],
] as const)('a chat whose run is %s says so', (activity, words) => {
  const nothing = () => undefined;
  const common = { title: 'Tides', updatedAt: 0, isPinned: false, isArchived: false, project: null, found: null };
  const threads: ThreadListItem[] = [{ threadId: 't', activity, ...common }];
  const list = createElement(ThreadList, {
    threads,
    current: '',
    isGrouped: false,
    onMore: null,
    onOpen: nothing,
    onAction: nothing,
    onRename: nothing,
  });
  expect(renderToStaticMarkup(list)).toContain(words);
});
