import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ModelEvent } from '../protocol/model-client.ts';
import type { ToolDefinition } from '../protocol/tool.ts';
import { CallIds } from './call-ids.ts';
import { readChatChunk } from './chat-chunk.ts';
import { ToolCallAssembler } from './tool-call-assembler.ts';

const TOOLS: ToolDefinition[] = [
  { name: 'weather', description: '', inputSchema: z.strictObject({ city: z.string() }) },
  { name: 'get_time', description: '', inputSchema: z.strictObject({ zone: z.string().optional() }) },
];

/** Feeds `tool_calls` arrays as they stand on the wire, one chunk each, then ends. */
function assemble(chunks: unknown[], { cut = false, usedIds = [] as string[] } = {}) {
  const assembler = new ToolCallAssembler(TOOLS, new CallIds(usedIds));
  const events: ModelEvent[] = [];
  let beforeEnd = 0;
  for (const tool_calls of chunks) {
    for (const delta of readChatChunk({ choices: [{ delta: { tool_calls } }] }).toolCalls) {
      events.push(...assembler.push(delta));
    }
  }
  beforeEnd = count(events);
  events.push(...assembler.end({ cut }));
  return { events, early: beforeEnd, calls: callsOf(events) };
}

const count = (events: ModelEvent[]) => events.filter((event) => event.type === 'tool-input-available').length;

function callsOf(events: ModelEvent[]) {
  const names = new Map<string, string>();
  const calls: unknown[] = [];
  for (const event of events) {
    if (event.type === 'tool-input-start') names.set(event.toolCallId, event.toolName);
    if (event.type === 'tool-input-available') calls.push([names.get(event.toolCallId), event.input]);
    if (event.type === 'tool-input-error') calls.push([names.get(event.toolCallId), { error: event.errorText }]);
  }
  return calls;
}

const fn = (name: string | null | undefined, args: unknown) => ({ name, arguments: args });
const paris = ['weather', { city: 'Paris' }];
const rome = ['weather', { city: 'Rome' }];
const PARIS = '{"city":"Paris"}';
const ROME = '{"city":"Rome"}';

describe('who a fragment belongs to (provider-quirks section 1)', () => {
  const cases: [quirk: string, chunks: unknown[], calls: unknown[]][] = [
    ['1: no index', [[{ id: 'gSIMJiOkT', function: fn('weather', PARIS) }]], [paris]],
    [
      '2: no index, each parallel call in its own chunk',
      [[{ id: 'a', function: fn('weather', PARIS) }], [{ id: 'b', function: fn('weather', ROME) }]],
      [paris, rome],
    ],
    [
      '3: every parallel call has index 0',
      [[{ index: 0, id: 'a', function: fn('weather', PARIS) }], [{ index: 0, id: 'b', function: fn('weather', ROME) }]],
      [paris, rome],
    ],
    [
      '4: index 0 for all and no id at all',
      [[{ index: 0, function: fn('weather', PARIS) }], [{ index: 0, function: fn('weather', ROME) }]],
      [paris, rome],
    ],
    ['5: the first index is not 0', [[{ index: 7, id: 'a', function: fn('weather', PARIS) }]], [paris]],
    ['6: the index is a string', [[{ index: '0', id: 'a', function: fn('weather', PARIS) }]], [paris]],
    [
      '7: id "" on continuations',
      [
        [{ index: 0, id: 'a', function: fn('weather', '{"city"') }],
        [{ index: 0, id: '', function: { arguments: ':"Paris"}' } }],
      ],
      [paris],
    ],
    [
      '8: id, name and type null on continuations',
      [
        [{ index: 0, id: 'a', function: fn('weather', '{"city"') }],
        [{ index: 0, id: null, type: null, function: fn(null, ':"Paris"}') }],
      ],
      [paris],
    ],
    [
      '9: the id is the word null on continuations',
      [
        [{ index: 0, id: 'a', function: fn('weather', '{"city"') }],
        [{ index: 0, id: 'null', function: fn('', ':"Paris"}') }],
        [{ index: 0, id: ' ', function: fn('', '') }],
      ],
      [paris],
    ],
    [
      '10: the id repeated on every chunk',
      [
        [{ index: 0, id: '0', function: fn('weather', '{"city"') }],
        [{ index: 0, id: '0', function: fn(null, ':"Paris"}') }],
      ],
      [paris],
    ],
    [
      '11: a fresh id on every chunk',
      [
        [{ index: 0, id: 'call_1', function: fn('weather', '{"city"') }],
        [{ index: 0, id: 'call_2', function: { arguments: ':"Paris"}' } }],
      ],
      [paris],
    ],
    [
      '12: the id never sent',
      [[{ index: 0, function: fn('weather', '') }], [{ index: 0, function: { arguments: PARIS } }]],
      [paris],
    ],
    [
      '13: an entry that never gets a name',
      [[{ id: '', type: 'function' }], [{ function: fn('weather', PARIS) }]],
      [paris],
    ],
    [
      '14: one id for two calls',
      [[{ index: 0, id: '0', function: fn('weather', PARIS) }], [{ index: 1, id: '0', function: fn('weather', ROME) }]],
      [paris, rome],
    ],
    [
      '15: the id comes late',
      [
        [{ index: 0, function: fn('weather', '{"city"') }],
        [{ index: 0, id: 'call_x', function: { arguments: ':"Paris"}' } }],
      ],
      [paris],
    ],
    [
      '16: arguments before the name',
      [
        [{ index: 0, id: 'x', function: { arguments: '{"city"' } }],
        [{ index: 0, function: fn('weather', ':"Paris"}') }],
      ],
      [paris],
    ],
    [
      '18: the whole name on every chunk',
      [
        [{ index: 0, id: 'a', function: fn('weather', '') }],
        [{ index: 0, id: 'a', function: fn('weather', '{"city"') }],
        [{ index: 0, id: 'a', function: fn('weather', ':"Paris"}') }],
        [{ index: 0, id: 'a', function: fn('weather', '') }],
      ],
      [paris],
    ],
    [
      '19: the name in pieces',
      [[{ index: 0, id: 'a', function: fn('wea', '') }], [{ index: 0, function: fn('ther', PARIS) }]],
      [paris],
    ],
    [
      '21: several calls in one delta',
      [
        [
          { index: 0, id: 'a', function: fn('weather', PARIS) },
          { index: 1, id: 'b', function: fn('weather', ROME) },
        ],
      ],
      [paris, rome],
    ],
    [
      '22: interleaved',
      [
        [{ index: 0, id: 'a', function: fn('weather', '{"city"') }],
        [{ index: 1, id: 'b', function: fn('weather', '{"city"') }],
        [{ index: 0, function: { arguments: ':"Paris"}' } }],
        [{ index: 1, function: { arguments: ':"Rome"}' } }],
      ],
      [paris, rome],
    ],
    ['23: an object instead of a list', [{ index: 0, id: 'a', function: fn('weather', PARIS) }], [paris]],
    ['23: an empty list, or null', [[], null, [{ index: 0, id: 'a', function: fn('weather', PARIS) }]], [paris]],
    ['77: channel tokens in the name', [[{ id: 'a', function: fn('weather<|channel|>commentary', PARIS) }]], [paris]],
    ['80: a namespace before the name', [[{ id: 'a', function: fn('functions.Weather', PARIS) }]], [paris]],
  ];
  test.each(cases)('%s', (_quirk, chunks, calls) => {
    expect(assemble(chunks).calls).toEqual(calls);
  });

  test('82: the legacy function_call is a call', () => {
    const assembler = new ToolCallAssembler(TOOLS, new CallIds([]));
    const events = [{ name: 'weather', arguments: '' }, { arguments: PARIS }].flatMap((function_call) =>
      readChatChunk({ choices: [{ delta: { function_call } }] }).toolCalls.flatMap((delta) => assembler.push(delta)),
    );
    expect(callsOf(events)).toEqual([paris]);
  });
});

describe('arguments (provider-quirks section 2)', () => {
  const one = (args: unknown, name = 'weather') => assemble([[{ index: 0, id: 'a', function: fn(name, args) }]]);

  test('24: whole arguments are told at once', () => {
    expect(one(PARIS)).toMatchObject({ early: 1, calls: [paris] });
  });
  test('25: a {} placeholder before the arguments falls away, and nothing runs on it', () => {
    const { early, calls } = assemble([
      [{ index: 0, id: 'a', function: fn('weather', '{}') }],
      [{ index: 0, function: { arguments: PARIS } }],
    ]);
    expect({ early, calls }).toEqual({ early: 0, calls: [paris] });
  });
  test('26, 27: no arguments mean an empty object, once the reply has ended', () => {
    expect(one('', 'get_time')).toMatchObject({ early: 0, calls: [['get_time', {}]] });
    expect(one(null, 'get_time').calls).toEqual([['get_time', {}]]);
    expect(one(undefined, 'get_time').calls).toEqual([['get_time', {}]]);
  });
  test('28: arguments as an object', () => {
    expect(one({ city: 'Paris' }).calls).toEqual([paris]);
  });
  test('29: arguments encoded twice', () => {
    expect(one(JSON.stringify(PARIS)).calls).toEqual([paris]);
  });
  test('30: one brace short is repaired, marked, and never told early', () => {
    const { early, events } = one('{"city":"Paris"');
    expect(early).toBe(0);
    expect(events.at(-1)).toMatchObject({ type: 'tool-input-available', input: { city: 'Paris' }, repaired: true });
  });
  test('31, 47: arguments cut off by the end of the reply are an error, never repaired', () => {
    const { calls } = assemble([[{ index: 0, id: 'a', function: fn('weather', '{"city":"Par') }]], { cut: true });
    expect(calls).toEqual([['weather', { error: expect.stringContaining('cut off') }]]);
  });
  test('33: a code fence around them', () => {
    expect(one('```json\n{"city":"Paris"}\n```').calls).toEqual([paris]);
    expect(one('json\n{"city":"Paris"}').calls).toEqual([paris]);
  });
  test('34: Python, single quotes, trailing commas', () => {
    expect(one("{'city': 'Paris',}").calls).toEqual([paris]);
  });
  test('36: white space around them', () => {
    expect(
      assemble([
        [{ index: 0, id: 'a', function: fn('weather', '\n') }],
        [{ index: 0, function: { arguments: `${PARIS}\n\n` } }],
      ]).calls,
    ).toEqual([paris]);
  });
  test('what does not fit the schema is an error for the model, with the schema', () => {
    expect(one('{"town":"Paris"}').calls).toEqual([['weather', { error: expect.stringContaining('"city"') }]]);
  });
  test('an unknown tool is an error that names the tools', () => {
    expect(one('{}', 'read_minds').calls).toEqual([
      ['read_minds', { error: expect.stringContaining('weather, get_time') }],
    ]);
  });
  test('a second object after a finished call is another call', () => {
    expect(
      assemble([[{ index: 0, id: 'a', function: fn('weather', PARIS) }], [{ index: 0, function: { arguments: ROME } }]])
        .calls,
    ).toEqual([paris, rome]);
  });
});

test('ids told apart from those the conversation has already', () => {
  const { events } = assemble([[{ index: 0, id: 'a', function: fn('weather', PARIS) }]], { usedIds: ['a'] });
  const start = events[0];
  expect(start).toMatchObject({ type: 'tool-input-start', toolCallId: expect.stringMatching(/^[a-zA-Z0-9]{9}$/) });
});

test('a call gives the same result however its arguments are cut', () => {
  const text = '{"city":"Pa\\"ris } { \\u00e9 \\\\"}';
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), text.length];
      const pieces = at.map((start, index) => text.slice(start, at[index + 1] ?? start));
      const chunks = pieces.map((args, index) => [
        { index: 0, ...(index === 0 ? { id: 'a', function: fn('weather', args) } : { function: { arguments: args } }) },
      ]);
      expect(assemble(chunks)).toMatchObject({ early: 1, calls: [['weather', { city: 'Pa"ris } { é \\' }]] });
    }),
  );
});
