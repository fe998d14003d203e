// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Memory, MemoryError, MemoryProposal } from '../../lib/contracts/index.ts';
import { APPROVAL_ARMING_MS } from '../../lib/security/index.ts';
import { control, render } from '../../lib/testing/render-component.tsx';
import { MemoryCard } from './memory-card.tsx';
import { Memories, UsedMemories } from './used-memories.tsx';

const ASKED: MemoryProposal = { text: 'I live in Bern', origin: { type: 'question', threadId: 't' } };

async function renderCard(proposal: MemoryProposal, refusal: MemoryError | null = null) {
  const kept: [string, string | null][] = [];
  const { host } = await render(
    <MemoryCard
      proposal={proposal}
      project={{ projectId: 'p', name: 'Tides' }}
      refusal={refusal}
      onKeep={(text, projectId) => kept.push([text, projectId])}
      onDiscard={() => undefined}
    />,
  );
  return { host, kept, keep: () => control(host, 'Keep') as HTMLButtonElement };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Waits until Keep can be pressed. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(APPROVAL_ARMING_MS + 100));

test('the card shows the sentence, and a script cannot press Keep', async () => {
  const { host, kept, keep } = await renderCard(ASKED);
  expect(host.querySelector('blockquote')?.textContent).toBe('I live in Bern');
  await settle();
  expect(keep().disabled).toBe(false);
  await act(async () => keep().click());
  expect(kept).toEqual([]);
});

test('a sentence with a secret cannot be kept, and the card says why', async () => {
  const { host, keep } = await renderCard({ ...ASKED, text: 'My card is 4111 1111 1111 1111' });
  await settle();
  expect(keep().disabled).toBe(true);
  expect(host.querySelector('[role="alert"]')?.textContent).toMatch(/card number/);
});

test('several lines of an answer become one, and a text that is too long has to be edited', async () => {
  const { host } = await renderCard({ ...ASKED, text: 'High water\n\nat 14:20' });
  expect(host.querySelector('blockquote')?.textContent).toBe('High water at 14:20');
  const long = await renderCard({ ...ASKED, text: 'a '.repeat(200) });
  expect(long.host.querySelector('[role="alert"]')?.textContent).toContain('399');
});

test('without a selection the card begins with an empty field, which has the focus', async () => {
  const { host, keep } = await renderCard({ text: '', origin: { type: 'answer', threadId: 't' } });
  expect(document.activeElement).toBe(host.querySelector('textarea'));
  expect(keep().disabled).toBe(true);
});

test('an answer names the sentences it used that are still stored, each of which can be forgotten', async () => {
  const memory: Memory = {
    memoryId: 'm',
    text: 'I live in Bern',
    projectId: null,
    origin: { type: 'settings' },
    isOn: true,
    createdAt: 1,
  };
  const forgotten: string[] = [];
  const value = {
    memories: new Map([['m', memory]]),
    forget: (memoryId: string) => forgotten.push(memoryId),
    manage: () => undefined,
  };
  const { host } = await render(
    <Memories value={value}>
      <UsedMemories memoryIds={['m', 'gone']} />
    </Memories>,
  );
  expect(host.querySelector('summary')?.textContent).toBe('Used 1 thing you asked Sidenote to remember');
  await act(async () => control(host, 'Forget: I live in Bern').click());
  expect(forgotten).toEqual(['m']);
  const other = await render(<UsedMemories memoryIds={['m']} />);
  expect(other.host.textContent).toBe('');
});
