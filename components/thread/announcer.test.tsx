// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../../lib/contracts/event.ts';
import { asked, lastRun, runEnd, runStart, said, threadOf } from '../../lib/testing/agent/scripted-thread.ts';
import { render } from '../../lib/testing/render-component.tsx';
import { spokenSentences } from '../markdown/spoken-text.ts';
import { Announcer } from './announcer.tsx';

const start: ThreadEvent = { type: 'step-start', stepId: 'r:0', toolMode: 'native' };
const thought: ThreadEvent = { type: 'reasoning-delta', delta: 'Hm.' };
const run = (...events: ThreadEvent[]) => lastRun(threadOf(asked('q', 'Why?'), runStart('r'), ...events));

describe('announcements to screen readers', () => {
  test('contain whole sentences without Markdown', () => {
    expect(spokenSentences('It is **so**. Then', 0)).toEqual({ words: 'It is so.', until: 13 });
    expect(spokenSentences('It is **so**. Then it ended.\n', 13)).toEqual({ words: 'Then it ended.', until: 29 });
    expect(spokenSentences('Version 1.5 is', 0)).toEqual({ words: '', until: 0 });
    expect(spokenSentences('日は昇る。そして', 0)).toEqual({ words: '日は昇る。', until: 5 });
    expect(spokenSentences('## Head\nSee [it](https://a.test/x).\n', 0).words).toBe('Head See it.');
  });

  test('contain the activity, then the sentences, then the end', async () => {
    const events: ThreadEvent[] = [start];
    const { host, rerender } = await render(<Announcer message={run(...events)} />);
    const heardAfter = async (...more: ThreadEvent[]) => {
      events.push(...more);
      await rerender(<Announcer message={run(...events)} />);
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

  test('are empty for a chat that was just opened', async () => {
    const { host } = await render(<Announcer message={run(start, said('So.'), runEnd())} />);
    expect(host.textContent).toBe('');
  });
});
