// What a provider wants echoed with the step in which it arrived. quirks: reasoning-fields, ids-verbatim, plain-ids,
// thought-signature, echo-reasoning, omit-reasoning, reasoning-details
import { describe, expect, test } from 'vitest';
import { DONE, readReply, stepEnd } from '../../../testing/model-api/quirk-response.ts';
import { chunk } from '../../../testing/model-api/raw-server.ts';
import { parseOpaque } from '../opaque-state.ts';

const END = chunk({}, 'stop') + DONE;
const readOpaque = (body: string) => parseOpaque(stepEnd(readReply(body + END)).opaque);
const call = (more: object, fn: object = {}) =>
  chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'get_time', arguments: '{}', ...fn }, ...more }] });

test('without state to echo there is no opaque state', () => {
  expect(stepEnd(readReply(chunk({ content: 'Hi' }) + call({}) + END))).not.toHaveProperty('opaque');
});

test('ids-verbatim: the id is what the server sent', () => {
  const id = 'functions.get_time:0';
  const reply = readReply(chunk({ tool_calls: [{ id, function: { name: 'get_time', arguments: '{}' } }] }) + END);
  expect(reply.events[0]).toMatchObject({ toolCallId: id });
});

describe('thought-signature: signatures of tool calls', () => {
  test('in extra_content are kept as they are', () => {
    const extra_content = { google: { thought_signature: 'c2ln' } };
    expect(readOpaque(call({ extra_content }))?.toolCalls).toEqual({ a: { wireId: 'a', extraContent: extra_content } });
  });
  test('under other names keep their position', () => {
    const provider_specific_fields = { thought_signature: 'x' };
    const state = readOpaque(call({ thought_signature: 's', provider_specific_fields }, { thought_signature: 'f' }));
    expect(state?.toolCalls.a).toEqual({
      wireId: 'a',
      fields: { thought_signature: 's', provider_specific_fields },
      functionFields: { thought_signature: 'f' },
    });
  });
  test('in a later fragment belongs to its call', () => {
    const late = chunk({ tool_calls: [{ index: 0, id: 'a', extra_content: { google: { thought_signature: 'x' } } }] });
    expect(readOpaque(call({}) + late)?.toolCalls.a?.extraContent).toEqual({ google: { thought_signature: 'x' } });
  });
});

test('echo-reasoning: the field the reasoning came in is remembered', () => {
  expect(readOpaque(chunk({ reasoning_content: 'Hm' }) + call({}))).toEqual({
    reasoningField: 'reasoning_content',
    reasoningDetails: [],
    toolCalls: {},
  });
});

describe('reasoning-details: reasoning_details', () => {
  const details = (...reasoning_details: unknown[]) => chunk({ reasoning_details });
  const text = (piece: string, more = {}) => ({ type: 'reasoning.text', text: piece, index: 0, ...more });
  const sealed = (data: string, more = {}) => ({ type: 'reasoning.encrypted', data, index: 0, ...more });

  test('are merged by index and type, in order, with their other fields', () => {
    const state = readOpaque(
      details(text('We', { format: 'anthropic-claude-v1', signature: '' })) +
        details(text(' think')) +
        details(text('', { signature: 'sig' }), sealed('gA', { id: 'rs_1' })) +
        details(sealed('AA', { id: 'rs_1' }), { type: 'reasoning.summary', summary: 'So', index: 1 }) +
        details({ type: 'reasoning.summary', summary: ' on', index: 1 }),
    );
    expect(state?.reasoningDetails).toEqual([
      text('We think', { format: 'anthropic-claude-v1', signature: 'sig' }),
      sealed('gAAA', { id: 'rs_1' }),
      { type: 'reasoning.summary', summary: 'So on', index: 1 },
    ]);
  });
  test('of one index with different ids are not merged', () => {
    const state = readOpaque(details(sealed('A', { id: 'rs_1' })) + details(sealed('B', { id: 'rs_2' })));
    expect(state?.reasoningDetails).toHaveLength(2);
  });
  test('of a complete message are kept unchanged', () => {
    const message = { content: 'Hi', reasoning_details: [text('We', { signature: 's' })] };
    const opaque = stepEnd(readReply(JSON.stringify({ choices: [{ message }] }))).opaque;
    expect(parseOpaque(opaque)?.reasoningDetails).toEqual(message.reasoning_details);
  });
});

test('other values in the log are not read as opaque state', () => {
  for (const value of [undefined, null, 'x', {}, { reasoningField: 1, reasoningDetails: [], toolCalls: {} }]) {
    expect(parseOpaque(value)).toBeNull();
  }
});
