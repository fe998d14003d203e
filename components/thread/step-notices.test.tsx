// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { StepNotice } from '../../lib/contracts/event.ts';
import type { Step } from '../../lib/contracts/thread.ts';
import { elementText, render } from '../../lib/testing/render-component.tsx';
import { noticeMessage, StepNotices, TryNow } from './step-notices.tsx';

const STEP: Step = {
  stepId: 's',
  toolMode: 'native',
  sentPdfs: false,
  state: 'streaming',
  parts: [],
  discarded: [],
  stale: false,
  resets: [],
  notices: [],
  decision: null,
  finishReason: null,
  usage: null,
  opaque: null,
};

async function shown(
  state: Step['state'],
  code: Exclude<StepNotice['code'], 'tools-chosen' | 'loading' | 'loaded' | 'ended-with' | 'no-pictures'>,
  resets: Step['resets'] = [],
) {
  const step: Step = { ...STEP, state, resets, notices: [{ code, message: 'So it is.' }] };
  const { host } = await render(<StepNotices step={step} />);
  return host.querySelector('[role="status"]');
}

describe('a notice has the role status', () => {
  test.each(['queued', 'waiting', 'shortened', 'not-streaming'] as const)(
    'of a step that goes on: %s',
    async (code) => {
      expect(elementText(await shown('streaming', code))).toBe('So it is.');
    },
  );

  test.each(['shortened', 'not-streaming'] as const)('that stays after the step has ended: %s', async (code) => {
    expect(elementText(await shown('ended', code))).toBe('So it is.');
  });

  test.each(['queued', 'waiting'] as const)('that disappears after the wait: %s', async (code) => {
    expect(await shown('ended', code)).toBeNull();
  });

  test('a note about shortened results is shown once', async () => {
    expect(elementText(await shown('ended', 'waiting', ['context-length']))).toBe('Older results were shortened.');
    expect(elementText(await shown('ended', 'shortened', ['context-length']))).toBe('So it is.');
  });
});

test.each<[StepNotice, string]>([
  [{ code: 'waiting', model: 'm', seconds: 12, cause: 'rate-limit' }, 'Rate limit reached. Trying again in 12 s'],
  [{ code: 'waiting', model: 'm', seconds: 1, cause: 'network' }, 'm can’t be reached. Trying again in 1 s'],
  [{ code: 'shortened', what: 'page' }, 'The page was shortened to fit the model.'],
  [{ code: 'shortened', what: 'results' }, 'Older results were shortened to fit the model.'],
])('%j is shown in words', (notice, words) => {
  expect(StepNotice.parse(notice)).toEqual(notice);
  expect(noticeMessage(notice)).toBe(words);
});

test('a conversation truncated by the server is reported with how to enlarge the window', () => {
  expect(noticeMessage({ code: 'shortened', what: 'by-server', tokens: 4096 })).toMatch(/4,096.*num_ctx/);
});

test('which tools of servers were offered is a line that opens to their names', async () => {
  const notice: StepNotice = { code: 'tools-chosen', names: ['crm_find', 'crm_mail'], all: 60 };
  const { host } = await render(<StepNotices step={{ ...STEP, notices: [notice] }} />);
  const details = host.querySelector<HTMLDetailsElement>('[role="status"] details');
  expect(elementText(details?.querySelector('summary'))).toBe('MCP tools offered for this question: 2 of 60');
  expect(details?.open).toBe(false);
  expect([...(details?.querySelectorAll('li') ?? [])].map(elementText)).toEqual(['crm_find', 'crm_mail']);
});

test('a notice that none of them fit has no list', async () => {
  const notice: StepNotice = { code: 'tools-chosen', names: [], all: 60 };
  const { host } = await render(<StepNotices step={{ ...STEP, notices: [notice] }} />);
  expect(elementText(host.querySelector('summary'))).toBe('MCP tools offered for this question: 0 of 60');
  expect(host.querySelector('ul')).toBeNull();
});

test('a sentence in the log of an older version is shown unchanged', () => {
  const old = { code: 'shortened', message: 'Ältere Ergebnisse wurden gekürzt.' };
  expect(noticeMessage(StepNotice.parse(old))).toBe('Ältere Ergebnisse wurden gekürzt.');
});

test('one without values is shown in the user’s language, regardless of what an older version wrote', () => {
  expect(noticeMessage(StepNotice.parse({ code: 'queued', message: 'Wartet.' }))).toMatch(/^Waiting/);
});

test('a model that is loading shows for how long, without announcing it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const step: Step = { ...STEP, notices: [{ code: 'loading', model: 'qwen3' }] };
  const { host, rerender } = await render(<StepNotices step={step} />);
  await act(() => vi.advanceTimersByTime(8_000));
  expect(elementText(host.querySelector('[role="status"]'))).toContain('Loading qwen3.');
  expect(elementText(host.querySelector('[aria-hidden]'))).toBe('8 s');
  const reads: Step = { ...step, notices: [...step.notices, { code: 'loaded', model: 'qwen3' }] };
  await rerender(<StepNotices step={reads} />);
  expect(elementText(host)).toBe('qwen3 is loaded and is reading your question. 0 s');
  vi.useRealTimers();
  const part = { type: 'text', text: 'Nine.' } as const;
  const { host: spoken } = await render(<StepNotices step={{ ...step, parts: [part] }} />);
  expect(spoken.querySelector('[aria-hidden]')).toBeNull();
});

test('the seconds until another try run down', async () => {
  vi.useFakeTimers();
  const notice: StepNotice = { code: 'waiting', model: 'm', seconds: 3, cause: 'rate-limit' };
  const { host } = await render(<StepNotices step={{ ...STEP, notices: [notice] }} />);
  const shownWords = () => host.querySelector('[aria-hidden]')?.textContent;
  expect(shownWords()).toBe('Rate limit reached. Trying again in 3 s');
  await act(async () => void vi.advanceTimersByTime(2000));
  expect(shownWords()).toBe('Rate limit reached. Trying again in 1 s');
  expect(host.querySelector('.visually-hidden')?.textContent).toBe('Rate limit reached. Trying again in 3 s');
  vi.useRealTimers();
});

test('a wait can be ended if its chat continues', async () => {
  const notice: StepNotice = { code: 'waiting', model: 'm', seconds: 40, cause: 'network' };
  const tryNow = vi.fn();
  const view = <StepNotices step={{ ...STEP, notices: [notice] }} />;
  const { host } = await render(<TryNow value={tryNow}>{view}</TryNow>);
  const button = host.querySelector('button');
  expect(elementText(button)).toBe('Try now');
  await act(async () => button?.click());
  expect(tryNow).toHaveBeenCalledOnce();
  expect((await render(view)).host.querySelector('button')).toBeNull();
});
