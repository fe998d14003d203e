import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { ToolCall } from '../lib/protocol/tool-call.ts';
import { ToolCallCard } from './tool-call.tsx';

const id = { toolCallId: 'a', toolName: 'read_page', format: null, followUpOf: null };
const html = (call: ToolCall) =>
  renderToStaticMarkup(
    <ToolCallCard call={call} isRevealed={false} onRespond={() => undefined} onReveal={() => undefined} />,
  );
const streaming = (inputText: string, more: Partial<ToolCall> = {}) =>
  html({ ...id, ...more, state: 'input-streaming', inputText } as ToolCall);
/** What a person reads in the card, without the head. */
const listed = (page: string) =>
  [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name, value]) => [name, value]);

describe('arguments that are being written', () => {
  test('are names and values from the first member on', () => {
    expect(listed(streaming('{"city":"Par'))).toEqual([['city', 'Par']]);
    expect(listed(streaming('{"city":"Paris","days":[1,2'))).toEqual([
      ['city', 'Paris'],
      ['days', '[1]'],
    ]);
    expect(listed(streaming('{"cit'))).toEqual([]);
  });

  test('show the end of what is long', () => {
    const [entry] = listed(streaming(`{"text":"${'word '.repeat(1000)}the end`));
    expect(entry?.[1]).toMatch(/^….*the end$/s);
    expect(entry?.[1]?.length).toBeLessThan(300);
  });

  test('that are no JSON are shown as they are', () => {
    expect(streaming("{'city': 'Paris'}")).toContain(
      '<code class="tool-call-arguments">{&#x27;city&#x27;: &#x27;Paris&#x27;}</code>',
    );
  });

  test('have their raw text on demand, which costs nothing until it is wanted', () => {
    const page = streaming('{"city":"Par');
    expect(page).toContain('<summary>Raw arguments</summary>');
    expect(page).not.toContain('<pre>');
  });
});

test('arguments that are whole are shown whole', () => {
  const text = 'word '.repeat(1000);
  const call: ToolCall = { ...id, state: 'input-available', input: { text, n: 1 }, repaired: false, approved: false };
  expect(listed(html(call))).toEqual([
    ['text', text],
    ['n', '1'],
  ]);
});

test('a call is a group named after its tool, with its state', () => {
  const page = streaming('');
  expect(page).toContain('role="group" aria-label="read_page" data-state="input-streaming"');
  expect(page).toContain('Read page');
});

describe('the note says', () => {
  const noteOf = (page: string) => /<span class="tool-call-note">(.*?)<\/span>/.exec(page)?.[1];
  const ended = (more: Partial<ToolCall>): ToolCall =>
    ({
      ...id,
      state: 'output-available',
      input: {},
      repaired: false,
      output: { content: '' },
      ms: 5,
      ...more,
    }) as ToolCall;

  test.each([
    ['nothing unusual', ended({}), '5 ms'],
    ['how a call came that came as text', ended({ format: 'tags' }), 'by tags · 5 ms'],
    ['that no model asked for it', ended({ followUpOf: 'b' }), 'follow-up · 5 ms'],
    ['that its arguments were mended', ended({ repaired: true }), 'repaired · 5 ms'],
    [
      'all of it',
      ended({ format: 'hermes', followUpOf: 'b', repaired: true }),
      'by hermes · follow-up · repaired · 5 ms',
    ],
  ])('%s', (_sentence, call, note) => {
    expect(noteOf(html(call))).toBe(note);
  });

  test('how a call comes while it still arrives', () => {
    expect(noteOf(streaming('{', { format: 'tags' }))).toBe('by tags · writing arguments…');
  });
});

describe('a result with secrets', () => {
  const given = (content: string) =>
    html({ ...id, state: 'output-available', input: {}, repaired: false, output: { content }, ms: 1 });

  test('says what the model does not see, and offers to show it', () => {
    const page = given('Pay with 4111 1111 1111 1111, PIN: 4821, PIN: 9172');
    expect(page).toContain('Hidden from the model: card number, code × 2.');
    expect(page).toContain('Show to the model');
  });

  test('and nothing where there are none', () => {
    expect(given('Two high tides a day.')).not.toContain('mask-note');
  });
});
