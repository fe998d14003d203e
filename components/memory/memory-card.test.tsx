// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Memory, MemoryError, MemoryProposal } from '../../lib/contracts/index.ts';
import { APPROVAL_ARMING_MS } from '../../lib/security/index.ts';
import { control, enterText, pressByHand, pressKey, render } from '../../lib/testing/render-component.tsx';
import { MemoryCard } from './memory-card.tsx';
import { Memories, UsedMemories } from './used-memories.tsx';

const ASKED: MemoryProposal = { text: 'I live in Bern', origin: { type: 'question', threadId: 't' } };

const BERN: Memory = {
  memoryId: 'm',
  text: 'I live in Bern',
  projectId: null,
  origin: { type: 'settings' },
  isOn: true,
  createdAt: 1,
};

async function renderCard(
  proposal: MemoryProposal,
  { memories = [], refusal = null }: { memories?: Memory[]; refusal?: MemoryError | null } = {},
) {
  const kept: [text: string, projectId: string | null, replacedId: string | null][] = [];
  const { host } = await render(
    <MemoryCard
      proposal={proposal}
      project={{ projectId: 'p', name: 'Tides' }}
      memories={new Map(memories.map((memory) => [memory.memoryId, memory]))}
      refusal={refusal}
      onKeep={(...values) => kept.push(values)}
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

describe('a sentence like one that is kept', () => {
  const BASEL: MemoryProposal = { ...ASKED, text: 'I live in Basel' };
  const labels = (host: HTMLElement) =>
    [...host.querySelectorAll('.panel-card-buttons button')].map(({ textContent }) => textContent);

  test('is offered to replace it, or to be kept beside it; a script can choose neither', async () => {
    const { host, kept } = await renderCard(BASEL, { memories: [BERN] });
    expect([...host.querySelectorAll('blockquote')].map(({ textContent }) => textContent)).toEqual([
      'I live in Basel',
      'I live in Bern',
    ]);
    expect(labels(host)).toEqual(['Discard', 'Edit', 'Replace', 'Keep both']);
    await settle();
    await act(async () => control(host, 'Replace').click());
    await act(async () => control(host, 'Keep both').click());
    expect(kept).toEqual([]);
  });

  test.each([
    ['Replace', 'm'],
    ['Keep both', null],
  ])('is kept with the button “%s”', async (name, replacedId) => {
    const { host, kept } = await renderCard(BASEL, { memories: [BERN] });
    await settle();
    await pressByHand(host, name);
    expect(kept).toEqual([['I live in Basel', null, replacedId]]);
  });

  test.each<[string, Memory]>([
    ['is turned off', { ...BERN, isOn: false }],
    ['is for a project', { ...BERN, projectId: 'p' }],
    ['says something else', { ...BERN, text: 'I work in Bern' }],
  ])('is only kept if that one %s', async (_, memory) => {
    const { host } = await renderCard(BASEL, { memories: [memory] });
    expect(labels(host)).toEqual(['Discard', 'Edit', 'Keep']);
  });

  test('is compared with those of the project that it is for', async () => {
    const { host } = await renderCard(BASEL, { memories: [BERN, { ...BERN, memoryId: 'q', projectId: 'p' }] });
    await act(async () => host.querySelector('input')?.click());
    expect(labels(host)).toEqual(['Discard', 'Edit', 'Replace', 'Keep both']);
  });
});

describe('with the keyboard', () => {
  const focused = () => document.activeElement as HTMLElement;
  async function renderCards() {
    const discarded: string[] = [];
    const card = (text: string) => (
      <>
        <div className="composer-box">
          <textarea />
        </div>
        {text !== '' && (
          <MemoryCard
            proposal={{ ...ASKED, text }}
            project={null}
            memories={new Map()}
            refusal={null}
            onKeep={() => undefined}
            onDiscard={() => discarded.push(text)}
          />
        )}
      </>
    );
    const { host, rerender } = await render(card('I live in Bern'));
    return { host, discarded, show: (text: string) => rerender(card(text)) };
  }

  test('the next sentence has the focus of the one before, and the message field after the last', async () => {
    const { host, show } = await renderCards();
    await act(async () => control(host, 'Discard').focus());
    await show('I sail on Sundays');
    expect(focused()).toBe(host.querySelector('.memory-card'));
    expect(host.querySelector('blockquote')?.textContent).toBe('I sail on Sundays');
    await show('');
    expect(focused()).toBe(host.querySelector('.composer-box textarea'));
  });

  test('Escape ends the editing without losing what was typed, and then discards the sentence', async () => {
    const { host, discarded } = await renderCards();
    await act(async () => control(host, 'Edit').click());
    const field = focused() as HTMLTextAreaElement;
    expect(field.selectionStart).toBe('I live in Bern'.length);
    await enterText(field, 'I live in Basel');
    await pressKey('Escape');
    expect(host.querySelector('blockquote')?.textContent).toBe('I live in Basel');
    expect(focused()).toBe(control(host, 'Edit'));
    expect(discarded).toEqual([]);
    await pressKey('Escape');
    expect(discarded).toEqual(['I live in Bern']);
  });
});

test('an answer names the sentences it used that are still stored, each of which can be forgotten without losing the focus', async () => {
  const forgotten: string[] = [];
  const value = {
    memories: new Map([['m', BERN]]),
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
  const none = { ...value, memories: new Map<string, Memory>() };
  const line = (control: typeof value) => (
    <Memories value={control}>
      <div className="composer-box">
        <textarea />
      </div>
      <UsedMemories memoryIds={['m']} />
    </Memories>
  );
  const chat = await render(line(value));
  await act(async () => control(chat.host, 'Forget: I live in Bern').focus());
  await chat.rerender(line(none));
  expect(document.activeElement).toBe(chat.host.querySelector('textarea'));
  const other = await render(<UsedMemories memoryIds={['m']} />);
  expect(other.host.textContent).toBe('');
});
