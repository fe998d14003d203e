import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ModelEvent } from '../../../contracts/model-client.ts';
import { QUIRK_TOOLS } from '../../../testing/model-api/quirk-response.ts';
import { CallIds } from '../../tool-input/call-identity.ts';
import { readToolCalls } from '../stream/chat-calls.ts';
import { ToolCallAssembler } from './tool-call-assembler.ts';

/** Feeds `tool_calls` lists as servers send them, then ends. Server errors are tested in `quirks-*.test.ts`. */
function assemble(
  lists: unknown[],
  { assembler = new ToolCallAssembler(QUIRK_TOOLS, new CallIds([])) } = {},
): ModelEvent[] {
  const deltas = lists.flatMap((tool_calls) => [...readToolCalls({ tool_calls })]);
  return [...deltas.flatMap((delta) => assembler.push(delta)), ...assembler.end({ isTruncated: false })];
}
const start = (args: string) => [{ index: 0, id: 'a', function: { name: 'weather', arguments: args } }];
const more = (args: string) => [{ index: 0, function: { arguments: args } }];

test('a call is emitted from its name on: start, arguments as they arrive, input', () => {
  expect(assemble([start(''), more('{"city"'), more(':"Paris"}')])).toEqual([
    { type: 'tool-input-start', toolCallId: 'a', toolName: 'weather' },
    { type: 'tool-input-delta', toolCallId: 'a', delta: '{"city"' },
    { type: 'tool-input-delta', toolCallId: 'a', delta: ':"Paris"}' },
    { type: 'tool-input-available', toolCallId: 'a', input: { city: 'Paris' }, repaired: false },
  ]);
});

test('an id the conversation has already is replaced', () => {
  const assembler = new ToolCallAssembler(QUIRK_TOOLS, new CallIds(['a']));
  expect(assemble([start('{"city":"Paris"}')], { assembler })[0]).toMatchObject({
    type: 'tool-input-start',
    toolCallId: expect.stringMatching(/^[a-zA-Z0-9]{9}$/),
  });
});

test('a call gives the same result regardless of how its arguments are split', () => {
  const text = '{"city":"Pa\\"ris } { \\u00e9 \\\\"}';
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), text.length];
      const pieces = at.map((from, index) => text.slice(from, at[index + 1] ?? from));
      const events = assemble(pieces.map((piece, index) => (index === 0 ? start(piece) : more(piece))));
      expect(events.at(-1)).toMatchObject({
        type: 'tool-input-available',
        input: { city: 'Pa"ris } { é \\' },
        repaired: false,
      });
      const reported = events.map((event) => (event.type === 'tool-input-delta' ? event.delta : ''));
      expect(reported.join('')).toBe(text);
    }),
  );
});

describe('a complete call that is repeated', () => {
  const whole = '{"city":"Paris"}';
  const inputs = (lists: unknown[]) =>
    assemble(lists).flatMap((event) => (event.type === 'tool-input-available' ? [event.input] : []));
  const call = (change: object, name = 'weather', args = whole) => [
    { index: 0, id: 'a', function: { name, arguments: args }, ...change },
  ];

  test('under the same id and name is the same call', () => {
    expect(assemble([call({}), call({})])).toEqual(assemble([call({})]));
    expect(assemble([call({}), call({ index: 1 })])).toEqual(assemble([call({})]));
    expect(assemble([call({}), call({}, 'weather', '{ "city": "Paris" }')])).toEqual(assemble([call({})]));
    expect(inputs([call({}), call({}), call({})])).toEqual([{ city: 'Paris' }]);
  });

  test('several times in one text is the same call (quirk: arguments-again)', () => {
    const blankBetween = [`${whole}\n${whole}\n${whole}`, `${whole} \r\n${whole}\t${whole}\n`];
    for (const copies of [whole.repeat(2), whole.repeat(5), ...blankBetween]) {
      expect(inputs([call({}, 'weather', copies)])).toEqual([{ city: 'Paris' }]);
      expect(inputs([...copies].map((letter) => call({}, 'weather', letter)))).toEqual([{ city: 'Paris' }]);
    }
    const chunks = ['\n{"ci', 'ty":"Paris"}', '\n{"city":', '"Paris"}'];
    expect(assemble([call({}), ...chunks.map(more)])).toEqual(assemble([call({})]));
  });

  test('around the arguments of another call is the same call (quirk: joined-arguments)', () => {
    const mixed = `${whole}{"city":"Rome"}${whole}`;
    expect(inputs([call({}, 'weather', mixed)])).toEqual([{ city: 'Paris' }, { city: 'Rome' }]);
    expect(inputs([...mixed].map((letter) => call({}, 'weather', letter)))).toEqual([
      { city: 'Paris' },
      { city: 'Rome' },
    ]);
  });

  test('with another name, or under another id or none, is another call', () => {
    expect(inputs([call({}), call({}, 'weather', '{"city":"Rome"}')])).toEqual([{ city: 'Paris' }, { city: 'Rome' }]);
    expect(inputs([call({}), call({}, 'get_time', '{}')])).toEqual([{ city: 'Paris' }, {}]);
    expect(inputs([call({}), call({ index: 1, id: 'b' })])).toEqual([{ city: 'Paris' }, { city: 'Paris' }]);
    expect(inputs([call({ index: undefined, id: undefined }), call({ index: undefined, id: undefined })])).toEqual([
      { city: 'Paris' },
      { city: 'Paris' },
    ]);
  });

  test('before its arguments are complete, is not the same call', () => {
    expect(inputs([call({}, 'weather', '{"city":'), more('"Paris"}')])).toEqual([{ city: 'Paris' }]);
    expect(inputs([call({}, 'weather', '{"city":"'), call({}, 'weather', '{"city":"')])).toEqual([]);
  });
});

describe('a fragment without a name after a complete call', () => {
  const named = { index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":"Paris"}' } };
  const inputs = (...deltas: object[]) =>
    assemble(deltas.map((delta) => [delta])).flatMap((event) =>
      event.type === 'tool-input-available' ? [event.input] : [],
    );

  test('under another id begins another call of the same tool', () => {
    const next = { index: 0, id: 'b', function: { arguments: '{"city":"Rome"}' } };
    expect(inputs(named, next)).toEqual([{ city: 'Paris' }, { city: 'Rome' }]);
  });

  test('under the same id is another call of the same tool (quirk: joined-arguments)', () => {
    const next = { index: 0, id: 'a', function: { arguments: '{"city":"Rome"}' } };
    expect(inputs(named, next)).toEqual([{ city: 'Paris' }, { city: 'Rome' }]);
  });

  test.each(['{"message":"Completed"}', '{"city":"Ro', '{"city":"Rome"}{"city":"B'])(
    'under the same id makes the call untrustworthy if it is %s',
    (args) => {
      const events = assemble([[named], [{ index: 0, id: 'a', function: { arguments: args } }]]);
      expect(events.map(({ type }) => type)).toContain('tool-input-error');
      expect(events.flatMap((event) => (event.type === 'tool-input-retract' ? [event.toolCallId] : []))).toEqual(['a']);
    },
  );

  test('under the same id and another index begins another call', () => {
    const next = { index: 1, id: 'a', function: { arguments: '{"city":"Rome"}' } };
    expect(inputs(named, next)).toEqual([{ city: 'Paris' }, { city: 'Rome' }]);
  });
});

test('a fragment without an id continues the open call of the last fragment, also if a later call has the same index', () => {
  const begin = (id: string) => [{ index: 0, id, function: { name: 'weather', arguments: '{"city"' } }];
  const first = [{ index: 0, id: 'a', function: { arguments: ':"Pa' } }];
  const second = [{ index: 0, id: 'b', function: { arguments: ':"Rome"}' } }];
  const events = assemble([begin('a'), begin('b'), first, more('ris"}'), second]);
  expect(events.filter(({ type }) => type === 'tool-input-available')).toMatchObject([
    { toolCallId: 'a', input: { city: 'Paris' } },
    { toolCallId: 'b', input: { city: 'Rome' } },
  ]);
});

describe('a placeholder for arguments', () => {
  test.each(['{}', ' { } ', '\n{\n}\n'])('is replaced by the arguments: %j', (placeholder) => {
    const read = assemble([start(placeholder), more('{"city":"Paris"}')]).at(-1);
    expect(read).toMatchObject({ type: 'tool-input-available', input: { city: 'Paris' } });
  });

  test('is replaced if only one of the fragments has an index', () => {
    const first = [{ id: 'a', function: { name: 'weather', arguments: '{}' } }];
    const events = assemble([first, more('{"city":"Paris"}')]);
    const started = events.filter(({ type }) => type === 'tool-input-start').length;
    const retracted = events.filter(({ type }) => type === 'tool-input-retract').length;
    expect(started - retracted).toBe(1);
    expect(events.at(-1)).toMatchObject({ input: { city: 'Paris' } });
  });

  test('is not text around braces', () => {
    expect(assemble([start('x{}'), more('{"city":"Paris"}')]).at(-1)).toMatchObject({ type: 'tool-input-error' });
  });
});

describe('a call that cannot be trusted', () => {
  test('because arguments followed its end is an error, and nothing more of it is read', () => {
    const events = assemble([start('{"city":"Paris"}'), more(' and more'), more(' and more')]);
    expect(events.at(-1)).toMatchObject({
      type: 'tool-input-error',
      code: 'bad-input',
      errorText: 'The server sent more arguments after their end, so they cannot be trusted. Call the tool again.',
    });
    expect(events.filter(({ type }) => type === 'tool-input-error')).toHaveLength(1);
  });

  test('because a part was lost is an error, unless it was complete before', () => {
    const assembler = new ToolCallAssembler(QUIRK_TOOLS, new CallIds([]));
    const read = (list: unknown) => readToolCalls({ tool_calls: list }).flatMap((delta) => assembler.push(delta));
    const complete = read([{ index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":"Paris"}' } }]);
    expect(complete.at(-1)).toMatchObject({ type: 'tool-input-available' });
    read([{ index: 1, id: 'b', function: { name: 'weather', arguments: '{"city":' } }]);
    assembler.markDamaged();
    const after = [
      ...read([{ index: 1, function: { arguments: '"Rome"}' } }]),
      ...assembler.end({ isTruncated: false }),
    ];
    expect(after.filter(({ type }) => type === 'tool-input-available')).toEqual([]);
    expect(after.at(-1)).toMatchObject({
      type: 'tool-input-error',
      toolCallId: 'b',
      code: 'truncated-input',
      errorText: 'A part of the arguments was lost on the way, so the call was not run. Send the whole call again.',
    });
  });

  test('because the answer was cut off is an error, even if its arguments look complete', () => {
    const assembler = new ToolCallAssembler(QUIRK_TOOLS, new CallIds([]));
    assembler.markTruncated();
    expect(assemble([start('{"city":"Paris"}')], { assembler }).at(-1)).toMatchObject({
      type: 'tool-input-error',
      code: 'truncated-input',
    });
  });

  test('because no tool has its name is an error that lists the tools', () => {
    const uses = [{ recipient_name: 'weather', parameters: { city: 'Paris' } }];
    const call = { name: 'x_multi_tool_use.parallel', arguments: JSON.stringify({ tool_uses: uses }) };
    const events = assemble([[{ index: 0, id: 'a', function: call }]]);
    expect(events.at(-1)).toMatchObject({
      type: 'tool-input-error',
      code: 'bad-input',
      errorText:
        'There is no tool named "x_multi_tool_use.parallel". The tools are: weather, get_time, get_time_zones.',
    });
  });
});

test('calls that were emitted are counted, without those that were retracted', () => {
  const assembler = new ToolCallAssembler(QUIRK_TOOLS, new CallIds([]));
  assemble([start('{}'), more('{"city":"Paris"}')], { assembler });
  expect(assembler.callCount).toBe(1);
});

describe('bounds', () => {
  const longest = (length: number) => start(JSON.stringify({ city: 'x'.repeat(length) }));
  const refusal = (text: string) => ({ type: 'tool-input-error', errorText: expect.stringContaining(text) });

  test('arguments over 256,000 characters are rejected immediately, and the rest is dropped', () => {
    const events = assemble([start(`{"city":"${'x'.repeat(256_000)}`), more('x'), more('"}')]);
    expect(events.at(-1)).toMatchObject(refusal('longer than 256000'));
    expect(events.filter((event) => event.type === 'tool-input-error')).toHaveLength(1);
  });

  test('the bound can be lifted', () => {
    const assembler = new ToolCallAssembler(QUIRK_TOOLS, new CallIds([]), { maxInput: 2_000_000 });
    expect(assemble([longest(1_000_000)], { assembler }).at(-1)).toMatchObject({ type: 'tool-input-available' });
  });

  test('arguments nested deeper than 64 levels are rejected', () => {
    const tools = [{ name: 'weather', description: '', inputSchema: z.looseObject({}) }];
    const deep = (levels: number) => start(`${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`);
    const read = (levels: number) =>
      assemble([deep(levels)], { assembler: new ToolCallAssembler(tools, new CallIds([])) }).at(-1);
    expect(read(64)).toMatchObject({ type: 'tool-input-available' });
    expect(read(65)).toMatchObject(refusal('deeper than 64'));
    expect(read(60_000)).toMatchObject({ type: 'tool-input-error' });
  });
});

describe('growing snapshots: each fragment has all arguments so far', () => {
  const ARGUMENTS = fc.record({ city: fc.string({ unit: 'grapheme' }), days: fc.nat() });
  const generateCuts = (text: string) => fc.array(fc.integer({ min: 1, max: text.length }), { maxLength: 6 });
  const assembleInputs = (fragments: readonly string[]) =>
    assemble(fragments.map((text, at) => (at === 0 ? start(text) : more(text)))).flatMap((event) =>
      event.type === 'tool-input-available' ? [event.input] : [],
    );

  test('give the same arguments as consecutive fragments, regardless of where they are split', () => {
    fc.assert(
      fc.property(
        ARGUMENTS.map((value) => JSON.stringify(value)).chain((text) =>
          fc.tuple(fc.constant(text), generateCuts(text)),
        ),
        ([text, cuts]) => {
          const ends = [1, ...cuts.sort((a, b) => a - b), text.length];
          const continued = ends.map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
          expect(assembleInputs(ends.map((end) => text.slice(0, end)))).toEqual([JSON.parse(text)]);
          expect(assembleInputs(continued)).toEqual([JSON.parse(text)]);
        },
      ),
    );
  });

  test('may change their spacing from one to the next', () => {
    expect(assembleInputs(['{"city":"Pa', '{ "city": "Paris, France', '{"city" : "Paris, France"}'])).toEqual([
      { city: 'Paris, France' },
    ]);
    // White space within a string is part of it.
    expect(assembleInputs(['{"city":"Pa ris', '{"city":"Paris"}'])).not.toEqual([{ city: 'Paris' }]);
  });

  test('may be a text that contains the arguments', () => {
    const encoded = JSON.stringify('{"city":"Paris"}');
    expect(assembleInputs([encoded, encoded])).toEqual([{ city: 'Paris' }]);
  });
});

describe('text after complete arguments', () => {
  const ending = (...texts: string[]) => assemble([start('{"city":"Paris"}'), ...texts.map(more)]).at(-1);

  test.each([
    [['</tool_call>']],
    [['<|im_end|>']],
    [['\n```']],
    [['</tool', '_call>', '\n']],
    [['}', '</s>']],
    [['{"city":', '"Paris"}']],
    [['"{\\"city\\":\\"Paris\\"}"']],
  ])('%j changes nothing', (texts) => {
    expect(ending(...texts)).toMatchObject({ type: 'tool-input-available', input: { city: 'Paris' } });
  });

  test.each([[['</tool_call> and then']], [['<b>', 'Rome']], [['{"city":"Rome"']]])(
    '%j makes a call that does not run',
    (texts) => {
      expect(ending(...texts)).toMatchObject({ type: 'tool-input-error', code: 'bad-input' });
    },
  );
});

describe('the calls of a complete message after deltas', () => {
  const whole = (id: string, args: string) => [
    ...readToolCalls({ tool_calls: [{ id, function: { name: 'weather', arguments: args } }] }),
  ];

  test('with the same id complete each other, and are not separate calls', () => {
    const assembler = new ToolCallAssembler(QUIRK_TOOLS, new CallIds([]));
    const begun = [...readToolCalls({ tool_calls: start('{"city":') })].flatMap((delta) => assembler.push(delta));
    const events = [
      ...begun,
      ...assembler.pushWhole([...whole('a', '{"city":"Paris"}'), ...whole('b', '{"city":"Rome"}')]),
      ...assembler.end({ isTruncated: false }),
    ];
    expect(events.filter(({ type }) => type === 'tool-input-available')).toMatchObject([
      { toolCallId: 'a', input: { city: 'Paris' } },
    ]);
  });

  test('count if no call came before', () => {
    const assembler = new ToolCallAssembler(QUIRK_TOOLS, new CallIds([]));
    const events = [...assembler.pushWhole(whole('b', '{"city":"Rome"}')), ...assembler.end({ isTruncated: false })];
    expect(events.at(-1)).toMatchObject({ type: 'tool-input-available', input: { city: 'Rome' } });
  });
});
