// docs/quirks.md, "Identity of a tool call in a stream": who a fragment of a tool call belongs to. One test a row, by its number.
import { describe, expect, test } from 'vitest';
import { DONE, readCalls, readReply, stepEnd } from '../../../testing/model-api/quirk-response.ts';
import { chunk } from '../../../testing/model-api/raw-server.ts';

const fn = (name: string | null | undefined, args?: unknown) => ({ name, arguments: args });
const more = (args: string) => ({ arguments: args });
const PARIS = '{"city":"Paris"}';
const ROME = '{"city":"Rome"}';
const paris = ['weather', { city: 'Paris' }];
const rome = ['weather', { city: 'Rome' }];
const noTime = ['get_time', {}];

type Case = [sentence: string, fragments: unknown[], calls: unknown[]];

describe('the index', () => {
  test.each<Case>([
    ['index-missing: may be missing', [[{ id: 'gSIMJiOkT', function: fn('weather', PARIS) }]], [paris]],
    [
      'index-missing: may be missing throughout, and what has neither id nor name goes on with the last call',
      [
        [{ id: 'a', function: fn('weather', '{"city"') }],
        [{ function: more(':"Paris"}') }],
        [{ function: fn('weather', '{"city"') }],
        [{ function: more(':"Rome"}') }],
      ],
      [paris, rome],
    ],
    [
      'position-is-no-index: may be missing while each parallel call stands first in its own chunk',
      [[{ id: 'eaifhb3y', function: fn('weather', PARIS) }], [{ id: 'mw4fnecu', function: fn('weather', ROME) }]],
      [paris, rome],
    ],
    [
      'index-always-zero: may be 0 for every parallel call',
      [[{ index: 0, id: 'a', function: fn('weather', PARIS) }], [{ index: 0, id: 'b', function: fn('weather', ROME) }]],
      [paris, rome],
    ],
    [
      'index-always-zero: may be 0 for calls in pieces, the second known by its id alone',
      [
        [{ index: 0, id: 'a', function: fn('weather', '{"city"') }],
        [{ index: 0, id: 'a', function: more(':"Paris"}') }],
        [{ index: 0, id: 'b', function: more('') }],
        [{ index: 0, id: 'b', function: more('{"city"') }],
        [{ index: 0, id: 'b', function: more(':"Rome"}') }],
      ],
      [paris, rome],
    ],
    [
      'index-zero-without-id: may be 0 for all, without any id',
      [PARIS, ROME, PARIS].map((args) => [{ index: 0, function: fn('weather', args) }]),
      [paris, rome, paris],
    ],
    [
      'index-zero-without-id: may be 0 for all, without any id, each name before its arguments',
      [
        [{ index: 0, function: fn('weather', '') }],
        [{ index: 0, function: more(PARIS) }],
        [{ index: 0, function: fn('weather', '') }],
        [{ index: 0, function: more(ROME) }],
      ],
      [paris, rome],
    ],
    [
      'first-index-not-zero: may begin with another number than 0',
      [[{ index: 7, id: 'toolu_1', function: fn('weather', PARIS) }]],
      [paris],
    ],
    [
      'index-no-integer: may be a string or a broken number',
      [[{ index: '0', id: 'a', function: fn('weather', '{"city"') }], [{ index: 0.5, function: more(':"Paris"}') }]],
      [paris],
    ],
    [
      'indices-interleaved: may go back and forth between calls',
      [
        [{ index: 0, id: 'a', function: fn('weather', '{"city"') }],
        [{ index: 1, id: 'b', function: fn('weather', '{"ci') }],
        [{ index: 0, function: more(':"Par') }],
        [{ index: 1, function: more('ty":"Rome"}') }],
        [{ index: 0, function: more('is"}') }],
      ],
      [paris, rome],
    ],
  ])('%s', (_sentence, fragments, calls) => {
    expect(readCalls(fragments).calls).toEqual(calls);
  });
});

describe('the id', () => {
  test.each<Case>([
    [
      'id-empty: may be "" after the first fragment',
      [
        [{ index: 0, id: 'a', type: 'function', function: fn('weather', '') }],
        [{ index: 0, id: '', type: 'function', function: more(PARIS) }],
      ],
      [paris],
    ],
    [
      'id-null: may be null after the first fragment, like type and name',
      [
        [{ index: 0, id: 'a', type: 'function', function: fn('weather', '{"city"') }],
        [{ index: 0, id: null, type: null, function: fn(null, ':"Paris"}') }],
      ],
      [paris],
    ],
    [
      'id-word-null: may be the word null, or a space',
      [
        [{ index: 0, id: 'a', function: fn('weather', '{"city"') }],
        [{ index: 0, id: 'null', function: fn('', ':"Par') }],
        [{ index: 0, id: ' ', function: fn('', 'is"}') }],
      ],
      [paris],
    ],
    [
      'id-repeated: may be repeated in every fragment',
      ['', '{"city"', ':"Paris"}', ''].map((args) => [{ index: 0, id: '0', function: fn('weather', args) }]),
      [paris],
    ],
    [
      'id-changes: may be a fresh one in every fragment, also after the end',
      ['{"city"', ':"Paris"}', ''].map((args, n) => [
        { index: 0, id: `call_${n}`, function: n === 0 ? fn('weather', args) : more(args) },
      ]),
      [paris],
    ],
    [
      'id-never-sent: may never be sent',
      [[{ index: 0, type: 'function', function: fn('weather', '') }], [{ index: 0, function: more(PARIS) }]],
      [paris],
    ],
    [
      'entry-without-name: may be "" on an entry that never gets a name, which is no call',
      [[{ id: '', type: 'function' }], [{ function: fn('weather', PARIS) }]],
      [paris],
    ],
    [
      'id-shared: may be the same for two calls',
      [[{ index: 0, id: '0', function: fn('weather', PARIS) }], [{ index: 1, id: '0', function: fn('weather', ROME) }]],
      [paris, rome],
    ],
    [
      'id-shared: may be the same for two calls in pieces, of which the first has no arguments',
      [
        [{ index: 0, id: 'call_0', function: fn('get_time', '') }],
        [{ index: 1, id: 'call_0', function: fn('weather', '{"city"') }],
        [{ index: 1, id: 'call_0', function: more(':"Paris"}') }],
      ],
      [noTime, paris],
    ],
    [
      'id-shared: may be the same for two calls whose pieces take turns',
      [
        [{ index: 0, id: 'x', function: fn('weather', '{"city"') }],
        [{ index: 1, id: 'x', function: fn('weather', '{"ci') }],
        [{ index: 0, id: 'x', function: more(':"Par') }],
        [{ index: 1, id: 'x', function: more('ty":"Rome"}') }],
        [{ index: 0, id: 'x', function: more('is"}') }],
      ],
      [paris, rome],
    ],
    [
      'id-shared: may be the same for two calls of which the first was cut off',
      [
        [{ index: 0, id: 'x', function: fn('weather', '{"city":"Par') }],
        [{ index: 1, id: 'x', function: fn('weather', ROME) }],
      ],
      [['weather', { error: expect.stringContaining('cut off') }], rome],
    ],
    [
      'id-shared: may be the same for two calls without a name on the second',
      [[{ index: 0, id: 'x', function: fn('weather', PARIS) }], [{ index: 1, id: 'x', function: more(ROME) }]],
      [paris, rome],
    ],
    [
      'id-late: may come after the name and the arguments',
      [
        [{ index: 0, function: fn('weather', '{"city"') }],
        [{ index: 0, function: more(':"Paris"}') }],
        [{ index: 0, id: 'call_x' }],
      ],
      [paris],
    ],
  ])('%s', (_sentence, fragments, calls) => {
    expect(readCalls(fragments).calls).toEqual(calls);
  });

  test('id-never-sent: is generated if none is sent, in a form valid for every server', () => {
    const { events } = readCalls([[{ index: 0, function: fn('weather', PARIS) }]]);
    expect(events[0]).toMatchObject({ toolCallId: expect.stringMatching(/^[a-zA-Z0-9]{9}$/) });
  });

  test("id-shared: is made unique, and the server's own is kept for the echo", () => {
    const reply = readCalls([
      [{ index: 0, id: '0', function: fn('weather', PARIS) }],
      [{ index: 1, id: '0', function: fn('weather', ROME) }],
    ]);
    const ids = reply.events.flatMap((event) => (event.type === 'tool-input-start' ? [event.toolCallId] : []));
    expect(new Set(ids).size).toBe(2);
    expect(stepEnd(reply).opaque).toMatchObject({ toolCalls: { [ids[1] ?? '']: { wireId: '0' } } });
  });

  test('id-late: is used if it arrives before the call is emitted', () => {
    const { events } = readCalls([
      [{ index: 0, function: { arguments: PARIS } }],
      [{ index: 0, id: 'call_x' }],
      [{ index: 0, function: { name: 'weather' } }],
    ]);
    expect(events[0]).toEqual({ type: 'tool-input-start', toolCallId: 'call_x', toolName: 'weather' });
  });
});

describe('the name', () => {
  test.each<Case>([
    [
      'name-late: may come after the arguments have begun',
      [[{ index: 0, id: 'x', function: more('{"city"') }], [{ index: 0, function: fn('weather', ':"Paris"}') }]],
      [paris],
    ],
    [
      'name-late: may come after all of the arguments, also in the second of two calls',
      [
        [{ index: 0, id: 'x', function: fn('get_time', '{}') }],
        [{ index: 1, id: 'y', function: more(PARIS) }],
        [{ index: 1, function: fn('weather') }],
      ],
      [noTime, paris],
    ],
    [
      'name-empty: may be "" after the first fragment',
      [[{ index: 0, id: 'a', function: fn('weather', '{"ci') }], [{ index: 0, function: fn('', 'ty":"Paris"}') }]],
      [paris],
    ],
    [
      'name-repeated: may be repeated in every fragment',
      ['', '{"city"', ':"Paris"}', ''].map((args) => [{ index: 0, function: fn('weather', args) }]),
      [paris],
    ],
    [
      'name-in-pieces: may come in pieces',
      [[{ index: 0, id: 'a', function: fn('wea', '') }], [{ index: 0, function: fn('ther', PARIS) }]],
      [paris],
    ],
    [
      'name-in-pieces: may come in pieces of which the first is another tool',
      [
        [{ index: 0, id: 'a', function: fn('get_time', '') }],
        [{ index: 0, function: fn('_zones', '{"near":"Rome"}') }],
      ],
      [['get_time_zones', { near: 'Rome' }]],
    ],
    [
      'name-in-pieces: may be another tool altogether, which is another call',
      [[{ index: 0, function: fn('get_time', '') }], [{ index: 0, function: fn('weather', PARIS) }]],
      [noTime, paris],
    ],
  ])('%s', (_sentence, fragments, calls) => {
    expect(readCalls(fragments).calls).toEqual(calls);
  });
});

describe('the list', () => {
  test.each<Case>([
    ['type-missing: may have entries without a type', [[{ id: 'x', function: fn('weather', PARIS) }]], [paris]],
    [
      'type-missing: may have entries with a blank type',
      [[{ id: 'x', type: '', function: fn('weather', PARIS) }]],
      [paris],
    ],
    ['calls-no-list: may be a single object', [{ index: 0, id: 'a', function: fn('weather', PARIS) }], [paris]],
    [
      'calls-no-list: may be empty, or null',
      [[], null, [{ index: 0, id: 'a', function: fn('weather', PARIS) }]],
      [paris],
    ],
  ])('%s', (_sentence, fragments, calls) => {
    expect(readCalls(fragments).calls).toEqual(calls);
  });

  test('calls-with-finish: may hold several calls, in the chunk that also has the finish reason', () => {
    const tool_calls = [
      { index: 0, id: 'a', function: fn('weather', PARIS) },
      { index: 1, id: 'b', function: fn('weather', ROME) },
    ];
    const reply = readReply(chunk({ tool_calls }, 'tool_calls') + DONE);
    expect(reply).toMatchObject({ calls: [paris, rome], early: 2 });
  });
});
