// docs/quirks.md, "Arguments of a tool call". One test per row.
import { describe, expect, test } from 'vitest';
import { DONE, QUIRK_TOOLS, readCalls, readReply, stepEnd } from '../../../testing/model-api/quirk-response.ts';
import { chunk } from '../../../testing/model-api/raw-server.ts';

const PARIS = '{"city":"Paris"}';
const paris = ['weather', { city: 'Paris' }];

/** One call whose arguments arrive in these pieces, with the name in the first. */
function pieces(name: string, args: unknown[], finish: string | null = 'tool_calls') {
  const fragment = (piece: unknown, n: number) => [
    { index: 0, ...(n === 0 ? { id: 'a', function: { name, arguments: piece } } : { function: { arguments: piece } }) },
  ];
  return readCalls(args.map(fragment), finish);
}
const types = ({ events }: { events: { type: string }[] }) => events.map((event) => event.type);

test('arguments-at-once: complete arguments are emitted at once', () => {
  expect(pieces('weather', [PARIS])).toMatchObject({ early: 1, calls: [paris] });
});

describe('placeholder-object: a {} placeholder before the arguments', () => {
  test('is dropped if the tool requires arguments: it does not run, and the real arguments count at once', () => {
    const reply = pieces('weather', ['{}', '{"city"', ':"Paris"}']);
    expect(reply).toMatchObject({ early: 1, calls: [paris] });
    expect(reply.events.filter((event) => event.type === 'tool-input-available')).toHaveLength(1);
  });

  test('is retracted if the tool requires none, and the call begins again under another id', () => {
    const reply = pieces('get_time', ['{}', '{"zone":"CET"}']);
    expect(reply.calls).toEqual([['get_time', { zone: 'CET' }]]);
    expect(types(reply).slice(2, -1)).toEqual([
      'tool-input-available',
      'tool-input-retract',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-available',
    ]);
    const ids = reply.events.flatMap((event) => (event.type === 'tool-input-start' ? [event.toolCallId] : []));
    expect(new Set(ids).size).toBe(2);
  });
});

test('arguments-empty: arguments that stay "" are an empty object, once the reply has ended', () => {
  const reply = readReply(
    chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'get_time', arguments: '' } }] }),
  );
  expect(types(reply).slice(0, 1)).toEqual(['tool-input-start']);
  expect(reply.events.some((event) => event.type === 'tool-input-available')).toBe(false);
  expect(pieces('get_time', ['']).calls).toEqual([['get_time', {}]]);
});

describe('arguments-object: arguments as an object', () => {
  test('are taken as they are', () => {
    expect(pieces('weather', [{ city: 'Paris' }])).toMatchObject({ early: 1, calls: [paris] });
  });
  test('may be sent in overlapping pieces, and wait for the end', () => {
    const wanted = [['weather', { city: 'Paris', days: 2 }]];
    expect(pieces('weather', [{ city: 'Paris' }, { days: 2 }]).calls).toEqual(wanted);
    expect(pieces('weather', [{}, { city: 'Paris' }, { city: 'Paris', days: 2 }])).toMatchObject({
      early: 0,
      calls: wanted,
    });
    expect(pieces('weather', [{ city: 'Paris' }, { days: 2 }], 'length').calls).toEqual([
      ['weather', { error: expect.stringContaining('cut off') }],
    ]);
  });
  test('that are repeated change nothing', () => {
    expect(types(pieces('weather', [{ city: 'Paris' }, { city: 'Paris' }]))).not.toContain('tool-input-retract');
  });
});

test('last-brace-missing: arguments that lack their last brace are closed, marked as repaired, and not emitted early', () => {
  const reply = pieces('weather', ['{"city":"Paris"']);
  expect(reply.early).toBe(0);
  expect(reply.events.at(-2)).toEqual({
    type: 'tool-input-available',
    toolCallId: 'a',
    input: { city: 'Paris' },
    repaired: true,
  });
});

describe('cut-arguments: arguments cut in the middle of a value never run', () => {
  test.each(['tool_calls', 'stop', null, 'whatever'])('finish reason %j', (finish) => {
    for (const cut of [
      '{"city":"Par',
      '{"city":"Paris',
      '{"city":"Paris","days":1',
      '{"ci',
      '{"city":',
      '{',
      '"{\\"city',
    ]) {
      const reply = pieces('weather', [cut], finish);
      expect(reply.early).toBe(0);
      expect(reply.calls).toEqual([['weather', { error: expect.stringContaining('cut off') }]]);
      expect(reply.events.at(-2)).toMatchObject({ type: 'tool-input-error', code: 'truncated-input' });
      expect(stepEnd(reply).finishReason).toMatch(/tool-calls|other/);
    }
  });
});

test('arguments-lost: lost arguments are an error for the model, with the schema', () => {
  expect(pieces('weather', ['']).calls).toEqual([
    ['weather', { error: expect.stringContaining('"required":["city"]') }],
  ]);
});

test.each([
  ["{'city': 'Paris',}", { city: 'Paris' }],
  ["{'city': 'Paris', 'days': 2}", { city: 'Paris', days: 2 }],
  ['{"city": "Pa\nris"}', { city: 'Pa\nris' }],
  ['{city: "Paris"}', { city: 'Paris' }],
])('almost-json: %j is repaired, after the end only', (text, input) => {
  const reply = pieces('weather', [text]);
  expect(reply.early).toBe(0);
  expect(reply.events.at(-2)).toMatchObject({ type: 'tool-input-available', input, repaired: true });
});

test('blank-argument-chunks: white space before, after and between arguments is ignored', () => {
  const reply = pieces('weather', ['\n', `\n\n${PARIS}`, '\n', ' \n']);
  expect(reply).toMatchObject({ early: 1, calls: [paris] });
  expect(types(reply)).not.toContain('tool-input-retract');
});

test('arguments-late: arguments may come as one piece after a long silence of comments', () => {
  const head = chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: '' } }] });
  const rest = chunk({ tool_calls: [{ index: 0, function: { arguments: PARIS } }] }, 'tool_calls');
  expect(readReply(`${head}${': keep-alive\n\n'.repeat(20)}${rest}${DONE}`)).toMatchObject({
    early: 1,
    calls: [paris],
  });
});

describe('more text after a call was emitted', () => {
  test('that is not a new call retracts the call and makes it an error', () => {
    const reply = pieces('weather', [PARIS, ',"days":2}']);
    expect(reply.calls).toEqual([['weather', { error: expect.stringContaining('after their end') }]]);
    expect(types(reply).slice(-5, -1)).toEqual([
      'tool-input-available',
      'tool-input-retract',
      'tool-input-start',
      'tool-input-error',
    ]);
  });

  test('is the same within one fragment', () => {
    expect(pieces('weather', [`${PARIS},"days":2}`]).calls).toEqual([
      ['weather', { error: expect.stringContaining('after their end') }],
    ]);
  });

  test('is also an error after a superfluous closing bracket', () => {
    expect(pieces('weather', [`${PARIS}}`, ',"days":2}']).calls).toEqual([
      ['weather', { error: expect.stringContaining('no') }],
    ]);
  });
});

describe('a closing bracket too many is repaired', () => {
  const wanted = { type: 'tool-input-available', input: { city: 'Paris' }, repaired: true };
  test.each([[[`${PARIS}}`]], [[PARIS, '}']], [[PARIS, '}', '\n']], [[`${PARIS}]`]]])('%j', (args) => {
    const reply = pieces('weather', args);
    expect(reply.events.at(-2)).toMatchObject(wanted);
    expect(reply.calls).toEqual([paris]);
  });

  test('and not if the answer was cut off', () => {
    expect(pieces('weather', [`${PARIS}}`], 'length').calls).toEqual([
      ['weather', { error: expect.stringContaining('cut off') }],
    ]);
  });
});

test('invalid arguments and an unknown tool are errors that describe what is valid', () => {
  expect(pieces('weather', ['{"town":"Paris"}']).calls).toEqual([
    ['weather', { error: expect.stringContaining('"city"') }],
  ]);
  expect(pieces('read_minds', ['{}']).calls).toEqual([
    ['read_minds', { error: expect.stringContaining(QUIRK_TOOLS.map((tool) => tool.name).join(', ')) }],
  ]);
});
