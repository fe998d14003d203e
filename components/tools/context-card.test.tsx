// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ContextPart } from '../../lib/contracts/page-context.ts';
import { APPROVAL_ARMING_MS } from '../../lib/security/approval-policy.ts';
import { control, drawn, press } from '../../lib/testing/render-component.tsx';
import { ContextCard } from './context-card.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function card() {
  const answers: boolean[] = [];
  const part: ContextPart = {
    contextId: 'c',
    tabId: 1,
    state: 'approval-requested',
    question: { reason: 'sensitive-fields', origin: 'https://shop.test' },
  };
  const { host } = await drawn(
    <ContextCard
      part={part}
      isRevealed={false}
      onReveal={() => undefined}
      onRespond={(_, approved) => answers.push(approved)}
    />,
  );
  return { host, answers };
}

describe('a page that needs approval', () => {
  test('cannot be sent before the request could be read, nor by a script, but left out at once', async () => {
    const { host, answers } = await card();
    const send = control(host, 'Send page') as HTMLButtonElement;
    expect(send.disabled).toBe(true);
    await act(async () => void vi.advanceTimersByTime(APPROVAL_ARMING_MS + 100));
    expect(send.disabled).toBe(false);
    await press(host, 'Send page');
    expect(answers).toEqual([]);
    await press(host, 'Answer without the page');
    expect(answers).toEqual([false]);
  });
});
