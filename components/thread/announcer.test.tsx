// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../../lib/contracts/event.ts';
import { asked, buildThread, lastRun, runEnd, runStart, textDelta } from '../../lib/testing/agent/scripted-thread.ts';
import { render } from '../../lib/testing/render-component.tsx';
import { spokenSentences } from '../markdown/spoken-text.ts';
import { Announcer } from './announcer.tsx';

const start: ThreadEvent = { type: 'step-start', stepId: 'r:0', toolMode: 'native' };
const thought: ThreadEvent = { type: 'reasoning-delta', delta: 'Hm.' };
const run = (...events: ThreadEvent[]) => lastRun(buildThread(asked('q', 'Why?'), runStart('r'), ...events));

describe('announcements to screen readers', () => {
  test('contain whole sentences without Markdown', () => {
    expect(spokenSentences('It is **so**. Then', 0)).toEqual({ words: 'It is so.', until: 13 });
    expect(spokenSentences('It is **so**. Then it ended.\n', 13)).toEqual({ words: 'Then it ended.', until: 29 });
    expect(spokenSentences('Version 1.5 is', 0)).toEqual({ words: '', until: 0 });
    expect(spokenSentences('日は昇る。そして', 0)).toEqual({ words: '日は昇る。', until: 5 });
    expect(spokenSentences('## Head\nSee [it](https://a.test/x).\n', 0).words).toBe('Head See it.');
  });

  /** Begins a run. Returns what is announced after further events. */
  async function beginRun() {
    const events: ThreadEvent[] = [start];
    const { host, rerender } = await render(<Announcer facts="" message={run(...events)} />);
    return async (...more: ThreadEvent[]) => {
      events.push(...more);
      await rerender(<Announcer facts="" message={run(...events)} />);
      return host.querySelector('[role="status"]')?.textContent;
    };
  }

  test('contain the activity, then the sentences, then the end', async () => {
    const heardAfter = await beginRun();
    expect(await heardAfter()).toBe('Waiting for the model…');
    expect(await heardAfter(thought)).toBe('Thinking…');
    expect(await heardAfter(textDelta('The moon '))).toBe('Thinking…');
    expect(await heardAfter(textDelta('pulls. The'))).toBe('The moon pulls.');
    expect(await heardAfter(textDelta(' earth'))).toBe('The moon pulls.');
    expect(await heardAfter(textDelta(' turns. '))).toBe('The earth turns.');
    expect(await heardAfter(runEnd())).toBe('The answer is complete.');
  });

  test('contain the last sentence, which ends with the answer, and how that ended', async () => {
    const heardAfter = await beginRun();
    expect(await heardAfter(textDelta('The moon pulls. The earth turns.'))).toBe('The moon pulls.');
    expect(await heardAfter(runEnd())).toBe('The earth turns. The answer is complete.');
    expect(await heardAfter()).toBe('The earth turns. The answer is complete.');
  });

  test('contain a text from its beginning after a tool call in the same step', async () => {
    const heardAfter = await beginRun();
    const call: ThreadEvent = { type: 'tool-input-start', toolCallId: 'c', toolName: 'page_read' };
    expect(await heardAfter(textDelta('I look at the page. One moment.'))).toBe('I look at the page.');
    expect(await heardAfter(call)).toBe('One moment. Preparing a tool call…');
    expect(await heardAfter(textDelta('It is two. And'))).toBe('It is two.');
  });

  test('contain a text from its beginning after its attempt was repeated', async () => {
    const heardAfter = await beginRun();
    expect(await heardAfter(textDelta('The moon pulls. The'))).toBe('The moon pulls.');
    expect(await heardAfter({ type: 'step-reset', stepId: 'r:0', reason: 'retry' })).toBe('Waiting for the model…');
    expect(await heardAfter(textDelta('It pulls. And'))).toBe('It pulls.');
  });

  test('are empty for a chat that was just opened', async () => {
    const { host } = await render(<Announcer facts="" message={run(start, textDelta('So.'), runEnd())} />);
    expect(host.textContent).toBe('');
  });
});
