import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ModelEvent } from '../../contracts/model-client.ts';
import type { ToolDefinition } from '../../contracts/tool.ts';
import { lexerOutcome } from '../../testing/model-api/lexer-outcome.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

const NOTE: ToolDefinition = {
  name: 'note',
  description: '',
  inputSchema: z.looseObject({ text: z.string().optional() }),
};

function read(pieces: readonly string[]) {
  const lexer = new DialectLexer([NOTE], new CallIds([]));
  const events = [...pieces.flatMap((piece) => lexer.push(piece)), ...lexer.end({ isTruncated: false })];
  const { shown: text, calls } = lexerOutcome(events);
  return { text, calls };
}

type Case = readonly [title: string, text: string, shown: string, calls: readonly (readonly [string, unknown])[]];

const GOOD = '<tool_call>{"name": "note", "arguments": {"text": "b"}}</tool_call>';
const good = ['note', { text: 'b' }] as const;

const CASES: readonly Case[] = [
  [
    'a tool nobody offered, between tags: an error the model can mend',
    '<tool_call>{"name": "nobody", "arguments": {}}</tool_call>',
    '',
    [['nobody', null]],
  ],
  [
    'a tool nobody offered, without the closing tag: text',
    `<tool_call>{"name": "nobody", "arguments": {}}\n${GOOD}`,
    '<tool_call>{"name": "nobody", "arguments": {}}\n',
    [good],
  ],
  [
    'a tool nobody offered, between tokens: an error',
    '<|tool_call>call:nobody{a:1}<tool_call|>',
    '',
    [['nobody', null]],
  ],
  [
    'an offered tool, without the closing tag: a call',
    `<tool_call>{"name": "note", "arguments": {"text": "a"}}\n${GOOD}`,
    '',
    [['note', { text: 'a' }], good],
  ],
  [
    'an object that is no JSON is not repaired if another call begins',
    `<tool_call>{name: "note", arguments: {text: "a"}}\n${GOOD}`,
    '<tool_call>{name: "note", arguments: {text: "a"}}\n',
    [good],
  ],
  [
    'an object that is no JSON is repaired if its own tag closes it',
    '<tool_call>{name: "note", arguments: {text: "a"}}</tool_call>',
    '',
    [['note', { text: 'a' }]],
  ],
  [
    'an opening tag in a comment opens nothing',
    '<tool_call>{name: "note", /* not a <tool_call> */ arguments: {text: "a"}}</tool_call>',
    '',
    [['note', { text: 'a' }]],
  ],
  [
    'a closing tag where the opening one should be',
    'I note it. </tool_call>\n<function=note><parameter=text>a</parameter></function>',
    'I note it. ',
    [['note', { text: 'a' }]],
  ],
  [
    'a closing tag before anything else is text',
    'It ends with </tool_call>\n<b>so</b>',
    'It ends with </tool_call>\n<b>so</b>',
    [],
  ],
  [
    'values of one name are items, without white space around them',
    '<function=note><parameter=tag> a </parameter><parameter=tag>b</parameter></function>',
    '',
    [['note', { tag: ['a', 'b'] }]],
  ],
  [
    'an element in a value that reaches for a prototype',
    '<function=note><parameter=text><prototype>a</prototype></parameter></function>',
    '<function=note><parameter=text><prototype>a</prototype></parameter></function>',
    [],
  ],
  [
    'a key in a value that reaches for a prototype',
    '<note>\n<text>{"__proto__": {}}</text>\n</note>',
    '<note>\n<text>{"__proto__": {}}</text>\n</note>',
    [],
  ],
  [
    'a name, and elements named after its arguments',
    '<tool_call>note\n<text>a</text>\n</note>',
    '',
    [['note', { text: 'a' }]],
  ],
  [
    'a comment of YAML that a CR ends',
    '<note>\n# a list\rtext: a # so\rtag: b\n</note>',
    '',
    [['note', { text: 'a', tag: 'b' }]],
  ],
  ['YAML whose lines end with CR LF', '<note>\r\n# so\r\ntext: a\r\n</note>', '', [['note', { text: 'a' }]]],
  [
    'a comment of Python that a CR ends',
    '[note(text="a", # don\'t\rtag="b")]',
    '',
    [['note', { text: 'a', tag: 'b' }]],
  ],
  [
    'a comment in an object that a CR ends',
    '<tool name="note">{"text": "a", // so\r"tag": "b"}</tool>',
    '',
    [['note', { text: 'a', tag: 'b' }]],
  ],
  ['a YAML block string without an end', '<note>\ntext: |\n  a\n', '', [['note', null]]],
  ['no value after a colon of YAML', '<note>\ntext:</note>', '', [['note', null]]],
  ['a string of YAML that its tag cuts off', '<note>\ntext: "a</note>', '', [['note', null]]],
  ['a keyword whose string is cut off', '<tool name="note">text="a</tool>', '', [['note', null]]],
  ['an element that its call cuts off', '<note>\n<text>a', '', [['note', null]]],
  ['a value that another marker cuts off', '<function=note><parameter=text>a</tool>', '', [['note', null]]],
  [
    'a value that only the end of its call closes',
    '<function=note><parameter=text>a</function>',
    '',
    [['note', { text: 'a' }]],
  ],
  ['a call whose arguments never came', '<tool_call>{"name": "note"', '', [['note', null]]],
  [
    'a call that was cut off, and another',
    `<tool_call>{"name": "note", "arguments": {"text":</tool_call>${GOOD}`,
    '',
    [['note', null], good],
  ],
  ['an answer between tags after reasoning', '<think>Hm.</think>\n<response>Yes.</response>', '\nYes.', []],
  [
    'the same tags without reasoning before them',
    'In XML: <response>Yes.</response>',
    'In XML: <response>Yes.</response>',
    [],
  ],
  [
    'the recipient that Functionary writes first',
    'all\nGood morning.\nAll is well.',
    'Good morning.\nAll is well.',
    [],
  ],
  ['a token after reasoning that has ended', '<|channel>thought\nHm.<channel|>Yes.<channel|>', 'Yes.', []],
  ['a token after an answer without reasoning', 'Yes.<channel|>\n', 'Yes.\n', []],
  ['a channel without its name', '<|channel>Hm.<channel|><|channel>So.<channel|>Yes.', 'Yes.', []],
  ['a header without its message token', '<|channel|>final Yes, <b>so</b>.', 'Yes, <b>so</b>.', []],
  ['a header at the end', '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final', '', []],
  [
    'arguments right behind a header',
    '<|channel|>commentary to=functions.note <|constrain|>json{"text": "a"}<|call|>',
    '',
    [['note', { text: 'a' }]],
  ],
  [
    'header tokens mentioned in a sentence',
    'They are <|channel|> and <|start|>.',
    'They are <|channel|> and <|start|>.',
    [],
  ],
  [
    'the token of a result that Gemma waits for',
    '<|tool_call>call:note{text:<|"|>a<|"|>}<tool_call|><|tool_response>',
    '',
    [['note', { text: 'a' }]],
  ],
];

describe('ambiguous text', () => {
  test.each(CASES)('%s', (_title, text, shown, calls) => {
    expect(read([text])).toEqual({ text: shown, calls });
    expect(read([...text])).toEqual({ text: shown, calls });
  });
});

test('a message to a tool the model knows from training keeps its own format', () => {
  const lexer = new DialectLexer([NOTE], new CallIds([]));
  const format = (text: string) =>
    lexer.push(text).flatMap((event: ModelEvent) => (event.type === 'tool-input-start' ? [event.format] : []));
  expect(format('<|start|>assistant to=functions.note<|channel|>commentary<|message|>{}<|call|>')).toEqual(['harmony']);
  expect(format('<|start|>assistant to=python<|channel|>commentary<|message|>1 + 1<|call|>')).toEqual([
    'harmony-own-tool',
  ]);
});
