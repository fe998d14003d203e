// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';
import { pressKey, render } from '../../lib/testing/render-component.tsx';
import { RenameField, type ThreadListItem } from './thread-list.tsx';
import { ThreadSearch } from './thread-search.tsx';

const chat = (threadId: string): ThreadListItem => ({
  threadId,
  title: `Chat ${threadId}`,
  updatedAt: 0,
  activity: null,
  isPinned: false,
  isArchived: false,
  project: null,
  found: null,
});

async function renderSearch(query: string, threads: ThreadListItem[], isSearching = false) {
  const onOpen = vi.fn();
  const nothing = () => undefined;
  const { host } = await render(
    <ThreadSearch
      hasFocus
      query={query}
      onQuery={nothing}
      threads={threads}
      isSearching={isSearching}
      projects={null}
      filters={[]}
      isIndexing={false}
      current=""
      onMore={null}
      onOpen={onOpen}
      onAction={nothing}
      onRename={nothing}
      onClose={nothing}
    />,
  );
  return { host, onOpen };
}

describe('the search of chats', () => {
  test('opens the first result with Enter', async () => {
    const { onOpen } = await renderSearch('tide', [chat('a'), chat('b')]);
    await pressKey('Enter');
    expect(onOpen.mock.calls).toEqual([['a', null]]);
  });

  test('does not open a result of the query before while it searches', async () => {
    const { onOpen } = await renderSearch('tides', [chat('a')], true);
    await pressKey('Enter');
    expect(onOpen).not.toHaveBeenCalled();
  });

  test.each([
    ['tide', false, '2 chats found'],
    ['tide', true, ''],
    ['', false, ''],
  ])('announces for “%s” (searching: %s) “%s”', async (query, isSearching, words) => {
    const { host } = await renderSearch(query, [chat('a'), chat('b')], isSearching);
    expect(host.querySelector('[role="status"]')?.textContent).toBe(words);
  });
});

test('a field for a new name returns the focus when it is closed', async () => {
  const view = (isRenaming: boolean) => (
    <>
      <textarea />
      {isRenaming && <RenameField title="Tides" onSave={() => undefined} onCancel={() => undefined} />}
    </>
  );
  const { host, rerender } = await render(view(false));
  host.querySelector('textarea')?.focus();
  await rerender(view(true));
  expect(document.activeElement?.tagName).toBe('INPUT');
  await rerender(view(false));
  expect(document.activeElement?.tagName).toBe('TEXTAREA');
});
