import { describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/event.ts';
import {
  asked,
  buildThread,
  called,
  gave,
  pageContext,
  runEnd,
  runStart,
  step,
  textDelta,
} from '../../testing/agent/scripted-thread.ts';
import { factCheckRequest } from './read-texts.ts';

function request(...events: ThreadEvent[]) {
  const { messages } = buildThread(asked('q', 'How high is it?'), runStart('r'), ...events);
  return factCheckRequest(messages, messages.length - 1);
}

describe('what an answer is compared with', () => {
  test('is everything that was read for it, and the words of the user', () => {
    const check = request(
      ...step('r:0', ...called('a', 'read_page'), gave('a', 'It is 12 metres high.')),
      ...step('r:1', textDelta('12 m.')),
      runEnd(),
    );
    expect(check?.parts).toEqual(['12 m.']);
    expect(check?.sources.map(({ text }) => text)).toEqual(['How high is it?', 'It is 12 metres high.']);
  });

  test('includes the text of the page that was read but not sent, and no gaps between passages', () => {
    const context = pageContext({
      text: 'A [x]\n\n[… about 1,200 tokens left out …]',
      unsentText: 'It opened in 1911.',
    });
    const check = request(
      { type: 'context-start', contextId: 'r:tab:1', tabId: 1 },
      { type: 'context-available', contextId: 'r:tab:1', context, ms: 1 },
      ...step('r:0', textDelta('1911.')),
      runEnd(),
    );
    expect(check?.sources.map(({ text }) => text.trim())).toEqual(['How high is it?', 'A [x]', 'It opened in 1911.']);
  });

  test('omits the arguments that a result repeats, because the model wrote them', () => {
    const call = called('a', 'note_down', { text: 'It opened in 1911.' });
    const check = request(
      ...step('r:0', ...call, gave('a', 'Noted: It opened in 1911.')),
      ...step('r:1', textDelta('1911.')),
      runEnd(),
    );
    expect(check?.sources.map(({ text }) => text).join()).not.toContain('1911');
  });

  test('is empty if the model saw a picture, whose facts are not in any text', () => {
    const image = { mediaType: 'image/png' as const, data: '', width: 1, height: 1 };
    const output = { content: 'A picture of the page.', images: [image] };
    const events = [
      ...step('r:0', ...called('a', 'capture_page'), gave('a', output)),
      ...step('r:1', textDelta('12 m.')),
      runEnd(),
    ];
    expect(request(...events)).toBeNull();
  });

  test('is nothing in a chat that has read nothing', () => {
    expect(request(...step('r:0', textDelta('12 m.')), runEnd())).toBeNull();
  });

  test('excludes an answer that is too long', () => {
    const read = step('r:0', ...called('a', 'read_page'), gave('a', 'It is 12 metres high.'));
    expect(request(...read, ...step('r:1', textDelta('12 m. '.repeat(3_000_000))), runEnd())).toBeNull();
  });
});
