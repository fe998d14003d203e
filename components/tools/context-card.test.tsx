// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ContextPart, ContextQuestion } from '../../lib/contracts/page-context.ts';
import { APPROVAL_ARMING_MS } from '../../lib/security/approval/approval-policy.ts';
import { pageContext } from '../../lib/testing/agent/scripted-thread.ts';
import { control, press, pressByHand, render } from '../../lib/testing/render-component.tsx';
import { ContextCard } from './context-card.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `isGranted`: whether the browser gives the permission that an approval needs. */
async function card(
  question: ContextQuestion = { reason: 'sensitive-fields', origin: 'https://shop.test' },
  isGranted = true,
) {
  const answers: boolean[] = [];
  const part: ContextPart = {
    contextId: 'c',
    source: { type: 'tab', tabId: 1 },
    state: 'approval-requested',
    question,
  };
  const { host } = await render(
    <ContextCard
      part={part}
      file={null}
      isLatest
      namedUrl={null}
      isRevealed={false}
      onReveal={() => undefined}
      onRespond={async (_, approved) => {
        answers.push(approved);
        return isGranted;
      }}
    />,
  );
  return { host, answers };
}

describe('a page that needs approval', () => {
  test('cannot be approved before it could be read, or by a script, but can be declined immediately', async () => {
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

test('a document in the browser’s own viewer is approved by the name of its site', async () => {
  const { host } = await card({ reason: 'viewer', origin: 'https://tides.test' });
  expect(control(host, 'Allow tides.test')).toBeTruthy();
  expect(host.textContent).toContain('The browser shows this document itself.');
});

test('a question stays and says so if the browser refuses the permission that is needed', async () => {
  const { host } = await card({ reason: 'viewer', origin: 'https://tides.test' }, false);
  await act(async () => void vi.advanceTimersByTime(APPROVAL_ARMING_MS + 100));
  await pressByHand(host, 'Allow tides.test');
  expect(host.querySelector('[role="alert"]')?.textContent).toMatch(/^Permission was not granted\./);
});

test('a page that was sent with an earlier question has no card, and one that was sent in part names the parts, and its title unless that is shown above', async () => {
  const view = (selection: 'unchanged' | 'coverage', namedUrl: string | null = null) => (
    <ContextCard
      part={{
        contextId: 'c',
        source: { type: 'tab', tabId: 1 },
        state: 'available',
        ms: 5,
        approvedOrigin: null,
        refusedTokens: null,
        context: pageContext({
          source: { tabId: 1, url: 'https://tides.test/', title: 'Tides', snapshot: 's' },
          selection,
          tokens: 12,
        }),
      }}
      file={null}
      isLatest={false}
      namedUrl={namedUrl}
      isRevealed={false}
      onReveal={() => undefined}
      onRespond={async () => true}
    />
  );
  const { host, rerender } = await render(view('unchanged'));
  expect(host.textContent).toBe('');
  await rerender(view('coverage'));
  const note = host.querySelector('.tool-call-note');
  expect(note?.textContent).toBe('start of each section');
  expect(note?.getAttribute('title')).toBe('~12 tokens');
  expect(host.querySelector('.tool-call-title')?.textContent).toBe('Read “Tides”');
  await rerender(view('coverage', 'https://tides.test/#spring'));
  expect(host.querySelector('.tool-call-title')?.textContent).toBe('Read the page');
});

describe('a PDF', () => {
  const part: ContextPart = {
    contextId: 'c',
    source: { type: 'tab', tabId: 1 },
    state: 'available',
    ms: 5,
    approvedOrigin: null,
    refusedTokens: null,
    context: pageContext({
      source: { tabId: 1, url: 'https://tides.test/plan.pdf', title: 'Tides', snapshot: 's' },
      kind: 'pdf',
      tokens: 12,
      totalTokens: 12,
      text: 'High water at six.',
      pdf: { data: 'JVBERi0', pages: 1, textLength: 18 },
    }),
  };

  test.each([
    ['sent', 'PDF file', 'exactly as it is', false],
    ['refused', 'whole page', 'doesn’t take this PDF', true],
    [null, 'whole page', 'High water', true],
  ] as const)('shows what was sent of it: %s', async (file, note, body, showsText) => {
    const { host } = await render(
      <ContextCard
        part={part}
        file={file}
        isLatest
        namedUrl={null}
        isRevealed={false}
        onReveal={() => undefined}
        onRespond={async () => true}
      />,
    );
    expect(host.querySelector('.tool-call-note')?.textContent).toContain(note);
    await act(async () => void (host.querySelector('.tool-call-head') as HTMLElement).click());
    expect(host.textContent).toContain(body);
    expect(host.textContent?.includes('High water at six.')).toBe(showsText);
  });
});

test.each([true, false])(
  'a document that was read without the sign-in of its tab says so: %s',
  async (isWithoutSession) => {
    const context = { ...pageContext({ text: 'The bill.' }), ...(isWithoutSession ? { isWithoutSession } : {}) };
    const { host } = await render(
      <ContextCard
        part={{
          contextId: 'c',
          source: { type: 'tab', tabId: 1 },
          state: 'available',
          context,
          ms: 1,
          approvedOrigin: null,
          refusedTokens: null,
        }}
        file={null}
        isLatest
        namedUrl={null}
        isRevealed={false}
        onReveal={() => undefined}
        onRespond={async () => true}
      />,
    );
    expect(host.textContent?.includes('Read without the sign-in of its container tab')).toBe(isWithoutSession);
  },
);
