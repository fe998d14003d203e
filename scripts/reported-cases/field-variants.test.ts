// Fields and events under the names of another interface: one row per variation, whole and in pieces.
import { describe, expect, test } from 'vitest';
import { cut } from '../replay-case.ts';
import { type ReportedCase, runCase } from './run-case.ts';
import { isAsWanted } from './verdict.ts';

const BERGEN = 'weather {"city":"Bergen"}';
const CITY = '{"city":"Bergen"}';
const THOUGHT = '"At six." thinking "Hm."';

type Row = [behaviour: string, interfaceName: ReportedCase['interface'], values: readonly unknown[], want: string];

function encode(interfaceName: ReportedCase['interface'], values: readonly unknown[]): string {
  if (interfaceName === 'ollama') return values.map((value) => `${JSON.stringify(value)}\n`).join('');
  return values.map((value) => (typeof value === 'string' ? value : `data: ${JSON.stringify(value)}\n\n`)).join('');
}

const begin = (block: object, index = 0) => ({ type: 'content_block_start', index, content_block: block });
const piece = (delta: object, index = 0) => ({ type: 'content_block_delta', index, delta });
const reason = (word: string) => ({ type: 'message_delta', delta: { stop_reason: word } });
const last = { type: 'message_stop' };
const use = { type: 'tool_use', id: 't', name: 'weather', input: {} };
const answer = [begin({ type: 'text', text: '' }, 1), piece({ type: 'text_delta', text: 'At six.' }, 1)];
const completed = { type: 'response.completed', response: { object: 'response', status: 'completed', output: [] } };
const item = (wire: object) => ({ type: 'response.output_item.done', output_index: 0, item: wire });
const parts = (...list: object[]) => ({ candidates: [{ content: { parts: list }, finishReason: 'STOP' }] });
const line = (message: object) => ({ message: { role: 'assistant', ...message }, done: false });
const done = { message: { content: '' }, done: true, done_reason: 'stop' };

describe('a reply', () => {
  test.each<Row>([
    [
      'has arguments under other names (input-at-start)',
      'anthropic-messages',
      [begin(use), piece({ type: 'input_json_delta', text: CITY }), reason('tool_use'), last],
      BERGEN,
    ],
    [
      'has a call under the name of another interface (call-of-other-interface)',
      'anthropic-messages',
      [begin({ ...use, type: 'tool_call', input: { city: 'Bergen' } }), reason('tool_use'), last],
      BERGEN,
    ],
    [
      'says beside the delta why it ended (finish-elsewhere)',
      'anthropic-messages',
      [...answer, { type: 'message_delta', stop_reason: 'max_tokens' }, last],
      'end:length',
    ],
    [
      'says at its last event why it ended (finish-elsewhere)',
      'anthropic-messages',
      [...answer, { ...last, stop_reason: 'max_tokens' }],
      'end:length',
    ],
    [
      'has reasoning as text in a block of reasoning (reasoning-fields)',
      'anthropic-messages',
      [begin({ type: 'thinking' }), piece({ type: 'text_delta', text: 'Hm.' }), ...answer, reason('end_turn'), last],
      THOUGHT,
    ],
    [
      'has reasoning under another type (reasoning-fields)',
      'anthropic-messages',
      [
        begin({ type: 'reasoning' }),
        piece({ type: 'reasoning_delta', reasoning: 'Hm.' }),
        ...answer,
        reason('end_turn'),
        last,
      ],
      THOUGHT,
    ],
    [
      'repeats the text of the start in a delta (part-added-with-text)',
      'anthropic-messages',
      [
        begin({ type: 'text', text: 'At six.' }),
        piece({ type: 'text_delta', text: 'At six.' }),
        reason('end_turn'),
        last,
      ],
      '"At six."',
    ],
    [
      'names a call only beside its whole arguments (name-late)',
      'openai-responses',
      [
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: { type: 'function_call', id: 'f', call_id: 'c', name: '', arguments: '' },
        },
        {
          type: 'response.function_call_arguments.done',
          item_id: 'f',
          output_index: 0,
          name: 'weather',
          arguments: CITY,
        },
        completed,
      ],
      BERGEN,
    ],
    [
      'has a call with a nested function (call-of-other-interface)',
      'openai-responses',
      [
        item({ type: 'function_call', id: 'f', call_id: 'c', function: { name: 'weather', arguments: CITY } }),
        completed,
      ],
      BERGEN,
    ],
    [
      'has a call of the type of another interface (call-of-other-interface)',
      'openai-responses',
      [item({ type: 'tool_use', id: 'f', name: 'weather', input: { city: 'Bergen' } }), completed],
      BERGEN,
    ],
    [
      'has deltas that are objects (typed-content)',
      'openai-responses',
      [{ type: 'response.output_text.delta', output_index: 0, delta: { text: 'At six.' } }, completed],
      '"At six."',
    ],
    ['has a thought as a text (reasoning-fields)', 'gemini', [parts({ thought: 'Hm.' }, { text: 'At six.' })], THOUGHT],
    [
      'marks a thought with a string (reasoning-fields)',
      'gemini',
      [parts({ text: 'Hm.', thought: 'true' }, { text: 'At six.' })],
      THOUGHT,
    ],
    [
      'has the call in another candidate (call-in-other-choice)',
      'gemini',
      [
        {
          candidates: [
            { content: { parts: [{ text: 'I look.' }] }, finishReason: 'STOP' },
            { content: { parts: [{ functionCall: { name: 'weather', args: { city: 'Bergen' } } }] } },
          ],
        },
      ],
      `text and ${BERGEN}`,
    ],
    [
      'has a call without a function (ollama-imitations)',
      'ollama',
      [line({ tool_calls: [{ name: 'weather', arguments: { city: 'Bergen' } }] }), done],
      BERGEN,
    ],
    [
      'has reasoning under another name (ollama-imitations)',
      'ollama',
      [line({ reasoning: 'Hm.' }), line({ content: 'At six.' }), done],
      THOUGHT,
    ],
    [
      'has the text of another path (ollama-imitations)',
      'ollama',
      [
        { response: 'At six.', done: false },
        { response: '', done: true },
      ],
      '"At six."',
    ],
    [
      'has a whole call beside an empty delta (call-beside-delta)',
      'chat-completions',
      [
        {
          choices: [
            {
              delta: { role: 'assistant', content: null },
              message: { tool_calls: [{ id: 'a', function: { name: 'weather', arguments: CITY } }] },
              finish_reason: 'tool_calls',
            },
          ],
        },
      ],
      BERGEN,
    ],
    [
      'ends with an error that is not an event (error-without-field)',
      'chat-completions',
      [{ choices: [{ delta: { content: 'At ' } }] }, '{"error":{"message":"out of tide"}}\n'],
      'shows "out of tide"',
    ],
  ])('that %s (%s) is read', async (_behaviour, interfaceName, values, want) => {
    const body = encode(interfaceName, values);
    const reported = { id: '', source: '', interface: interfaceName, reply: { body }, want };
    for (const chunking of ['whole', 'char']) {
      const outcome = await runCase(reported, (text) => cut(text, chunking));
      expect(isAsWanted(want, outcome), JSON.stringify(outcome)).toBe(true);
    }
  });
});
