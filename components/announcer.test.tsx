// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { asked, called, gave, lastRun, runEnd, runStart, said, step, threadOf } from '../lib/engine/scripted-thread.ts';
import type { ThreadEvent } from '../lib/protocol/event.ts';
import { activityOf } from './activity.ts';
import { Announcer } from './announcer.tsx';
import { drawn } from './drawn.tsx';
import { spokenSentences } from './spoken-text.ts';

const start: ThreadEvent = { type: 'step-start', stepId: 'r:0', toolMode: 'native' };
const thought: ThreadEvent = { type: 'reasoning-delta', delta: 'Hm.' };
const begun: ThreadEvent = { type: 'tool-input-start', toolCallId: 'a', toolName: 'read_page' };
const runs: ThreadEvent = { type: 'tool-output-start', toolCallId: 'a' };
const asks: ThreadEvent = {
  type: 'tool-approval-request',
  toolCallId: 'a',
  request: { type: 'effect', reason: 'May I?' },
};
const busy: ThreadEvent = { type: 'step-notice', notice: { code: 'waiting', message: 'Busy.' } };
const run = (...events: ThreadEvent[]) => lastRun(threadOf(asked('q', 'Why?'), runStart('r'), ...events));

describe('what a run is at', () => {
  test.each([
    ['waiting', []],
    ['waiting', [start]],
    [null, [start, busy]],
    ['thinking', [start, thought]],
    ['writing', [start, thought, said('So')]],
    ['calling', [start, said('Let me look.'), begun]],
    ['working', [start, ...called('a', 'read_page'), runs]],
    ['working', [...step('r:0', ...called('a', 'read_page')), runs]],
    ['asking', [...step('r:0', ...called('a', 'note_down')), asks]],
    ['waiting', [...step('r:0', ...called('a', 'read_page')), gave('a', 'seen')]],
    ['waiting', [start, said('So'), { type: 'step-reset', stepId: 'r:0', reason: 'retry' }]],
    [null, [start, said('So.'), runEnd()]],
  ] as [string | null, ThreadEvent[]][])('%s (%#)', (activity, events) => {
    expect(activityOf(run(...events))).toBe(activity);
  });
});

describe('what is said aloud', () => {
  test('whole sentences, without the marks around them', () => {
    expect(spokenSentences('It is **so**. Then', 0)).toEqual({ words: 'It is so.', until: 13 });
    expect(spokenSentences('It is **so**. Then it ended.\n', 13)).toEqual({ words: 'Then it ended.', until: 29 });
    expect(spokenSentences('Version 1.5 is', 0)).toEqual({ words: '', until: 0 });
    expect(spokenSentences('日は昇る。そして', 0)).toEqual({ words: '日は昇る。', until: 5 });
    expect(spokenSentences('## Head\nSee [it](https://a.test/x).\n', 0).words).toBe('Head See it.');
  });

  test('is what goes on, then the sentences, then that it is done', async () => {
    const events: ThreadEvent[] = [start];
    const { host, redraw } = await drawn(<Announcer message={run(...events)} />);
    const heardAfter = async (...more: ThreadEvent[]) => {
      events.push(...more);
      await redraw(<Announcer message={run(...events)} />);
      return host.querySelector('[role="status"]')?.textContent;
    };
    expect(await heardAfter()).toBe('Waiting for the model…');
    expect(await heardAfter(thought)).toBe('Thinking…');
    expect(await heardAfter(said('The moon '))).toBe('Thinking…');
    expect(await heardAfter(said('pulls. The'))).toBe('The moon pulls.');
    expect(await heardAfter(said(' earth'))).toBe('The moon pulls.');
    expect(await heardAfter(said(' turns. '))).toBe('The earth turns.');
    expect(await heardAfter(runEnd())).toBe('The answer is complete.');
  });

  test('is nothing of a chat that was only opened', async () => {
    const { host } = await drawn(<Announcer message={run(start, said('So.'), runEnd())} />);
    expect(host.textContent).toBe('');
  });
});
