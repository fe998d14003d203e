// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Memory } from '../../lib/contracts/index.ts';
import { APPROVAL_ARMING_MS } from '../../lib/security/index.ts';
import { elementText, enterText, pressByHand, render } from '../../lib/testing/render-component.tsx';
import { MemoryForm } from './memory-list.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BERN: Memory = {
  memoryId: 'm',
  text: 'I live in Bern',
  projectId: null,
  origin: { type: 'settings' },
  isOn: true,
  createdAt: 1,
};

/** The form after a sentence was typed. */
async function typed(text: string, replaceable: Memory[]) {
  const kept: [text: string, projectId: string | null, replacedId: string | null][] = [];
  const onKeep = async (...values: (typeof kept)[number]) => {
    kept.push(values);
    return null;
  };
  const form = <MemoryForm initial={null} replaceable={replaceable} projects={[]} onKeep={onKeep} onCancel={null} />;
  const { host } = await render(form);
  await enterText(host.querySelector('textarea') as HTMLTextAreaElement, text);
  await act(() => vi.advanceTimersByTimeAsync(APPROVAL_ARMING_MS + 100));
  return { host, kept, labels: [...host.querySelectorAll('button')].map(elementText) };
}

test('a sentence that is added can replace a similar one, which is shown', async () => {
  const { host, kept, labels } = await typed('I live in Basel', [BERN]);
  expect(labels).toEqual(['Replace', 'Keep both']);
  expect(elementText(host.querySelector('blockquote'))).toBe('I live in Bern');
  await pressByHand(host, 'Replace');
  expect(kept).toEqual([['I live in Basel', null, 'm']]);
});

test('a sentence unlike all others is only kept', async () => {
  expect((await typed('I have a boat', [BERN])).labels).toEqual(['Keep']);
});
