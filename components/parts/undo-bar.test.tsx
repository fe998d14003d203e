// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { press, render } from '../../lib/testing/render-component.tsx';
import { UndoBar } from './undo-bar.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function renderBar() {
  const events: string[] = [];
  const bar = (subject: string) => (
    <UndoBar
      text="Chat deleted."
      subject={subject}
      onUndo={() => events.push('undo')}
      onExpire={() => events.push('expire')}
    />
  );
  const { host, rerender } = await render(bar('a'));
  return { host, events, show: (subject: string) => rerender(bar(subject)) };
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('what was done can be undone for a while, which begins again with the next', async () => {
  const { host, events, show } = await renderBar();
  await press(host, 'Undo');
  await wait(7_000);
  await show('a b');
  await wait(7_000);
  expect(events).toEqual(['undo']);
  await wait(1_000);
  expect(events).toEqual(['undo', 'expire']);
});

test('what was done appears in an element that screen readers know before', async () => {
  const bar = (text: string | null) => (
    <UndoBar text={text} subject="a" onUndo={() => undefined} onExpire={() => undefined} />
  );
  const { host, rerender } = await render(bar(null));
  const status = host.querySelector('[role="status"]');
  expect(status?.textContent).toBe('');
  await rerender(bar('Chat deleted.'));
  expect(host.querySelector('[role="status"]')).toBe(status);
  expect(status?.textContent).toMatch(/^Chat deleted\./);
});

test('the offer stays while the pointer is on it', async () => {
  const { host, events } = await renderBar();
  const matches = vi.spyOn(host.querySelector('.undo-bar') as Element, 'matches').mockReturnValue(true);
  await wait(60_000);
  expect(events).toEqual([]);
  matches.mockReturnValue(false);
  await wait(8_000);
  expect(events).toEqual(['expire']);
});
