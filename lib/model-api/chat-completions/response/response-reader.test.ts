import { expect, test } from 'vitest';
import type { ModelEvent } from '../../../contracts/model-client.ts';
import { DONE, QUIRK_TOOLS } from '../../../testing/model-api/quirk-response.ts';
import { chunk } from '../../../testing/model-api/raw-server.ts';
import { NO_REQUEST_CAPABILITY } from '../request/request-body.ts';
import { ChatChunkReader } from '../stream/chat-chunks.ts';
import { ResponseReader } from './response-reader.ts';

function readerFor(toolMode: 'native' | 'tags'): ResponseReader {
  const common = { modelId: 'm', system: '', messages: [], maxOutputTokens: null, attempt: 0 };
  const request = { ...common, tools: QUIRK_TOOLS, toolMode };
  const target = { host: 'model.example', hostKind: 'public', hasKey: true, modelId: 'm' } as const;
  const asked = { apiKey: null, target, request, chunks: new ChatChunkReader(), sentText: null };
  return new ResponseReader({ ...asked, readerForValue: () => null, known: NO_REQUEST_CAPABILITY, random: () => 0 });
}
const text = (delta: string): ModelEvent => ({ type: 'text-delta', delta });

test('the chunks of one read are one delta, and reads are not delayed', () => {
  const reader = readerFor('native');
  expect(reader.push(['The ', 'tide ', 'rises'].map((content) => chunk({ content })).join(''))).toEqual([
    text('The tide rises'),
  ]);
  expect(reader.push(chunk({ content: '.' }))).toEqual([text('.')]);
});

test('deltas of different streams keep their order', () => {
  const reader = readerFor('native');
  const deltas = [
    { reasoning_content: 'Hm' },
    { reasoning_content: '.' },
    { content: 'Let' },
    { content: ' me' },
    { tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: '{"ci' } }] },
    { tool_calls: [{ index: 0, function: { arguments: 'ty":' } }] },
    { tool_calls: [{ index: 1, id: 'b', function: { name: 'weather', arguments: '{"' } }] },
  ];
  expect(reader.push(deltas.map((delta) => chunk(delta)).join(''))).toMatchObject([
    { type: 'reasoning-delta', delta: 'Hm.' },
    text('Let me'),
    { type: 'tool-input-start' },
    { type: 'tool-input-delta', delta: '{"city":' },
    { type: 'tool-input-start' },
    { type: 'tool-input-delta', delta: '{"' },
  ]);
});

test('a call in text within one read is found', () => {
  const reader = readerFor('tags');
  const pieces = [...'Hi.\n<tool name="weather">{"city":"Oslo"}</tool>'].map((content) => chunk({ content }));
  const events = reader.push(pieces.join(''));
  expect(events).toContainEqual(expect.objectContaining({ type: 'tool-input-available', input: { city: 'Oslo' } }));
  expect(
    reader
      .push(chunk({}, 'stop') + DONE)
      .concat(reader.end())
      .at(-1),
  ).toMatchObject({ finishReason: 'tool-calls' });
});

test('native calls are accepted although the tools were described in the prompt', () => {
  const reader = readerFor('tags');
  const call = { index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":"Oslo"}' } };
  expect(reader.push(chunk({ tool_calls: [call] }))).toContainEqual(
    expect.objectContaining({
      type: 'tool-input-available',
      toolCallId: 'a',
      input: { city: 'Oslo' },
      repaired: false,
    }),
  );
  const end = [...reader.push(chunk({}, 'tool_calls') + DONE), ...reader.end()].at(-1);
  expect(end).toMatchObject({ type: 'step-end', finishReason: 'tool-calls' });
});

test('held-back text counts as activity, comments do not', () => {
  const reader = readerFor('tags');
  expect(reader.push(chunk({ content: '<tool_call>{"na' }))).toEqual([]);
  expect(reader.hasNewContent).toBe(true);
  expect(reader.push(': ping\n\n')).toEqual([]);
  expect(reader.hasNewContent).toBe(false);
});
