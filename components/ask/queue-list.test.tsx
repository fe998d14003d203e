// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { QueuedMessage } from '../../lib/contracts/thread.ts';
import { elementText, press, render } from '../../lib/testing/render-component.tsx';
import { QueueList } from './queue-list.tsx';

const waiting = (messageId: string, more: Partial<QueuedMessage> = {}): QueuedMessage => ({
  messageId,
  content: `Question ${messageId}?`,
  model: { endpointId: 'e', modelId: 'm' },
  tabId: 1,
  site: null,
  ...more,
});
const withTab = waiting('b', { tabs: [{ tabId: 7, title: 'The ferry', url: 'https://ferry.example' }] });

async function list(items: readonly QueuedMessage[], isRunning: boolean) {
  const done: string[] = [];
  const noted = (what: string) => (item: QueuedMessage) => done.push(`${what} ${item.messageId}`);
  const { host } = await render(
    <QueueList
      items={items}
      isRunning={isRunning}
      onSendNow={noted('now')}
      onEdit={noted('edit')}
      onRemove={noted('remove')}
    />,
  );
  return { host, done, rows: [...host.querySelectorAll('li')] };
}

describe('queued messages', () => {
  test('are listed in order, and not rendered if there are none', async () => {
    const { host, rows } = await list([waiting('a'), withTab], true);
    expect(host.querySelector('ul')?.getAttribute('aria-label')).toBe('Queued questions');
    expect(rows.map(elementText)).toEqual(['Question a?', 'Question b? 1']);
    expect((await list([], true)).host.querySelector('ul')).toBeNull();
  });

  test('are named by their beginning if they are long', async () => {
    const { rows } = await list([waiting('a', { content: 'x'.repeat(500) })], true);
    const [name] = [...(rows[0]?.querySelectorAll('button') ?? [])].map((each) => each.getAttribute('aria-label'));
    expect(name).toBe(`Add to the running answer: ${'x'.repeat(59)}…`);
  });

  test.each([
    ['Add to the running answer', true],
    ['Send this now', false],
  ])('have an action each: %s', async (now, isRunning) => {
    const { done, rows } = await list([waiting('a'), waiting('c')], isRunning);
    const [, second] = rows;
    for (const name of [now, 'Edit queued question', 'Remove queued question']) {
      await press(second as HTMLElement, `${name}: Question c?`);
    }
    expect(done).toEqual(['now c', 'edit c', 'remove c']);
  });

  test('with text that the user did not write cannot be added to a running answer', async () => {
    const { rows } = await list([waiting('b', { filled: ['Question'] })], true);
    expect(rows[0]?.querySelectorAll('button')).toHaveLength(2);
  });

  test('with tabs or files cannot be added to a running answer', async () => {
    const names = async (isRunning: boolean) =>
      [...((await list([withTab], isRunning)).rows[0]?.querySelectorAll('button') ?? [])].map((each) =>
        each.getAttribute('aria-label'),
      );
    const change = ['Edit queued question: Question b?', 'Remove queued question: Question b?'];
    expect(await names(true)).toEqual(change);
    expect(await names(false)).toEqual(['Send this now: Question b?', ...change]);
  });
});
