import { describe, expect, test } from 'vitest';
import type { ToolCallDelta } from '../stream/chunk-reader.ts';
import {
  hasArguments,
  isComplete,
  isParallelWrapper,
  isPlaceholder,
  openCall,
  replacesPlaceholder,
  resetArguments,
  unpackParallel,
} from './call-assembly.ts';

const delta = (change: Partial<ToolCallDelta>): ToolCallDelta => ({
  index: null,
  id: null,
  name: null,
  arguments: '',
  object: null,
  extras: null,
  ...change,
});

describe('an empty object in place of arguments that follow', () => {
  test.each(['{}', ' { } ', `{${' '.repeat(97)}}`])('%j is one', (text) => expect(isPlaceholder(text)).toBe(true));

  test.each(['x{}', '{}x', '{', '', `{${' '.repeat(98)}}`])('%j is none', (text) =>
    expect(isPlaceholder(text)).toBe(false),
  );

  const call = { ...openCall(1, 'a'), name: 'weather', argumentsText: '{}' };
  const args = '{"city":';

  test.each([{ arguments: args }, { arguments: args, name: 'weather' }, { arguments: args, index: 1 }])(
    'is replaced by %j',
    (change) => expect(replacesPlaceholder(call, delta(change))).toBe(true),
  );

  test('is replaced under any index if the call has none', () => {
    expect(replacesPlaceholder({ ...call, index: null }, delta({ arguments: args, index: 3 }))).toBe(true);
  });

  test.each([{ arguments: args, name: 'other' }, { arguments: args, index: 2 }, { arguments: '"city":' }])(
    'is not replaced by %j',
    (change) => expect(replacesPlaceholder(call, delta(change))).toBe(false),
  );
});

test('the arguments of a call are complete once it is available or over, regardless of its text', () => {
  const call = openCall(0, 'a');
  expect(isComplete(call)).toBe(false);
  expect(isComplete({ ...call, phase: 'streaming' })).toBe(false);
  expect(isComplete({ ...call, phase: 'available' })).toBe(true);
  expect(isComplete({ ...call, phase: 'over' })).toBe(true);
});

test('arguments that are assembled again keep nothing of the old ones', () => {
  const call = openCall(0, 'a');
  Object.assign(call, { argumentsText: '{}', unemitted: '{}', hasTriedStrictParse: true, phase: 'available' });
  call.scanner.push('{}');
  resetArguments(call);
  expect(call).toMatchObject({ argumentsText: '', unemitted: '', hasTriedStrictParse: false, phase: 'pending' });
  expect(isComplete(call)).toBe(false);
});

test('white space does not count as arguments', () => {
  expect(hasArguments(delta({ arguments: ' \n' }))).toBe(false);
  expect(hasArguments(delta({ arguments: ' {' }))).toBe(true);
});

describe('the tool that wraps parallel calls', () => {
  test.each(['multi_tool_use.parallel', 'functions.multi_tool_use_parallel'])('is %s', (name) =>
    expect(isParallelWrapper(name)).toBe(true),
  );

  test.each(['multi_tool_use.parallel_2', 'my_multi_tool_use.parallel'])('is not %s', (name) =>
    expect(isParallelWrapper(name)).toBe(false),
  );

  test('may wrap a call without arguments', () => {
    const uses = [{ recipient_name: 'functions.now' }, { recipient_name: 'weather', parameters: { city: 'Paris' } }];
    expect(unpackParallel(JSON.stringify({ tool_uses: uses }), { mayRepair: false, maxLength: 1_000 })).toEqual({
      ok: true,
      calls: [
        { name: 'functions.now', argumentsText: '' },
        { name: 'weather', argumentsText: '{"city":"Paris"}' },
      ],
      repaired: false,
    });
  });
});
