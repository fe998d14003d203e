// Arguments and calls in text with small faults: one row per variation, whole and in pieces.
import { describe, expect, test } from 'vitest';
import { cut } from '../replay-case.ts';
import { runCase } from './run-case.ts';
import { isAsWanted } from './verdict.ts';

const BERGEN = 'weather {"city":"Bergen"}';
const CITY = '{"city":"Bergen"}';
/** The namespace token of MiniMax M3. */
const M3 = ']<]minimax[>[';

async function expectVerdict(deltas: readonly object[], finish: string, want: string): Promise<void> {
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
  ];
  const body = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
  for (const chunking of ['whole', 'char']) {
    const reported = { id: '', source: '', interface: 'chat-completions', reply: { body }, want } as const;
    const outcome = await runCase(reported, (text) => cut(text, chunking));
    expect(isAsWanted(want, outcome), JSON.stringify(outcome)).toBe(true);
  }
}

const call = (args: string, name: string) => ({
  tool_calls: [{ index: 0, id: 'a', function: { name, arguments: args } }],
});

describe('arguments', () => {
  test.each<[written: string, name: string, want: string]>([
    // markup-around-arguments
    [`[ARGS]${CITY}`, 'weather', BERGEN],
    [`<arguments>${CITY}</arguments>`, 'weather', BERGEN],
    [`${CITY}[/TOOL_CALLS]`, 'weather', BERGEN],
    // placeholder-object
    [`${CITY}{}`, 'weather', BERGEN],
    // arguments-nothing
    ['NaN', 'read_page', 'read_page {}'],
    ['{null}', 'read_page', 'read_page {}'],
    // argument-name-variants
    ['{"City":"Bergen"}', 'weather', BERGEN],
    ['{"city ":"Bergen"}', 'weather', BERGEN],
    ['{"\\"city\\"":"Bergen"}', 'weather', BERGEN],
    ['{"max-chars":9}', 'read_page', 'read_page {"max_chars":9}'],
    ['{"city":"Bergen","City":"Rome"}', 'weather', BERGEN],
    // object-for-list
    ['{"query":"ebb","sites":{"item":["a.no"]}}', 'web_search', 'web_search {"query":"ebb","sites":["a.no"]}'],
    ['{"query":"ebb","sites":{"0":"a.no"}}', 'web_search', 'web_search {"query":"ebb","sites":["a.no"]}'],
    // tool-name-variants
    [CITY, 'call_weather_0', BERGEN],
  ])('%s for %s are read', async (written, name, want) => {
    await expectVerdict([call(written, name)], 'tool_calls', want);
  });

  test('in two spellings of one name are not guessed', async () => {
    await expectVerdict([call('{"City":"Bergen","CITY":"Rome"}', 'weather')], 'tool_calls', 'call not run');
  });
});

describe('a text', () => {
  const glm = (body: string) => `<tool_call>weather\n${body}\n</tool_call>`;
  test.each<[text: string, want: string]>([
    // format-harmony
    [
      `<|channel|>commentary to=functions.weather <|constrain|>json <|constrain|>json<|message|>${CITY}<|call|>`,
      BERGEN,
    ],
    [`<|channel|>commentary to = functions.weather<|message|>${CITY}<|call|>`, BERGEN],
    // format-glm
    [glm('<arg_key>city\n<arg_value>Bergen</arg_value>'), BERGEN],
    [glm('<arg_key>city</arg_key>\n<arg_value><arg_value>Bergen</arg_value>'), BERGEN],
    ['weather\n<arg_key>city</arg_key>\n<arg_value>Bergen</arg_value>\n</tool_call>', BERGEN],
    // wrong-closing-tag
    ['<tool_call>\n<function=weather>\n<parameter=city>\nBergen\n</city>\n</function>\n</tool_call>', BERGEN],
    // format-wrapped-json
    ['function call{"name": "weather", "arguments": {"city": "Bergen"}}', BERGEN],
    // format-lfm
    ['<|thought_start|>Hm.<|thought_end|>At six.', '"At six." thinking "Hm."'],
    // harmony-without-tokens
    ['analysis\nHm.\nassistantfinal\nAt six.', '"At six." thinking "Hm."'],
    // stray-tokens
    ['<|im_start|>assistantAt six.', '"At six."'],
    ['At six.</assistant>', '"At six."'],
    ['At six.<tool_response>', '"At six."'],
    ['At six.<|tool_calls_section_begin|><|tool_calls_section_end|>', '"At six."'],
    // trailing-think
    ['At six.\n<think>', '"At six."'],
    ['At six.\n<think>\n</think>', '"At six."'],
    ['It begins with the tag <think>', 'no call, text kept'],
    ['At six.\n<think> is a tag.', 'no call, text kept'],
    // format-minimax-m3
    [
      `${M3}<tool_call>\n${M3}<invoke name="weather">${M3}<parameter name="city">Bergen${M3}</parameter>${M3}</invoke>\n${M3}</tool_call>`,
      BERGEN,
    ],
    ['The tag <tool_response> begins a result.', 'no call, text kept'],
    ['A function call{x} is a macro.', 'no call, text kept'],
  ])('%j is read', async (text, want) => {
    await expectVerdict([{ content: text }], 'stop', want);
    await expectVerdict(
      [...text].map((content) => ({ content })),
      'stop',
      want,
    );
  });
});
