import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ToolDefinition } from '../../contracts/tool.ts';
import { type LexerOutcome, lexerOutcome } from '../../testing/model-api/lexer-outcome.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

const TOOLS: readonly ToolDefinition[] = [
  { name: 'note', description: '', inputSchema: z.looseObject({ text: z.string().optional() }) },
  { name: 'list', description: '', inputSchema: z.strictObject({}) },
  { name: 'find', description: '', inputSchema: z.strictObject({ query: z.string() }) },
];

function read(pieces: readonly string[]): LexerOutcome {
  const lexer = new DialectLexer(TOOLS, new CallIds([]));
  return lexerOutcome([...pieces.flatMap((piece) => lexer.push(piece)), ...lexer.end({ isTruncated: false })]);
}

type Outcome = { shown?: string; thought?: string; calls?: readonly (readonly [string, unknown])[] };

function check(text: string, expected: Outcome): void {
  const outcome = { shown: '', thought: '', calls: [], ...expected };
  expect(read([text])).toEqual(outcome);
  expect(read([...text])).toEqual(outcome);
}

const A = '{"name": "note", "arguments": {"text": "a"}}';
const B = '{"name": "note", "arguments": {"text": "b"}}';
const a = ['note', { text: 'a' }] as const;
const b = ['note', { text: 'b' }] as const;

describe('after a call another follows', () => {
  test.each([
    ['an object on the next line', `<tool_call>${A}\n${B}</tool_call>`],
    ['an object after a comma', `<tool_call>${A}, ${B}</tool_call>`],
    ['an object after a semicolon', `<tool_call>${A}; ${B}</tool_call>`],
    ['an item of a list', `<tool_call>[${A}, ${B}]</tool_call>`],
    ['an item of a list of Python calls', '[note(text="a"), note(text="b")]'],
    ['a name with its arguments', `<tool_call>${A}\nnote{"text": "b"}</tool_call>`],
    ['a tag', `<tool_call>${A}\n<function=note><parameter=text>b</parameter></function></tool_call>`],
    ['an object after a bare one', `${A}\n${B}`],
    ['an object after a bare list', `[${A}]\n${B}`],
    ['a Python call after a bare list', '[note(text="a")] note(text="b")'],
    ['a Python call in a section', '<function_calls>note(text="a")\nnote(text="b")</function_calls>'],
    ['a name after our tag', '<tool name="note">{"text": "a"}</tool> note{"text": "b"}'],
    ['a name after our tag without its end', '<tool name="note">{"text": "a"} note{"text": "b"}'],
  ])('%s', (_title, text) => {
    check(text, { calls: [a, b] });
  });

  test.each([
    ['an unknown name', `<tool_call>${A}\nother{"text": "b"}</tool_call>`, 'other{"text": "b"}'],
    ['a name alone', `<tool_call>${A}\nnote</tool_call>`, 'note'],
    ['text after a bare object', `${A} and more`, 'and more'],
    ['text after a bare list', `[${A}] and more`, 'and more'],
  ])('but not as %s', (_title, text, shown) => {
    check(text, { shown, calls: [a] });
  });

  test.each([
    ['an unknown name in a list', `<tool_call>[${A}, other{"text": "b"}]</tool_call>`],
    ['an unknown name in a list of Python calls', '[note(text="a"), other(text="b")]'],
    [
      'an unknown name in a tag',
      `<tool_call>${A}\n<function=other><parameter=text>b</parameter></function></tool_call>`,
    ],
  ])('%s is an error the model can mend', (_title, text) => {
    check(text, { calls: [a, ['other', null]] });
  });
});

describe('a call without arguments', () => {
  test.each([
    '<tool name="list"></tool>',
    '<tool name="list"> </tool>',
    '<function=list></function>',
    '<tool_call>list</tool_call>',
    '<list></list>',
    '<list/>',
  ])('%s', (text) => {
    check(text, { calls: [['list', {}]] });
  });

  test('is an error if they are required, but empty elements of our tag are mentioned', () => {
    check('<function=find></function>', { calls: [['find', null]] });
    check('<find/>', { calls: [['find', null]] });
    check('<tool name="find"></tool>', { shown: '<tool name="find"></tool>' });
  });

  test('of an unknown tool counts only in a section', () => {
    check('<invoke name="other"></invoke>', { shown: '<invoke name="other"></invoke>' });
    check('<function_calls><invoke name="other"></invoke></function_calls>', { calls: [['other', null]] });
  });
});

test.each(['functions.note:0', 'functions.note:12', 'note.', 'note:-', 'my.functions.note'])(
  'the name %s is that of a tool',
  (name) => {
    check(`<tool_call>${name}{"text": "a"}</tool_call>`, { calls: [a] });
  },
);

describe('a text as the only argument', () => {
  const tide = ['find', { query: 'tide' }] as const;
  const cutOff = ['find', null] as const;

  test.each<[string, Outcome]>([
    ['Action: find\nAction Input: tide\nObservation: x', { shown: 'x', calls: [tide] }],
    ['Action: find\nAction Input: tide\n', { calls: [cutOff] }],
    ['Action: find\nAction Input:  tide  \n\n', { calls: [tide] }],
    ['Action: find\nAction Input: tide', { calls: [cutOff] }],
    ['Action: find\nAction Input: low\ntide', { calls: [cutOff] }],
    ['Action: find\nAction Input: tide &amp; moon\nObservation:', { calls: [['find', { query: 'tide & moon' }]] }],
    ['Action: note\nAction Input: a\nObservation:', { calls: [a] }],
    ['Action: find\nAction Input: {"query": "tide"}', { calls: [tide] }],
    ['Action: find\nAction Input: {"query": "tide', { calls: [cutOff] }],
    ['Action: other\nAction Input: x\nObservation:', { shown: 'Action: other\nAction Input: x\nObservation:' }],
    ['<tool>find</tool><tool_input>tide</tool_input>', { calls: [tide] }],
    ['<tool>find</tool><tool_input>tide', { calls: [cutOff] }],
    ['<tool>find</tool><tool_input>tide\n', { calls: [cutOff] }],
    ['<tool>note</tool><tool_input>a</tool_input>', { calls: [a] }],
    ['<tool>other</tool><tool_input>x</tool_input>', { calls: [['other', null]] }],
    ['<|start|>assistant to=python<|channel|>commentary<|message|>1 + 1', { calls: [['python', null]] }],
  ])('%j', (text, expected) => {
    check(text, expected);
  });
});

describe('elements', () => {
  test.each<[string, Outcome]>([
    ['find\n<query>tide</query>\nSo.', { shown: 'So.', calls: [['find', { query: 'tide' }]] }],
    ['find\n<query>tide', { calls: [['find', null]] }],
    ['find\n<query>', { calls: [['find', null]] }],
    ['note\n<text>a</text>\n<tag>', { calls: [['note', null]] }],
    ['<note>\n<text>a</note>', { calls: [a] }],
    ['<note>\n<text>\n</note>', { calls: [['note', null]] }],
    ['<note>\n<text>a</text>\n<tag></note>', { calls: [['note', null]] }],
    ['<function=note><parameter>text</parameter>a</parameter></function>', { calls: [a] }],
    [
      '<function=note><arg>text</arg>a</arg><arg>tag</arg>b</arg></function>',
      { calls: [['note', { text: 'a', tag: 'b' }]] },
    ],
  ])('%j', (text, expected) => {
    check(text, expected);
  });
});

describe('the end of reasoning that never began', () => {
  test.each<[string, Outcome]>([
    ['Hm.</think>Yes.', { thought: 'Hm.', shown: 'Yes.' }],
    ['Hm.\n</think>\n', { thought: 'Hm.\n', shown: '\n' }],
    ['</think>Yes.', { shown: 'Yes.' }],
    ['Write “</think>” then.', { shown: 'Write “</think>” then.' }],
    ['<think>Hm.</think>So.</think>Yes.', { thought: 'Hm.', shown: 'So.</think>Yes.' }],
    ['Hm.<channel|> Yes.', { thought: 'Hm.', shown: ' Yes.' }],
    ['Yes.<channel|>', { shown: 'Yes.' }],
    ['Yes.<channel|> ', { shown: 'Yes. ' }],
    ['<channel|>Yes.', { shown: 'Yes.' }],
    ['<think>Hm.</think>So.<channel|>Yes.', { thought: 'Hm.', shown: 'So.Yes.' }],
  ])('%j', (text, expected) => {
    check(text, expected);
  });

  test('only what may belong to it is held back', () => {
    const lexer = new DialectLexer(TOOLS, new CallIds([]));
    const shown = (text: string) => lexer.push(text).map((event) => ('delta' in event ? event.delta : event.type));
    expect(shown('Yes.')).toEqual(['Yes.']);
    expect(shown('<channel|>')).toEqual([]);
    expect(shown(' ')).toEqual([]);
    expect(shown('No.')).toEqual(['text-to-reasoning', ' No.']);
  });
});

describe('markers that no dialect has', () => {
  test.each(['<<CALL>>note{"text": "a"}<</CALL>>', '[call] note{"text": "a"} [/call]'])('%j are a call’s', (text) => {
    check(text, { calls: [a] });
    check(`${text}\nSo.`, { shown: 'So.', calls: [a] });
  });

  test.each([
    '[CALL]note{"text": "a"}[/OTHER]',
    '</op>note{"text": "a"}',
    '[/op]note{"text": "a"}',
    'So [/op]note{"text": "a"}',
    '[op]note{"text": "a"}</tool_call>',
    '[op]</tool_call>note{"text": "a"}[/op]',
    '[op]<tool name="note">{"text": "a"}</tool>[/op]',
    '`note(text="a")` and',
    'So.\nnote(text="a") and',
    '- `<tool name="note">{"text": "a"}</tool>`\n\nMore.',
    '**<tool name="note">{"text": "a"}</tool>** and',
  ])('%j is text', (text) => {
    check(text, { shown: text });
  });

  test('but those around a dialect’s are shown', () => {
    check('<op><tool_call>{"name": "note", "arguments": {"text": "a"}}', { shown: '<op>', calls: [a] });
    check(`So.\n${A}</tool_call>`, { shown: 'So.\n', calls: [a] });
    check('- **<tool name="note">{"text": "a"}</tool>**\n\nMore.', { shown: 'More.', calls: [a] });
    check('[call] note{"text": "a"} ]', { shown: '[call] note{"text": "a"} ]' });
    check('So.\nnote(text="a")`', { shown: 'So.\n', calls: [a] });
  });
});

describe('a sentence before the closing marker of a call (quirk: sentence-before-closer)', () => {
  test.each([
    ['within the sentence', `<tool_call>${A} I will</tool_call> look.`],
    ['between two spaces', `<tool_call>${A} I will </tool_call> look.`],
    ['after it', `<tool_call>${A}\nI will look.</tool_call>`],
    ['of an element named after the tool', '<note>{"text": "a"} I will</note> look.'],
    ['of a list of Python calls', '<|tool_call_start|>[note(text="a")] I will<|tool_call_end|> look.'],
    ['of a call of parameters', '<function=note><parameter=text>a</parameter> I will</function> look.'],
    [
      'of a call of parameters on lines',
      '<tool_call>\n<function=note>\n<parameter=text>\na\n</parameter>\nI will </function>\n</tool_call> look.',
    ],
  ])('%s is shown without the marker', (_title, text) => check(text, { shown: 'I will look.', calls: [a] }));

  test('a closing tag inside the last argument is part of it', () => {
    const text = '<function=note>\n<parameter=text>\nuse </parameter> here\n</parameter>\n</function>';
    check(text, { calls: [['note', { text: 'use </parameter> here' }]] });
  });
});
