// @vitest-environment happy-dom
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ThreadEvent } from '../../lib/contracts/event.ts';
import { listToolCalls, type ToolCall } from '../../lib/contracts/thread.ts';
import {
  asked,
  buildThread,
  called,
  lastRun,
  runEnd,
  runStart,
  step,
} from '../../lib/testing/agent/scripted-thread.ts';
import { control, elementText, press, render } from '../../lib/testing/render-component.tsx';
import { ToolCallCard } from './tool-call.tsx';

const NOW = 1_800_000_000_000;
beforeAll(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

async function card(call: ToolCall, onRespond: (...answer: unknown[]) => Promise<boolean> = async () => true) {
  const { host } = await render(
    <ToolCallCard
      call={call}
      pageUrl="https://example.org/tides"
      isRevealed={false}
      onRespond={onRespond}
      onReveal={() => undefined}
    />,
  );
  return host;
}

const id = { toolCallId: 'a', toolName: 'find_in_page', format: null, followUpOf: null };
const input = { query: 'neap tide' };
const whole = { ...id, input, repaired: false };
const states: [sentence: string, call: ToolCall, sign: string, title: string, note: string, isOpen: boolean][] = [
  [
    'whose arguments are still written',
    { ...id, state: 'input-streaming', inputText: '{"query":"neap' },
    'lucide-loader-circle',
    'Searching example.org',
    'preparing…',
    true,
  ],
  [
    'that waits for its turn',
    { ...whole, state: 'input-available', approved: false },
    'lucide-loader-circle',
    'Searching for “neap tide”',
    'starting',
    true,
  ],
  [
    'that waits for the user',
    { ...whole, state: 'approval-requested', request: { type: 'effect', reason: 'May I?' } },
    'lucide-circle-question-mark',
    'Searching for “neap tide”',
    'waiting for your approval',
    false,
  ],
  [
    'that runs',
    { ...whole, state: 'executing', startedAt: NOW, progress: null, found: null, elicitation: null },
    'lucide-loader-circle',
    'Searching for “neap tide”',
    'running…',
    true,
  ],
  [
    'that runs for long',
    {
      ...whole,
      state: 'executing',
      startedAt: NOW - 12_000,
      found: null,
      progress: { message: 'Part 2…' },
      elicitation: null,
    },
    'lucide-loader-circle',
    'Searching for “neap tide”',
    '12 s',
    true,
  ],
  [
    'that is done',
    { ...whole, state: 'output-available', output: { content: 'Found.' }, ms: 840 },
    'lucide-circle-check',
    'Searched for “neap tide”',
    '840 ms',
    false,
  ],
  [
    'that failed',
    { ...id, input, state: 'output-error', errorText: 'The tab was closed.', code: null, ms: 1_300 },
    'lucide-circle-alert',
    'Couldn’t search for “neap tide”',
    'failed · 1.3 s',
    false,
  ],
];

describe('a call', () => {
  test.each(states)('%s is shown by its icon, text and note', async (_, call, sign, title, note, isOpen) => {
    const host = await card(call);
    const group = host.querySelector('[role="group"]');
    const name = document.getElementById(group?.getAttribute('aria-labelledby') ?? '');
    expect(elementText(name)).toBe(elementText(group?.querySelector('.tool-call-title')));
    expect(group?.getAttribute('data-state')).toBe(call.state);
    const head = group?.querySelector('button');
    expect(head?.querySelector('svg')?.classList.contains(sign)).toBe(true);
    expect(elementText(head?.querySelector('.tool-call-title'))).toBe(title);
    expect(elementText(head?.querySelector('.tool-call-note'))).toBe(note);
    expect(head?.getAttribute('aria-expanded')).toBe(String(isOpen));
    expect(host.querySelector('dd')?.textContent ?? null).toBe(
      isOpen ? (call.state === 'input-streaming' ? 'neap' : 'neap tide') : null,
    );
  });

  test.each(states)('%s folds and unfolds', async (_, call, __, title, note, isOpen) => {
    const host = await card(call);
    const name = `${title} ${note}`;
    await press(host, name);
    expect(control(host, name).getAttribute('aria-expanded')).toBe(String(!isOpen));
    expect(host.querySelectorAll('dl')).toHaveLength(isOpen ? 0 : 1);
    await press(host, name);
    expect(host.querySelectorAll('dl')).toHaveLength(isOpen ? 1 : 0);
  });
});

describe('calls left open when a run ends', () => {
  const left = (...events: ThreadEvent[]) => {
    const run = lastRun(buildThread(asked('q', 'Why?'), runStart('r'), ...events));
    return run.steps.flatMap(listToolCalls)[0] as ToolCall;
  };
  const stop = runEnd({ type: 'incomplete', reason: 'cancelled' });
  const runs: ThreadEvent = { type: 'tool-output-start', toolCallId: 'a' };
  const doubt = 'In doubt: Sidenote was interrupted while this ran. It may or may not have happened.';

  test.each([
    [
      'a call that ran is in doubt',
      left(...step('r:0', ...called('a', 'note_down')), runs, stop),
      'Stopped while it was running. If it changes anything, that may or may not have happened. Check before you ask again.',
    ],
    [
      'a call that waited was not run',
      left(...step('r:0', ...called('a', 'note_down')), stop),
      'Not run: the answer ended first. Ask again if you still need it.',
    ],
    [
      'a call that was still written was not run',
      left(
        { type: 'step-start', stepId: 'r:0', toolMode: 'native' },
        { type: 'tool-input-start', toolCallId: 'a', toolName: 'note_down' },
        stop,
      ),
      'Not run: the answer ended first. Ask again if you still need it.',
    ],
    [
      'an effect that was cut by the end of the worker is in doubt',
      left(...step('r:0', ...called('a', 'note_down')), runs, {
        type: 'tool-output-error',
        toolCallId: 'a',
        errorText: doubt,
        ms: 0,
      }),
      doubt,
    ],
    [
      'a call that was denied says so',
      left(
        ...step('r:0', ...called('a', 'note_down')),
        { type: 'tool-approval-request', toolCallId: 'a', request: { type: 'effect', reason: 'May I?' } },
        { type: 'tool-approval-response', toolCallId: 'a', approved: false },
      ),
      'You didn’t allow this. Ask again if you change your mind.',
    ],
  ])('%s', async (_sentence, call, text) => {
    const host = await card(call);
    expect(host.querySelector('.lucide-circle-alert')).not.toBeNull();
    expect(elementText(host.querySelector('.tool-call-note'))).toBe('failed');
    expect(elementText(host.querySelector('.tool-call-error'))).toBe(text);
    expect(host.querySelector('.permission-card')).toBeNull();
  });
});

test("the response to a card's request names the call", async () => {
  const answers: unknown[][] = [];
  const host = await card(
    { ...whole, state: 'approval-requested', request: { type: 'effect', reason: 'May I?' } },
    async (...answer) => answers.push(answer) > 0,
  );
  await press(host, 'Don’t allow');
  expect(answers).toEqual([['a', false]]);
});
