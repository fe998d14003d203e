import { expect, test } from 'vitest';
import type { ModelEvent } from '../../../contracts/model-client.ts';
import { EXAMPLE_TOOLS } from '../../../testing/model-api/dialect-examples.ts';
import { CallIds } from '../../tool-input/call-identity.ts';
import { ContentReader } from './read-content.ts';

const text = (delta: string): ModelEvent => ({ type: 'text-delta', delta });
const reasoning = (delta: string): ModelEvent => ({ type: 'reasoning-delta', delta });
const stop: ModelEvent = { type: 'step-end', finishReason: 'stop' };

function read(events: readonly ModelEvent[], toolMode: 'native' | 'tags' | 'none' = 'native') {
  const reader = new ContentReader(EXAMPLE_TOOLS, toolMode, new CallIds([]));
  return { events: events.flatMap((event) => reader.push(event)), reader };
}

const CALL = '<tool_call>{"name": "find_in_page", "arguments": {"query": "tide"}}</tool_call>';
const input = { query: 'tide' };

test('a call that leaks into the content with native tools is read, and the step ends for it', () => {
  const { events, reader } = read([text('I look.\n'), text(CALL), stop]);
  expect(events).toMatchObject([
    { type: 'text-delta', delta: 'I look.\n' },
    { type: 'tool-input-start', toolName: 'find_in_page', format: 'hermes' },
    { type: 'tool-input-delta' },
    { type: 'tool-input-available', input, repaired: false },
    { type: 'step-end', finishReason: 'tool-calls' },
  ]);
  expect([reader.callCount, ...reader.formats]).toEqual([1, 'hermes']);
});

test('a closing tag left over after a native call is not content', () => {
  const call: ModelEvent[] = [
    { type: 'tool-input-start', toolCallId: 'a', toolName: 'read_page' },
    { type: 'tool-input-available', toolCallId: 'a', input: {}, repaired: false },
  ];
  const { events, reader } = read([...call, text('</tool_call>'), { ...stop, finishReason: 'tool-calls' }]);
  expect(events).toEqual([...call, { ...stop, finishReason: 'tool-calls' }]);
  expect(reader.callCount).toBe(0);
});

test('a complete call in the reasoning counts if there is no other output', () => {
  const { events, reader } = read([reasoning(`I should look. ${CALL}`), stop]);
  expect(events).toMatchObject([
    { type: 'reasoning-delta' },
    { type: 'tool-input-start' },
    { type: 'tool-input-delta' },
    { type: 'tool-input-available', input },
    { type: 'step-end', finishReason: 'tool-calls' },
  ]);
  expect(reader.callCount).toBe(1);
});

test('an unknown tool in the reasoning is a mention', () => {
  const mention = CALL.replace('find_in_page', 'nobody');
  expect(read([reasoning(mention), stop]).events).toEqual([reasoning(mention), stop]);
});

test('a call in the reasoning does not count next to an answer, or if it was cut off', () => {
  expect(read([reasoning(CALL), text('No need.'), stop]).events.map((event) => event.type)).toEqual([
    'reasoning-delta',
    'text-delta',
    'step-end',
  ]);
  expect(read([reasoning(CALL.slice(0, 40)), stop]).events).toHaveLength(2);
  expect(read([reasoning(CALL), { ...stop, finishReason: 'length' }]).events).toHaveLength(2);
});

test('a step without the announced calls has the finish reason stop', () => {
  expect(read([text('Done.'), { ...stop, finishReason: 'tool-calls' }]).events.at(-1)).toEqual(stop);
});

test('reasoning between tags is separated, in every mode', () => {
  for (const mode of ['native', 'tags', 'none'] as const) {
    expect(read([text('<think>Hm.</think>\n\nYes.'), stop], mode).events).toEqual([
      reasoning('Hm.'),
      text('\n\nYes.'),
      stop,
    ]);
  }
});

test('text before a lone closing tag is reasoning', () => {
  expect(read([text('Hm.'), text('</think>Yes.'), stop]).events).toEqual([
    text('Hm.'),
    { type: 'text-to-reasoning' },
    text('Yes.'),
    stop,
  ]);
});

test('without tools nothing is a call', () => {
  expect(read([text(CALL), stop], 'none').events).toEqual([text(CALL), stop]);
});

test('a call that was cut off becomes an error, followed by the interruption', () => {
  const cut: ModelEvent = { type: 'interrupted', detail: 'gone' };
  const { events } = read([text('<tool_call>{"name": "read_'), cut]);
  expect(events).toEqual([text('<tool_call>{"name": "read_'), cut]);
});

test('a call that was cut off in the reasoning is a mention', () => {
  const { events } = read([reasoning('I could write <tool_call>{"name": "find_in_page", "arguments": {"que'), stop]);
  expect(events.map(({ type }) => type)).toEqual(['reasoning-delta', 'step-end']);
});

test('a call with a surplus closing bracket does not repeat itself, and later text is read', () => {
  const twice = `${CALL.replace('}}<', '}}}<')}\n<tool name="read_page">{}</tool>`;
  const { events } = read([text(twice), stop], 'tags');
  const available = events.filter((event) => event.type === 'tool-input-available');
  expect(available.at(-2)).toMatchObject({ input, repaired: true });
  expect(available.at(-1)).toMatchObject({ input: {}, repaired: false });
});
