// Variations of the interfaces by gateways and servers, beyond those in the tests of each quirk: one row per variation,
// whole and in pieces, through the real client.
import { describe, expect, test } from 'vitest';
import { cut } from '../replay-case.ts';
import { type ReportedCase, runCase } from './run-case.ts';
import { isAsWanted } from './verdict.ts';

type Row = [behaviour: string, body: string, want: string];

const BERGEN = 'weather {"city":"Bergen"}';
const CITY = '{"city":"Bergen"}';

function events(values: readonly unknown[]): string {
  return values
    .map((value) => {
      const type = (value as { type?: unknown }).type;
      return `${typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(value)}\n\n`;
    })
    .join('');
}

function chat(...deltas: object[]): string {
  return `${events(deltas.map((delta) => ('choices' in delta ? delta : { choices: [{ index: 0, delta }] })))}data: [DONE]\n\n`;
}

const end = (word: string, more: object = {}) => ({
  choices: [{ index: 0, delta: {}, finish_reason: word, ...more }],
});

function call(args: unknown, name = 'weather', more: object = {}): object {
  return { tool_calls: [{ index: 0, id: 'a', function: { name, arguments: args }, ...more }] };
}

function anthropic(...blocks: object[]): string {
  const message = { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 9, output_tokens: 1 } };
  return events([{ type: 'message_start', message }, ...blocks, { type: 'message_stop' }]);
}
const begin = (input: unknown, index: number | undefined = 0, name = 'weather') => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'tool_use', id: 't', name, input },
});
const piece = (delta: object, index = 0) => ({ type: 'content_block_delta', index, delta });
const stop = { type: 'content_block_stop', index: 0 };
const reason = (word: string) => ({ type: 'message_delta', delta: { stop_reason: word } });

async function expectVerdict(reported: Omit<ReportedCase, 'id' | 'source'>): Promise<void> {
  for (const chunking of ['whole', 'char']) {
    const outcome = await runCase({ id: '', source: '', ...reported }, (body) => cut(body, chunking));
    expect(isAsWanted(reported.want, outcome), JSON.stringify(outcome)).toBe(true);
  }
}

describe('a stream of Chat Completions', () => {
  test.each<Row>([
    [
      'runs a call once whose whole arguments grow under one id (growing-snapshots)',
      chat(call('{"city":"Be"}'), call('{"city":"Berg"}'), call(CITY), end('tool_calls')),
      BERGEN,
    ],
    [
      'runs a call once that gets more arguments under one id (growing-snapshots)',
      chat(call('{"query":"ebb"}', 'web_search'), call('{"query":"ebb","count":2}', 'web_search'), end('tool_calls')),
      'web_search {"query":"ebb","count":2}',
    ],
    [
      'runs both calls of one id whose arguments differ (id-shared)',
      chat(call(CITY), call('{"city":"Rome"}'), end('tool_calls')),
      'two calls',
    ],
    [
      'shows the words of the second choice if the first has only a call (words-in-other-choice)',
      chat({ choices: [{ index: 1, delta: { content: 'I look.' } }] }, call(CITY), end('tool_calls')),
      `text and ${BERGEN}`,
    ],
    [
      'shows one of two answers (other-choices)',
      chat({ content: 'Six.' }, { choices: [{ index: 1, delta: { content: 'At six.' } }] }, end('stop')),
      '"Six."',
    ],
    [
      'does not complete a call that the provider cut off (native-finish-reason)',
      chat(call('{"query":"ebb"', 'web_search'), end('tool_calls', { native_finish_reason: 'max_tokens' })),
      'call not run',
    ],
    [
      'runs a whole call although the provider reached its limit (native-finish-reason)',
      chat(call(CITY), end('tool_calls', { native_finish_reason: 'max_tokens' })),
      BERGEN,
    ],
    [
      'joins messages of which each has what follows (message-in-pieces)',
      chat(
        { choices: [{ message: { content: 'At ' } }] },
        { choices: [{ message: { content: 'six.' }, finish_reason: 'stop' }] },
      ),
      '"At six."',
    ],
    [
      'shows the answer that the server took for reasoning (answer-in-reasoning)',
      chat({ reasoning_content: 'At six.' }, end('stop')),
      'shows "At six."',
    ],
    [
      'does not show reasoning that was cut off as the answer (answer-in-reasoning)',
      chat({ reasoning_content: 'Perhaps at' }, end('length')),
      '"" thinking "Perhaps at"',
    ],
    [
      'shows an error inside a delta (error-shapes)',
      chat({ error: { message: 'out of tide' } }),
      'shows "out of tide"',
    ],
    [
      'shows the message beside the name of a status (error-shapes)',
      '{"status":500,"error":"Internal Server Error","message":"out of tide"}',
      'shows "out of tide"',
    ],
    ['reads the call of a custom tool', chat(custom(), end('tool_calls')), BERGEN],
    ...['n/a', 'true', '0', '""""'].map(
      (args): Row => [
        `takes ${args} for no arguments (arguments-nothing)`,
        chat(call(args, 'read_page'), end('tool_calls')),
        'read_page {}',
      ],
    ),
    ...['{{"city":"Bergen"}}', '"city":"Bergen"', `""${CITY}`, `null${CITY}`].map(
      (args): Row => [`reads ${args} as arguments (arguments-braces)`, chat(call(args), end('tool_calls')), BERGEN],
    ),
    [
      'does not complete arguments without braces that end in a number (arguments-braces)',
      chat(call('"city":"Bergen","days":1'), end('tool_calls')),
      'call not run',
    ],
    ...[`{"arguments":[${CITY}]}`, `{"tool_calls":[{"name":"weather","arguments":${CITY}}]}`].map(
      (args): Row => [`unwraps ${args} (wrapped-arguments)`, chat(call(args), end('tool_calls')), BERGEN],
    ),
    ...['weather_tool', 'tool_weather', 'functions-weather', 'ｗｅａｔｈｅｒ', 'weatherweatherweather'].map(
      (name): Row => [`finds the tool ${name} (tool-name-variants)`, chat(call(CITY, name), end('tool_calls')), BERGEN],
    ),
    [
      'finds a name with a dot for an underscore (tool-name-variants)',
      chat(call('{"query":"ebb"}', 'web.search'), end('tool_calls')),
      'web_search {"query":"ebb"}',
    ],
    [
      'runs no call with two values for one argument (argument-given-twice)',
      chat(
        { content: '<function=weather><parameter=city>Bergen</parameter><parameter=city>Rome</parameter></function>' },
        end('stop'),
      ),
      'an error for the model',
    ],
  ])('%s', async (_behaviour, body, want) => {
    await expectVerdict({ interface: 'chat-completions', reply: { body }, want });
  });

  function custom(): object {
    return { tool_calls: [{ index: 0, id: 'a', type: 'custom', custom: { name: 'weather', input: CITY } }] };
  }
});

describe('a stream of Anthropic', () => {
  const toolUse = reason('tool_use');
  test.each<Row>([
    [
      'gives arguments to the open call, whatever their index (block-index)',
      anthropic(
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'I look.' } },
        stop,
        begin({}, 1),
        piece({ type: 'input_json_delta', partial_json: CITY }),
        toolUse,
      ),
      `text and ${BERGEN}`,
    ],
    [
      'keeps the arguments of the start when {} follows (input-at-start)',
      anthropic(begin({ city: 'Bergen' }), piece({ type: 'input_json_delta', partial_json: '{}' }), stop, toolUse),
      BERGEN,
    ],
    [
      'takes arguments from the end of the block (input-at-start)',
      anthropic(begin({}), { ...stop, content_block: { input: { city: 'Bergen' } } }, toolUse),
      BERGEN,
    ],
    [
      'takes arguments under the name of another interface (input-at-start)',
      anthropic(
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'tool_use', id: 't', name: 'weather', arguments: CITY },
        },
        stop,
        toolUse,
      ),
      BERGEN,
    ],
    [
      'runs a block once that was sent twice (arguments-again)',
      anthropic(
        ...[0, 1].flatMap(() => [begin({}), piece({ type: 'input_json_delta', partial_json: CITY }), stop]),
        toolUse,
      ),
      BERGEN,
    ],
    [
      'runs no call without arguments after an unknown end (finish-other-words)',
      anthropic(begin({}, 0, 'read_page'), stop, reason('gone_fishing')),
      'not run',
    ],
    [
      'reads deltas without a type',
      anthropic(
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        piece({ text: 'At six.' }),
        reason('end_turn'),
      ),
      '"At six."',
    ],
    [
      'reads a message whose content is a text',
      '{"type":"message","role":"assistant","content":"At six.","stop_reason":"end_turn"}',
      '"At six."',
    ],
    [
      'reads a message that its start holds whole',
      events([
        {
          type: 'message_start',
          message: { role: 'assistant', content: [{ type: 'text', text: 'At six.' }], stop_reason: 'end_turn' },
        },
        { type: 'message_stop' },
      ]),
      '"At six."',
    ],
  ])('%s', async (_behaviour, body, want) => {
    await expectVerdict({ interface: 'anthropic-messages', reply: { body }, want });
  });
});

describe('a stream of Responses', () => {
  const item = (args: string, type = 'function_call') => ({
    type,
    id: 'f',
    call_id: 'c',
    name: 'weather',
    arguments: args,
  });
  const completed = (more: object = {}) => ({
    type: 'response.completed',
    response: { object: 'response', status: 'completed', output: [], ...more },
  });
  test.each<Row>([
    [
      'keeps the arguments that came in pieces when the item ends with {} (done-without-deltas)',
      events([
        { type: 'response.output_item.added', output_index: 0, item: item('') },
        { type: 'response.function_call_arguments.delta', item_id: 'f', output_index: 0, delta: CITY },
        { type: 'response.output_item.done', output_index: 0, item: item('{}') },
        completed(),
      ]),
      BERGEN,
    ],
    [
      'reads a text that only the end of its part has (done-without-deltas)',
      events([
        { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'm' } },
        {
          type: 'response.content_part.done',
          item_id: 'm',
          output_index: 0,
          part: { type: 'output_text', text: 'At six.' },
        },
        completed(),
      ]),
      '"At six."',
    ],
    [
      'reads a text that only the helper of the clients has (done-without-deltas)',
      events([completed({ output_text: 'At six.' })]),
      '"At six."',
    ],
    [
      'reads reasoning under shorter names of events (reasoning-fields)',
      events([
        { type: 'response.reasoning.delta', item_id: 'r', delta: 'Hm.' },
        { type: 'response.output_text.delta', item_id: 'm', output_index: 1, delta: 'At six.' },
        completed(),
      ]),
      '"At six." thinking "Hm."',
    ],
    [
      'runs the call of a custom tool',
      events([
        {
          type: 'response.output_item.done',
          output_index: 0,
          item: { ...item('', 'custom_tool_call'), arguments: undefined, input: CITY },
        },
        completed(),
      ]),
      BERGEN,
    ],
  ])('%s', async (_behaviour, body, want) => {
    await expectVerdict({ interface: 'openai-responses', reply: { body }, want });
  });
});

describe('a stream of Gemini', () => {
  const reply = (functionCall: object) => ({
    candidates: [{ content: { parts: [{ functionCall }] }, finishReason: 'STOP' }],
  });
  test.each<Row>([
    [
      'runs a call with arguments under the name of another interface',
      events([reply({ name: 'weather', arguments: { city: 'Bergen' } })]),
      BERGEN,
    ],
    [
      'reads a response that is wrapped (wrapped-result)',
      events([{ response: reply({ name: 'weather', args: { city: 'Bergen' } }) }]),
      BERGEN,
    ],
  ])('%s', async (_behaviour, body, want) => {
    await expectVerdict({ interface: 'gemini', reply: { body }, want });
  });
});

describe('a refusal', () => {
  const ADAPTED = '/RETRY retry obs=\\{/';
  const NO_TOOLS = '/RETRY tools-unsupported/';
  const TOO_LONG = '/RETRY context-length/';
  const NO_CREDIT = '/FAIL rate-limit/';
  const UNREADABLE = '/call-unreadable/';
  test.each<[wording: string, status: number, want: string, reported: Partial<ReportedCase>]>([
    [
      'Reasoning is mandatory for this model and cannot be disabled',
      400,
      ADAPTED,
      { settings: { reasoningEffort: 'none' } },
    ],
    ['Reasoning is not supported for this model', 400, ADAPTED, { settings: { reasoningEffort: 'high' } }],
    [
      'Unrecognized request argument supplied: reasoning',
      400,
      ADAPTED,
      { interface: 'openai-responses', settings: { reasoningEffort: 'high' } },
    ],
    [
      'includeThoughts is only enabled when thinking is enabled',
      400,
      ADAPTED,
      { interface: 'gemini', settings: { reasoningEffort: 'high' } },
    ],
    [
      'Cannot set both thinking_level and thinking_budget',
      400,
      ADAPTED,
      { interface: 'gemini', settings: { reasoningEffort: 'high' } },
    ],
    ['Unknown name "system_instruction": Cannot find field.', 400, ADAPTED, { interface: 'gemini' }],
    ['Instructions are not supported with this model', 400, ADAPTED, { interface: 'openai-responses' }],
    ['Schema error: pattern must start with ^', 400, ADAPTED, {}],
    ['Max tokens must be less than 4096', 400, ADAPTED, { interface: 'anthropic-messages' }],
    ['max_tokens 超出范围 [1, 4096]', 400, ADAPTED, { interface: 'anthropic-messages' }],
    ['Tool calling has not been enabled here', 400, NO_TOOLS, {}],
    ['No tool parser is configured for this model', 400, NO_TOOLS, {}],
    ['Tools need a parser: start the server with --tool-parser', 400, NO_TOOLS, {}],
    ['string_above_max_length', 400, TOO_LONG, {}],
    ['This model supports at most 4096 input tokens', 400, TOO_LONG, {}],
    ['プロンプトが長すぎます', 400, TOO_LONG, {}],
    ['No credits left, no credits remaining', 403, NO_CREDIT, {}],
    ['The user quota is not enough', 403, NO_CREDIT, {}],
    ['You have hit your monthly spending limit', 400, NO_CREDIT, {}],
    ['Unexpected end of tool call', 500, UNREADABLE, {}],
    ['Unexpected token 17 while expecting start token 200006', 500, UNREADABLE, {}],
    ['Unexpected empty grammar stack after accepting piece: x', 500, UNREADABLE, {}],
  ])('“%s” (%i) is understood', async (message, status, want, reported) => {
    const body = JSON.stringify({ error: { message } });
    const headers = { 'content-type': 'application/json' };
    await expectVerdict({ interface: 'chat-completions', reply: { body, status, headers }, want, ...reported });
  });

  test('of a conversation that is too long is known by its code alone', async () => {
    const body = '{"error":{"message":"Bad request","code":"context_length_exceeded"}}';
    const reply = { body, status: 400, headers: { 'content-type': 'application/json' } };
    await expectVerdict({ interface: 'chat-completions', reply, want: TOO_LONG });
  });
});
