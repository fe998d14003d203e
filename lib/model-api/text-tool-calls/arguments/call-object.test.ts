import { describe, expect, test } from 'vitest';
import { callsIn } from './call-object.ts';

const read = (value: unknown) => callsIn(value, true, (name) => name === 'find');
const find = (text: string) => [{ name: 'find', arguments: { type: 'json', text }, isStrict: true }];

describe('the calls in a JSON value', () => {
  test.each(['name', 'tool_name', 'tool', 'function', 'action', 'function_name', 'method', 'func', 'fn'])(
    'the name may be under %s',
    (key) => {
      expect(read({ [key]: 'find', arguments: { a: 1 } })).toEqual(find('{"a":1}'));
    },
  );

  test.each([
    'arguments',
    'parameters',
    'args',
    'params',
    'input',
    'action_input',
    'tool_input',
    'function_args',
    'tool_args',
    'tool_arguments',
    'tool_parameters',
    'function_arguments',
    'kwargs',
  ])('the arguments may be under %s', (key) => {
    expect(read({ name: 'find', [key]: { a: 1 } })).toEqual(find('{"a":1}'));
  });

  test.each(['tool', 'function', 'tool_call', 'function_call'])('the call may be an object under %s', (key) => {
    expect(read({ [key]: { name: 'find', arguments: { a: 1 } } })).toEqual(find('{"a":1}'));
  });

  test.each([
    [
      'a list',
      [
        { name: 'find', arguments: {} },
        { name: 'find', args: { a: 1 } },
      ],
      [...find('{}'), ...find('{"a":1}')],
    ],
    ['tool_calls', { tool_calls: [{ function: { name: 'find', arguments: '{"a": 1}' } }] }, find('{"a": 1}')],
    ['tool_call', { tool_call: { name: 'find', arguments: {} } }, find('{}')],
    ['function_call', { function_call: { name: 'find', arguments: {} } }, find('{}')],
    ['function', { type: 'function', function: { name: 'find', arguments: {} } }, find('{}')],
    ['the name as the key', { find: { a: 1 } }, find('{"a":1}')],
    ['no arguments', { name: 'find', arguments: null }, find('{}')],
    ['LangChain’s bare value', { action: 'find', action_input: 'x' }, find('{"action_input":"x"}')],
    ['arguments beside the name (quirk: format-flat-arguments)', { id: '1', name: 'find', a: 1 }, find('{"a":1}')],
    ['arguments beside an empty object for them', { name: 'find', arguments: {}, a: 1 }, find('{"a":1}')],
    ['a bare value of a tool', { tool: 'find', tool_input: 3 }, find('{"tool_input":3}')],
  ])('%s', (_title, value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  test('a call without any key for arguments lacks them', () => {
    expect(read({ name: 'find' })).toEqual([{ ...find('{}')[0], lacksArguments: true }]);
  });

  test.each([
    ['a text', 'find'],
    ['no name', { arguments: {} }],
    ['an empty name', { name: '', arguments: {} }],
    ['another key', { other: { a: 1 } }],
    ['a key with a text', { find: 'a' }],
    ['two keys', { find: { a: 1 }, b: 1 }],
    ['nothing', {}],
  ])('%s is none', (_title, value) => {
    expect(read(value)).toEqual([]);
  });
});
