// docs/quirks.md, "Content and reasoning", including what leaks into names and calls written as text. One test per row.
import { describe, expect, test } from 'vitest';
import { DONE, readCalls, readReply, stepEnd } from '../../../testing/model-api/quirk-response.ts';
import { chunk } from '../../../testing/model-api/raw-server.ts';

const END = chunk({}, 'stop') + DONE;
const PARIS = '{"city":"Paris"}';
const paris = ['weather', { city: 'Paris' }];
const call = (name = 'weather', args = PARIS) =>
  chunk({ tool_calls: [{ index: 0, id: 'a', function: { name, arguments: args } }] });
const types = ({ events }: { events: { type: string }[] }) => events.map((event) => event.type);

describe('blank-content: blank content', () => {
  const blank = chunk({ content: '' }) + chunk({ content: '\n\n' }) + chunk({ content: ' ' });
  test('before a call, between calls and after them opens no text', () => {
    expect(types(readReply(blank + call() + blank + END))).not.toContain('text-delta');
  });
  test('before text waits for it', () => {
    expect(readReply(`${blank}${chunk({ content: 'Hi' })}${END}`).events[0]).toEqual({
      type: 'text-delta',
      delta: '\n\n Hi',
    });
  });
  test('within text is kept', () => {
    expect(readReply(['Hi', '\n\n', 'there'].map((content) => chunk({ content })).join('') + END).text).toBe(
      'Hi\n\nthere',
    );
  });
  test('alone is not a visible answer', () => {
    expect(readReply(blank).end).toMatchObject({ type: 'failure', failure: { code: 'network' } });
  });
});

describe('reasoning-fields: reasoning', () => {
  test.each(['reasoning_content', 'reasoning', 'reasoning_text'])('in %s is read, and the name kept', (field) => {
    const reply = readReply(
      chunk({ [field]: 'We', content: null }) + chunk({ [field]: '' }) + chunk({ content: 'Hi' }) + END,
    );
    expect(reply).toMatchObject({ reasoning: 'We', text: 'Hi' });
    expect(stepEnd(reply).opaque).toMatchObject({ reasoningField: field });
  });
  test('under two names at once is read once', () => {
    expect(readReply(chunk({ reasoning: 'We', reasoning_content: 'We' }) + END).reasoning).toBe('We');
  });
  test('in reasoning_details is read if no other field has it', () => {
    const reasoning_details = [{ type: 'reasoning.text', text: 'We', index: 0 }];
    expect(readReply(chunk({ reasoning: 'We', reasoning_details }) + END).reasoning).toBe('We');
    expect(readReply(chunk({ reasoning_details }) + END).reasoning).toBe('We');
  });
});

describe('the name of a tool', () => {
  test.each([
    ['name-with-channel: with channel tokens', 'weather<|channel|>commentary'],
    ['name-with-channel: with a namespace', 'functions.weather'],
    ['name-with-channel: with another namespace', 'default_api:weather'],
    ['name-with-channel: with a namespace and a counter', 'functions.weather:0'],
    ['tool-name-variants: in another case', 'Weather'],
  ])('%s is the tool', (_sentence, name) => {
    const reply = readReply(call(name) + END);
    expect(reply).toMatchObject({ early: 1, calls: [paris] });
    expect(reply.events[0]).toMatchObject({ type: 'tool-input-start', toolName: 'weather' });
  });
});

describe('tool-name-variants: multi_tool_use.parallel', () => {
  const uses = [
    { recipient_name: 'functions.weather', parameters: { city: 'Paris' } },
    { recipient_name: 'get_time', parameters: {} },
  ];
  const args = JSON.stringify({ tool_uses: uses });

  test('is unpacked into its calls as soon as it is complete', () => {
    const reply = readCalls([
      [{ index: 0, id: 'a', function: { name: 'multi_tool_use.parallel', arguments: args.slice(0, 50) } }],
      [{ index: 0, function: { arguments: args.slice(50) } }],
    ]);
    expect(reply).toMatchObject({ early: 2, calls: [paris, ['get_time', {}]] });
    expect(stepEnd(reply).finishReason).toBe('tool-calls');
  });
  test('that has to be repaired waits for the end and is marked as repaired', () => {
    const reply = readReply(call('multi_tool_use.parallel', args.slice(0, -1)) + END);
    expect(reply).toMatchObject({ early: 0, calls: [paris, ['get_time', {}]] });
    expect(reply.events.filter((event) => event.type === 'tool-input-available')).toMatchObject([
      { repaired: true },
      { repaired: true },
    ]);
  });
  test('is an error if it was cut off, or contains no calls', () => {
    const cut = readReply(call('multi_tool_use.parallel', args.slice(0, -1)) + chunk({}, 'length') + DONE);
    expect(cut.calls).toEqual([['multi_tool_use.parallel', { error: expect.stringContaining('cut off') }]]);
    const empty = readReply(call('multi_tool_use.parallel', '{"tools":1}') + END);
    expect(empty.calls).toEqual([['multi_tool_use.parallel', { error: expect.stringContaining('no tool named') }]]);
  });
  test('with invalid calls is an error that names them', () => {
    const bad = JSON.stringify({ tool_uses: [{ recipient_name: 'fly', parameters: {} }, uses[0]] });
    expect(readReply(call('multi_tool_use.parallel', bad) + END).calls).toEqual([
      ['fly', { error: expect.stringContaining('no tool named') }],
      paris,
    ]);
  });
});

test('server-side-tools: tools the server ran itself are not run again', () => {
  const executed_tools = [{ index: 0, type: 'search', arguments: PARIS, name: 'weather', output: 'Sun' }];
  const search = [{ index: 0, id: 'ws_1', type: 'web_search_call', status: 'completed' }];
  const reply = readReply(chunk({ executed_tools }) + chunk({ tool_calls: search, content: 'Sun.' }) + END);
  expect(reply).toMatchObject({ text: 'Sun.', calls: [] });
  expect(stepEnd(reply).finishReason).toBe('stop');
});

describe('function-call-field: the legacy function_call', () => {
  test('is a call', () => {
    const deltas = [{ name: 'weather', arguments: '' }, { arguments: '{"city"' }, { arguments: ':"Paris"}' }];
    const body = deltas.map((function_call) => chunk({ function_call })).join('');
    expect(readReply(body + chunk({}, 'function_call') + DONE)).toMatchObject({ early: 1, calls: [paris] });
  });
});
