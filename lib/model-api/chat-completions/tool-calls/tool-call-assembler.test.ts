import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ModelEvent } from '../../../contracts/model-client.ts';
import { QUIRK_TOOLS } from '../../../testing/model-api/quirk-response.ts';
import { CallIds } from '../../tool-input/call-identity.ts';
import { readToolCalls } from '../stream/tool-call-delta.ts';
import { ToolCallAssembler } from './tool-call-assembler.ts';

/** Feeds `tool_calls` lists as they stand on the wire, then ends. What servers do wrong is in `quirks-*.test.ts`. */
function assemble(
  lists: unknown[],
  { assembler = new ToolCallAssembler(QUIRK_TOOLS, new CallIds([])) } = {},
): ModelEvent[] {
  const deltas = lists.flatMap((tool_calls) => [...readToolCalls({ tool_calls })]);
  return [...deltas.flatMap((delta) => assembler.push(delta)), ...assembler.end({ cut: false })];
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

test('a call gives the same result however its arguments are split', () => {
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

describe('bounds', () => {
  const longest = (length: number) => start(JSON.stringify({ city: 'x'.repeat(length) }));
  const refusal = (text: string) => ({ type: 'tool-input-error', errorText: expect.stringContaining(text) });

  test('arguments over 256,000 characters are rejected at once, and the rest is dropped', () => {
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
