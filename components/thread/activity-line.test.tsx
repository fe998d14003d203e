// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../../lib/contracts/event.ts';
import {
  asked,
  buildThread,
  called,
  gave,
  lastRun,
  runEnd,
  runStart,
  step,
  textDelta,
} from '../../lib/testing/agent/scripted-thread.ts';
import { elementText, render } from '../../lib/testing/render-component.tsx';
import { findRunActivity } from './announcer.tsx';
import { ActivityLine } from './assistant-message.tsx';

const run = (...events: ThreadEvent[]) => lastRun(buildThread(asked('q', 'Why?'), runStart('r'), ...events));

async function line(...events: ThreadEvent[]) {
  const { host } = await render(<ActivityLine message={run(...events)} />);
  return host.querySelector('p');
}

const start: ThreadEvent = { type: 'step-start', stepId: 'r:0', toolMode: 'native' };
const thought: ThreadEvent = { type: 'reasoning-delta', delta: 'Hm.' };
const busy: ThreadEvent = { type: 'step-notice', notice: { code: 'waiting', message: 'Busy.' } };
const begun: ThreadEvent = { type: 'tool-input-start', toolCallId: 'a', toolName: 'read_page' };
const runs: ThreadEvent = { type: 'tool-output-start', toolCallId: 'a' };
const asks: ThreadEvent = {
  type: 'tool-approval-request',
  toolCallId: 'a',
  request: { type: 'effect', reason: 'May I?' },
};

describe('the activity of a run', () => {
  test.each([
    ['waiting', []],
    ['waiting', [start]],
    [null, [start, busy]],
    ['thinking', [start, thought]],
    ['writing', [start, thought, textDelta('So')]],
    ['calling', [start, textDelta('Let me look.'), begun]],
    ['working', [start, ...called('a', 'read_page'), runs]],
    ['working', [...step('r:0', ...called('a', 'read_page')), runs]],
    ['asking', [...step('r:0', ...called('a', 'note_down')), asks]],
    ['waiting', [...step('r:0', ...called('a', 'read_page')), gave('a', 'seen')]],
    ['waiting', [start, textDelta('So'), { type: 'step-reset', stepId: 'r:0', reason: 'retry' }]],
    [null, [start, textDelta('So.'), runEnd()]],
  ] as [string | null, ThreadEvent[]][])('%s (%#)', (activity, events) => {
    expect(findRunActivity(run(...events))).toBe(activity);
  });
});

describe('the activity of a run is shown below its output', () => {
  test.each([
    ['that nothing has come yet', 'waiting', 'Waiting for the model…', [start]],
    ['that a call is written', 'calling', 'Preparing a tool call…', [start, begun]],
    ['that a tool runs', 'working', 'Using tools…', [...step('r:0', ...called('a', 'read_page')), runs]],
    [
      'that approval is requested',
      'asking',
      'Waiting for your approval',
      [...step('r:0', ...called('a', 'note_down')), asks],
    ],
    [
      'that the model has the result',
      'waiting',
      'Waiting for the model…',
      [...step('r:0', ...called('a', 'read_page')), gave('a', 'seen')],
    ],
    ['that it writes', 'writing', 'Writing…', [start, textDelta('So')]],
  ] as [string, string, string, ThreadEvent[]][])('%s', async (_sentence, activity, text, events) => {
    const shown = await line(...events);
    expect(shown?.dataset.activity).toBe(activity);
    expect(elementText(shown)).toBe(text);
    // The animation next to it is hidden from screen readers.
    expect(shown?.querySelector('.activity-dot')?.getAttribute('aria-hidden')).toBe('true');
  });

  test.each([
    ['while it thinks, which its own line says', [start, thought]],
    ['once it has ended', [start, textDelta('So.'), runEnd()]],
    [
      'while a notice says it better',
      [start, { type: 'step-notice', notice: { code: 'queued', message: 'Waits for a connection.' } }],
    ],
  ] as [string, ThreadEvent[]][])('but not %s', async (_sentence, events) => {
    expect(await line(...events)).toBeNull();
  });
});
