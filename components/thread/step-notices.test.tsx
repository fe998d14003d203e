// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { StepNotice } from '../../lib/contracts/event.ts';
import type { Step } from '../../lib/contracts/thread.ts';
import { drawn, words } from '../markdown/drawn-figure.tsx';
import { StepNotices } from './step-notices.tsx';

async function shown(
  state: Step['state'],
  code: Exclude<StepNotice['code'], 'tools-chosen' | 'loading'>,
  resets: Step['resets'] = [],
) {
  const step: Step = {
    stepId: 's',
    toolMode: 'native',
    state,
    parts: [],
    discarded: [],
    stale: false,
    resets,
    notices: [{ code, message: 'So it is.' }],
    decision: null,
    finishReason: null,
    usage: null,
    opaque: null,
  };
  const { host } = await drawn(<StepNotices step={step} />);
  return host.querySelector('[role="status"]');
}

describe('a notice has the role status', () => {
  test.each(['queued', 'waiting', 'shortened', 'not-streaming'] as const)(
    'of a step that goes on: %s',
    async (code) => {
      expect(words(await shown('streaming', code))).toBe('So it is.');
    },
  );

  test.each(['shortened', 'not-streaming'] as const)('that stays after the step has ended: %s', async (code) => {
    expect(words(await shown('ended', code))).toBe('So it is.');
  });

  test.each(['queued', 'waiting'] as const)('that disappears after the wait: %s', async (code) => {
    expect(await shown('ended', code)).toBeNull();
  });

  test('a note about shortened results is shown once', async () => {
    expect(words(await shown('ended', 'waiting', ['context-length']))).toBe('Older results were shortened.');
    expect(words(await shown('ended', 'shortened', ['context-length']))).toBe('So it is.');
  });
});
