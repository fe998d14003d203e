// How models and servers vary the formats they were trained on: other bars, spaces, suffixes and namespaces, dropped
// tokens, missing tags.

import { describe, expect, test } from 'vitest';
import { EXAMPLE_TOOLS } from '../../testing/model-api/dialect-examples.ts';
import { type LexerOutcome, lexerOutcome } from '../../testing/model-api/lexer-outcome.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

function read(pieces: readonly string[]): LexerOutcome {
  const lexer = new DialectLexer(EXAMPLE_TOOLS, new CallIds([]), { isLenient: false });
  return lexerOutcome([...pieces.flatMap((piece) => lexer.push(piece)), ...lexer.end({ isTruncated: false })]);
}

/** Reads the text whole, by character, and cut in two at every position. */
function check(text: string, expected: Partial<LexerOutcome>): void {
  const cuts = Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)]);
  for (const pieces of [[text], [...text], ...cuts]) {
    const { shown, ...rest } = read(pieces);
    expect({ shown: shown.trim(), ...rest }).toEqual({ shown: '', thought: '', calls: [], ...expected });
  }
}

const FOUND: [string, unknown] = ['find_in_page', { query: 'ebb', limit: 4 }];
const READ: [string, unknown] = ['read_page', {}];

/** Invoke elements with tag names that are formatted by `name`. */
function invoke(name: (tag: string) => string, section: string): string {
  const parameter = (key: string, value: string, isText: boolean) =>
    `<${name('parameter')} name="${key}" string="${isText}">${value}</${name('parameter')}>\n`;
  return (
    `<${name(section)}>\n<${name('invoke')} name="find_in_page">\n${parameter('query', 'ebb', true)}` +
    `${parameter('limit', '4', false)}</${name('invoke')}>\n</${name(section)}>`
  );
}

describe('invoke elements in a namespace', () => {
  test.each(
    [
      '｜DSML｜',
      '|DSML|',
      '｜｜DSML｜｜',
      '||DSML||',
      '‖DSML‖',
      '｜DSML｜ ',
      '｜｜DSML｜｜ ',
      '｜GCML｜',
      '｜dsml｜',
      'acme:',
      'ns|',
    ].flatMap((prefix) => ['tool_calls', 'function_calls', 'toolcalls'].map((section) => [prefix, section])),
  )('%s%s', (prefix, section) => {
    check(
      invoke((tag) => prefix + tag, section),
      { calls: [FOUND] },
    );
  });

  test.each(['｜DSML｜ ', '||DSML|| '])('a section of %scalls', (prefix) => {
    check(
      invoke((tag) => prefix + tag, 'calls'),
      { calls: [FOUND] },
    );
  });

  const whole = invoke((tag) => `｜DSML｜ ${tag}`, 'calls');
  test.each([
    ['without the opening of the section', whole.replace(/^.*\n/, '')],
    ['without the end of the section', whole.replace(/\n.*$/, '')],
    ['without the section', whole.replace(/^.*\n/, '').replace(/\n.*$/, '')],
    ['with the end of another namespace', whole.replace(/<\/｜DSML｜ calls>$/, '</|GCML|tool_calls>')],
  ])('%s', (_title, text) => {
    check(text, { calls: [FOUND] });
  });

  test('with an object, and another call after it', () => {
    const calls =
      '<｜DSML｜ invoke name="find_in_page">{"query": "ebb", "limit": 4}</｜DSML｜ invoke>\n<｜DSML｜ invoke name="read_page">\n</｜DSML｜ invoke>';
    check(`Let me look.\n\n<｜DSML｜ calls>\n${calls}\n</｜DSML｜ calls>`, {
      shown: 'Let me look.',
      calls: [FOUND, READ],
    });
  });
});

describe('GLM', () => {
  test.each([
    ['the name closed like a tag', '<tool_call>find_in_page>{"query": "ebb", "limit": 4}'],
    ['with its end', '<tool_call>find_in_page>\n{"query": "ebb", "limit": 4}\n</tool_call>'],
    ['with a title before the name', '<tool_call>Page/find_in_page>{"query": "ebb", "limit": 4}'],
    [
      'before pairs',
      '<tool_call>find_in_page><arg_key>query</arg_key><arg_value>ebb</arg_value><arg_key>limit</arg_key><arg_value>4</arg_value></tool_call>',
    ],
    [
      'a missing end of a key',
      '<tool_call>find_in_page<arg_key>query<arg_value>ebb</arg_value><arg_key>limit<arg_value>4</arg_value></tool_call>',
    ],
    [
      'a missing beginning of a value',
      '<tool_call>find_in_page<arg_key>query</arg_key>ebb</arg_value><arg_key>limit</arg_key>4</arg_value></tool_call>',
    ],
    [
      'an equals sign in their place',
      '<tool_call>find_in_page<arg_key>query=ebb</arg_value><arg_key>limit=4</arg_value></tool_call>',
    ],
  ])('%s', (_title, text) => {
    check(text, { calls: [FOUND] });
  });

  test('two calls, both without an end', () => {
    check('<tool_call>find_in_page>{"query": "ebb", "limit": 4}<tool_call>read_page>{}', { calls: [FOUND, READ] });
  });
});

describe('a suffix of a checkpoint', () => {
  test.each(['6124c78e', '09ab31c', 'opensource'])('%s', (suffix) => {
    const open = (tag: string) => `<${tag}:${suffix}>`;
    const close = (tag: string) => `</${tag}:${suffix}>`;
    const pair = (key: string, value: string) =>
      `${open('arg_key')}${key}${close('arg_key')}${open('arg_value')}${value}${close('arg_value')}`;
    const call = `${open('tool_call')}find_in_page${open('tool_sep')}${pair('query', 'ebb')}${pair('limit', '4')}${close('tool_call')}`;
    check(`${open('tool_calls')}${call}${close('tool_calls')}`, { calls: [FOUND] });
    check(`${open('think')}Hm.${close('think')}${open('answer')}Noon.${close('answer')}`, {
      shown: 'Noon.',
      thought: 'Hm.',
    });
    check(`Hm.${close('think')}Noon.`, { shown: 'Noon.', thought: 'Hm.' });
  });
});

describe('Kimi K3 with dropped tokens', () => {
  const argument = (key: string, type: string, value: string) =>
    `<|open|>argument key="${key}" type="${type}"<|sep|>${value}<|close|>argument<|sep|>`;
  const list = argument('query', 'string', 'ebb') + argument('limit', 'number', '4');

  test.each([
    [
      'between the section and the call',
      `<|open|>toolscall tool="find_in_page" index="1"<|sep|>${list}<|close|>call<|sep|><|close|>tools<|sep|>`,
    ],
    [
      'between the last argument and the call',
      `<|open|>call tool="find_in_page"<|sep|>${list.replace(/<\|sep\|>$/, '')}call<|sep|><|close|>tools<|sep|>`,
    ],
    [
      'between the call and the section',
      `<|open|>tools<|sep|><|open|>call tool="find_in_page"<|sep|>${list}<|close|>calltools<|sep|>`,
    ],
  ])('%s', (_title, text) => {
    check(text, { calls: [FOUND] });
  });

  test('a value that continues after an unreadable tag does not run', () => {
    const glued = `${list.replace(/<\|sep\|>$/, '')}argument key="exact"<|sep|>true<|close|>argument<|sep|>`;
    check(`<|open|>call tool="find_in_page"<|sep|>${glued}<|close|>call<|sep|>`, { calls: [['find_in_page', null]] });
  });
});

describe('Harmony without its tokens', () => {
  const json = '{"query": "ebb", "limit": 4}';
  test.each([
    [`commentary to=functions.find_in_page json${json}`, {}],
    [`to=functions.find_in_page ${json}`, {}],
    [`to=find_in_page code${json}`, {}],
    [` to=functions.find_in_pagecommentary json${json}`, {}],
    [`assistant to=functions.find_in_pagecommentaryjson${json}`, {}],
    [`I will look. to=functions.find_in_page ${json}`, { shown: 'I will look.' }],
    [`I will look.\nto=functions.find_in_page ${json}`, { shown: 'I will look.' }],
    [`I will look.assistantcommentary to=functions.find_in_page json${json}`, { shown: 'I will look.' }],
    [`analysisI look it up.assistantcommentary to=functions.find_in_page json${json}`, { thought: 'I look it up.' }],
    [`commentaryI will look.assistantcommentary to=functions.find_in_page json${json}`, { shown: 'I will look.' }],
  ])('%s', (text, expected) => {
    check(text, { ...expected, calls: [FOUND] });
  });

  test.each([
    [
      'analysisThe user wants the time.assistantfinalAt noon.',
      { shown: 'At noon.', thought: 'The user wants the time.' },
    ],
    ['analysisRight.assistantfinalNoon.', { shown: 'Noon.', thought: 'Right.' }],
    ['analysis需要时间。assistantfinal正午。', { shown: '正午。', thought: '需要时间。' }],
    ['The user wants the time.assistantfinalAt noon.', { shown: 'At noon.', thought: 'The user wants the time.' }],
    ['<think>So.</think></think>At noon.', { shown: 'At noon.', thought: 'So.' }],
    ['assistantfinalAt noon.', { shown: 'At noon.' }],
    ['finalAt noon.', { shown: 'At noon.' }],
    ['finalNoon.', { shown: 'Noon.' }],
  ])('%s', (text, expected) => {
    check(text, expected);
  });

  test('another call follows', () => {
    check(`commentary to=functions.find_in_page json${json}assistantcommentary to=functions.read_page json{}`, {
      calls: [FOUND, READ],
    });
  });

  test.each([
    'finalScore = 3 is set here.',
    'analysis of the tide: it rises.',
    'final 3 days',
    'The word assistantfinal is glued.',
    'A header, for example to=functions.find_in_page {"query": "x"}, names a tool.',
    'See `to=functions.find_in_page {"query": "x"}` there.',
    'Send it to=all of them, to=functions.launch {"x": 1}',
    'Go to the assistant, and to a tool.',
  ])('but %s is text', (text) => {
    check(text, { shown: text });
  });
});

test('Harmony with the channel repeated after the recipient (quirk: format-harmony)', () => {
  const header =
    '<|start|>assistant<|channel|>commentary to=functions.find_in_page<|channel|>commentary json<|message|>';
  check(`${header}{"query":"ebb","limit":4}<|call|>`, { calls: [FOUND] });
});

describe('tokens of other formats that were dropped', () => {
  test.each([
    'functions.find_in_page:0{"query": "ebb", "limit": 4}',
    'functions.find_in_page:12<|tool_call_argument_begin|>{"query": "ebb", "limit": 4}<|tool_call_end|>',
    '<tool_call_begin>functions.find_in_page:0<tool_call_argument_begin>{"query": "ebb", "limit": 4}<tool_call_end>',
    'call:find_in_page{query:<|"|>ebb<|"|>,limit:4}<tool_call|>',
    '<|python_tag|>find_in_page.call(query="ebb", limit=4)',
    '<code>\nfind_in_page(query="ebb", limit=4)\n</code>',
    '<function=find_in_page\n<parameter=query>\nebb\n</parameter>\n<parameter=limit>4</parameter>\n</function>',
    '<tool_call>{"name": "find_in_page", "arguments": {"query": "ebb", "limit": 4}}<tool_call>',
  ])('%s', (text) => {
    check(text, { calls: [FOUND] });
  });

  test('of a tool that was not offered they are text', () => {
    for (const text of [
      'functions.launch:0{"to": "Mars"}',
      'call:launch{to:"Mars"}',
      '<code>\nlaunch(to="Mars")\n</code>',
    ])
      check(text, { shown: text });
  });
});

describe('a value that only the end of its section closes', () => {
  const call = (value: string) =>
    `<tool_call>\n<function=find_in_page>\n<parameter=limit>\n4\n</parameter>\n<parameter=query>${value}</tool_call>`;

  test('is complete if it is on a separate line', () => {
    check(call('\nebb\n'), { calls: [['find_in_page', { limit: 4, query: 'ebb' }]] });
  });

  test.each(['ebb', '\nebb', '\n', '\nebb\nand flood\n'])('is not in %j', (value) => {
    check(call(value), { calls: [['find_in_page', null]] });
  });
});

describe('closing tags of no call', () => {
  test.each([
    '</parameter>\n</invoke>',
    '</function_calls>',
    '</｜DSML｜ tool_calls>\n',
    '</｜DSML｜ invoke></｜DSML｜ calls>',
    '</minimax:tool_call>',
    '<|tool_call_end|><|tool_calls_section_end|>',
    '</arg_value:6124c78e></tool_call:6124c78e>',
  ])('%s is dropped at the end of a text', (closers) => {
    check(`All is done.\n${closers}`, { shown: 'All is done.' });
    check(`All is done.${closers}`, { shown: 'All is done.' });
  });

  test.each([
    'A call ends with </tool_call>.',
    'A call ends with "</tool_call>',
    'A call begins with <tool_call> and ends with </tool_call>',
    'Write <parameter name="x"> and end with </parameter>',
    'It ends with `</tool_call>`',
    '</tool_call>',
  ])('%s is text', (text) => {
    check(text, { shown: text });
  });
});

describe('tags that were escaped for HTML (quirk: escaped-tags)', () => {
  const call = '<tool_call>\n{"name": "find_in_page", "arguments": {"query": "ebb", "limit": 4}}\n</tool_call>';
  const escapeHtml = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  test.each([
    ['around JSON', call],
    [
      'around parameters',
      '<function=find_in_page><parameter=query>ebb</parameter><parameter=limit>4</parameter></function>',
    ],
  ])('%s are read as tags', (_where, text) => {
    check(escapeHtml(text), { calls: [FOUND] });
    check(`I look.\n\n${escapeHtml(text)}`, { shown: 'I look.', calls: [FOUND] });
  });

  test('around reasoning are read as tags', () => {
    check('&lt;think&gt;Ebb &amp; flow.&lt;/think&gt;At &lt;b&gt;six&lt;/b&gt;.', {
      thought: 'Ebb & flow.',
      shown: 'At &lt;b&gt;six&lt;/b&gt;.',
    });
  });

  test.each([
    'Write &lt;b&gt;six&lt;/b&gt;.',
    'The tag &lt;tool_call&gt; begins a call.',
    '&lt;tool_call&gt; begins a call.',
    '&lt; is a sign, & is another, &lt',
  ])('are text where they begin nothing: %s', (text) => {
    check(text, { shown: text });
  });
});

describe('frames around an answer (quirk: answer-frame)', () => {
  test.each(['answer', 'response'])('<%s> as the first thing of a reply', (tag) => {
    check(`<${tag}>At six.</${tag}>`, { shown: 'At six.' });
    check(`<${tag}><tool_call>{"name": "read_page", "arguments": {}}</tool_call></${tag}>`, { calls: [READ] });
    check(`At six.\n</${tag}>`, { shown: 'At six.' });
  });

  test.each([
    '<response><time>six</time></response>',
    'Put it into <answer>six</answer>',
    'The tag <answer> begins it.',
  ])('that are part of the answer stay: %s', (text) => {
    check(text, { shown: text });
  });
});

describe('tags and tokens of one model in other places', () => {
  test.each<[string, string, Partial<LexerOutcome>]>([
    ['broken bars', invoke((tag) => `¦DSML¦${tag}`, 'tool_calls'), { calls: [FOUND] }],
    ['bars of a box', invoke((tag) => `│DSML│${tag}`, 'tool_calls'), { calls: [FOUND] }],
    ['a short suffix', '<think:ab12>Hm.</think:ab12>At six.', { thought: 'Hm.', shown: 'At six.' }],
    ['capitals', '<THINK>Hm.</THINK>At six.', { thought: 'Hm.', shown: 'At six.' }],
    ['LongCat', '<longcat_think>Hm.</longcat_think>At six.', { thought: 'Hm.', shown: 'At six.' }],
    ['Apertus', '<|inner_prefix|>Hm.<|inner_suffix|>At six.', { thought: 'Hm.', shown: 'At six.' }],
    ['Solar', '<|think|>Hm.<|end|>At six.', { thought: 'Hm.', shown: 'At six.' }],
    ['Mistral', '[TOOL_CALLS][{"name": "read_page", "arguments": {}}][/TOOL_CALLS]', { calls: [READ] }],
    [
      'GLM without its first tag',
      'find_in_page<arg_key>query</arg_key><arg_value>ebb</arg_value><arg_key>limit</arg_key><arg_value>4</arg_value></tool_call>',
      { calls: [FOUND] },
    ],
    ['GLM-Flash', '<tool_call>Read Page/read_page>{}</tool_call>', { calls: [READ] }],
  ])('%s', (_model, text, expected) => {
    check(text, expected);
  });

  test('a value without its own closing tag ends before the line break', () => {
    check(
      '<invoke name="find_in_page">\n<parameter name="limit">4</parameter>\n<parameter name="query">ebb\n</invoke>',
      {
        calls: [FOUND],
      },
    );
  });
});

describe('spaces inside the brackets of markers (quirk: spaced-markers)', () => {
  const object = '{"name": "find_in_page", "arguments": {"query": "ebb", "limit": 4}}';
  test.each([
    ['around the name', `< tool_call >\n${object}\n< /tool_call >`],
    ['before the name', `< tool_call>${object}</ tool_call>`],
    ['around the slash', `<tool_call> ${object} < / tool_call >`],
    ['of a section', `< function_calls >[${object}]< / function_calls >`],
    [
      'beside bars, before a list',
      '< | tool_call | >[{"name": "find_in_page", "arguments": {"query": "ebb", "limit": 4}}]',
    ],
    ['in square brackets', `[ TOOL_CALLS ][${object}]`],
    ['beside bars', `< | tool_call_start | >[find_in_page(query="ebb", limit=4)]< | tool_call_end | >`],
    [
      'of a call and its parameters',
      '< tool_call >\n< function=find_in_page >\n< parameter=query >\nebb\n< /parameter >\n< parameter=limit >\n4\n' +
        '< / parameter >\n< /function >\n< /tool_call >',
    ],
    [
      'of names and values',
      '< tool_call >find_in_page\n< arg_key >query< /arg_key >\n< arg_value >ebb< /arg_value >\n' +
        '< arg_key >limit< /arg_key >\n< arg_value >4< /arg_value >\n< /tool_call >',
    ],
  ])('%s', (_title, text) => check(text, { calls: [FOUND] }));

  test.each(['if a < tool then b > c', 'a [ ] and a [ x ]', 'x < think y', 'x < function = y > z', 'i < / j'])(
    '%s is text',
    (text) => check(text, { shown: text }),
  );
});

describe('doubled braces (quirk: arguments-braces)', () => {
  test.each([
    ['of the call and its arguments', '{{"name": "find_in_page", "arguments": {{"query": "ebb", "limit": 4}}}}'],
    ['of the call', '{{"name": "find_in_page", "arguments": {"query": "ebb", "limit": 4}}}'],
    ['of the arguments', '{"name": "find_in_page", "arguments": {{"query": "ebb", "limit": 4}}}'],
    ['on lines', '{\n{"name": "find_in_page",\n"arguments": {\n{"query": "ebb", "limit": 4}\n}\n}\n}'],
  ])('%s', (_title, object) => check(`<tool_call>\n${object}\n</tool_call>`, { calls: [FOUND] }));

  test('of arguments after a name', () =>
    check('<function=find_in_page>{{"query": "ebb", "limit": 4}}</function>', { calls: [FOUND] }));

  test('without a marker they are a template', () => {
    const text = '{{"name": "find_in_page", "arguments": {{"query": "ebb", "limit": 4}}}}';
    check(text, { shown: text });
  });
});

describe('a box around the core of an answer', () => {
  test('loses its tokens, also within a sentence', () => {
    check('The tide is at <|begin_of_box|>noon<|end_of_box|>.', { shown: 'The tide is at noon.' });
  });

  test('is shown where the answer is about its tokens', () => {
    const text = 'The token <|begin_of_box|> starts a box.';
    check(text, { shown: text });
  });
});

describe('a call written as YAML (quirk: format-yaml)', () => {
  const lines = 'arguments:\n  query: ebb\n  limit: 4';

  test.each([
    ['between tags', `<tool_call>\nname: find_in_page\n${lines}\n</tool_call>`],
    ['between other markers', `[TOOL_CALLS]\nname: find_in_page\n${lines}\n[/TOOL_CALLS]`],
    ['with other keys', '<tool_call>\ntool: "find_in_page"\nparams:\n  query: \'ebb\'\n  limit: 4\n</tool_call>'],
    ['with CR LF', '<tool_call>\r\nname: find_in_page\r\narguments:\r\n  query: ebb\r\n  limit: 4\r\n</tool_call>'],
    ['with an object', '<tool_call>\nname: find_in_page\narguments: {"query": "ebb", "limit": 4}\n</tool_call>'],
    ['with its name on its own line', '<tool_call>\nfind_in_page\nquery: ebb\nlimit: 4\n</tool_call>'],
    ['with its name as the key', '<tool_call>\nfind_in_page:\n  query: ebb\n  limit: 4\n</tool_call>'],
    ['in a fence for calls', `\`\`\`tool_call\nname: find_in_page\n${lines}\n\`\`\``],
    ['whose closing tag is missing before another call', `<tool_call>\nname: find_in_page\n${lines}\n`],
  ])('%s', (_title, text) => check(text, { calls: [FOUND] }));

  test('without arguments, and twice', () => {
    check('<tool_call>\nname: read_page\narguments:\n</tool_call>', { calls: [READ] });
    check(
      `<tool_call>\nname: find_in_page\n${lines}\n</tool_call>\n<tool_call>\nname: read_page\narguments: {}\n</tool_call>`,
      {
        calls: [FOUND, READ],
      },
    );
  });

  test('that is cut off does not run', () => {
    for (const text of [
      '<tool_call>\nname: find_in_page\narguments:\n  query: eb',
      '<tool_call>\nfind_in_page\nquery: eb',
    ]) {
      check(text, { calls: [['find_in_page', null]] });
    }
  });

  test.each([
    ['without a marker', `name: find_in_page\n${lines}`],
    ['in a fence of YAML', `\`\`\`yaml\nname: find_in_page\n${lines}\n\`\`\``],
    ['that is explained', `For example:\n\`\`\`tool_call\nname: find_in_page\n${lines}\n\`\`\`\nThat is the format.`],
    ['of a name that is no tool, with keys that are no arguments', '<tool_call>\nnote\nto: all\n</tool_call>'],
  ])('%s it is text', (_title, text) => check(text, { shown: text }));
});

describe('Python that keeps the result of a call (quirk: kept-results)', () => {
  const call = 'find_in_page(query="ebb", limit=4)';

  test.each([
    ['in a fence', `\`\`\`tool_code\nresult = ${call}\nprint(result)\n\`\`\``],
    ['that it waits for', `\`\`\`tool_code\nresult = await ${call}\n\`\`\``],
    ['that it waits for and prints', `\`\`\`tool_code\nprint(await ${call})\n\`\`\``],
    ['between tags', `<function_calls>\nresult = ${call}\n</function_calls>`],
    ['in an element', `<code>\nresult = ${call}\nprint(result)\n</code>`],
    ['in an element on one line', `<code>result = ${call}</code>`],
  ])('%s', (_title, text) => check(text, { calls: [FOUND] }));

  test.each([
    ['between tokens', '<|tool_call_start|>\n', '\n<|tool_call_end|>'],
    ['in a fence', '```tool_code\n', '\n```'],
    ['in an element', '<code>\n', '\n</code>'],
  ])('twice, %s', (_title, open, close) => {
    check(`${open}a = ${call}\nb = read_page()\nprint(a)\nprint(b)${close}`, { calls: [FOUND, READ] });
  });

  test.each([
    ['in a fence of Python', `\`\`\`python\nresult = ${call}\nprint(result)\n\`\`\``],
    ['in running text', `result = ${call} is how it is written.`],
    ['in an element that uses it otherwise', `<code>\nresult = ${call}\nprint(len(result))\n</code>`],
    ['in an element that prints something else', `<code>\nresult = ${call}\nprint(other)\n</code>`],
    ['in an element within a sentence', `<code>${call}</code> finds words.`],
  ])('%s it is text', (_title, text) => check(text, { shown: text }));
});

describe('Gemma in other notations (quirk: format-gemma4)', () => {
  test.each([
    ['Python', 'find_in_page(query="ebb", limit=4)'],
    ['a colon after each name', 'find_in_page(query: "ebb", limit: 4)'],
    ['its own quotes', 'find_in_page(query: <|"|>ebb<|"|>, limit: 4)'],
  ])('between parentheses: %s', (_title, body) => {
    check(`<|tool_call>call:${body}<tool_call|>`, { calls: [FOUND] });
  });
});

describe('a fence for calls (quirk: format-call-fence)', () => {
  test.each(['tool', 'tool_call', 'tool_calls'])('%s, with a Python call', (language) => {
    check(`\`\`\`${language}\nfind_in_page(query="ebb", limit=4)\n\`\`\``, { calls: [FOUND] });
  });

  test('with anything else is text', () => {
    for (const words of ['hammer\nsaw', 'find_in_page is a tool', 'tool']) {
      check(`\`\`\`tool\n${words}\n\`\`\``, { shown: `\`\`\`tool\n${words}\n\`\`\`` });
    }
  });
});

describe('the name in a separate element (quirk: format-name-element)', () => {
  const body = '<arguments>\n{"query": "ebb", "limit": 4}\n</arguments>';

  test.each(['name', 'tool_name', 'function_name'])('%s, before the arguments', (tag) => {
    check(`<tool_call>\n<${tag}>find_in_page</${tag}>\n${body}\n</tool_call>`, { calls: [FOUND] });
  });

  test('in a sentence is text', () => {
    const text = 'The form has <name>find_in_page</name> in it.';
    check(text, { shown: text });
  });
});
