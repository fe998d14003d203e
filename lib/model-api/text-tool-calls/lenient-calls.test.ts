import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ModelEvent } from '../../contracts/model-client.ts';
import type { ToolDefinition } from '../../contracts/tool.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

const TOOLS: ToolDefinition[] = [
  {
    name: 'get_weather',
    description: '',
    inputSchema: z.strictObject({ city: z.string(), days: z.number().optional() }),
  },
  { name: 'read_page', description: '', inputSchema: z.strictObject({ cursor: z.string().optional() }) },
];

function read(pieces: readonly string[], { isLenient = true } = {}) {
  const lexer = new DialectLexer(TOOLS, new CallIds([]), { isLenient });
  const events: ModelEvent[] = [...pieces.flatMap((piece) => lexer.push(piece)), ...lexer.end({ isTruncated: false })];
  const text = events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('');
  const calls = events.flatMap((event) => {
    if (event.type === 'tool-input-error') return ['error'];
    return event.type === 'tool-input-available' ? [event.input] : [];
  });
  return { calls, text, formats: [...lexer.formats] };
}

const INPUT = '{"city": "Paris", "days": 3}';
const TAG = `<tool name="get_weather">${INPUT}</tool>`;
const OBJECT = `{"name": "get_weather", "arguments": ${INPUT}}`;
const SAID = 'I will check.\n';

/** `shown`: the part of the text that is not a call. Nothing if absent. */
type Case = readonly [title: string, text: string, shown: string, format: string];

const made = (title: string, text: string, shown = '', format = 'tag'): Case => [title, text, shown, format];

/** The protocol's own tag as small models write it. It counts in any tool mode, since it is unmistakable. */
const TAGS: readonly Case[] = [
  made('in capitals', `<TOOL NAME="get_weather">${INPUT}</TOOL>`),
  made('with a capital', `<Tool name="get_weather">${INPUT}</Tool>`),
  made('with attributes for arguments', '<tool name="get_weather" city="Paris" days="3"></tool>'),
  made('with attributes, closing itself', '<tool name="get_weather" city="Paris" days="3"/>'),
  made('with an attribute without quotes', '<tool name="get_weather" city="Paris" days=3 />'),
  made('with attributes and no end', '<tool name="get_weather" city="Paris" days=3>'),
  made('with its name behind the arguments', '<tool city="Paris" days="3" name="get_weather"></tool>'),
  made('with an object in an attribute', `<tool name="get_weather" arguments='${INPUT}'></tool>`),
  made('with elements for arguments', '<tool name="get_weather"><city>Paris</city><days>3</days></tool>'),
  made('with keywords', '<tool name="get_weather">city="Paris", days=3</tool>'),
  made('with keywords without quotes', '<tool name="get_weather">city=Paris, days=3</tool>'),
  made('with keywords in parentheses', '<tool name="get_weather">(city="Paris", days=3)</tool>'),
  made('with a Python call', '<tool name="get_weather">get_weather(city="Paris", days=3)</tool>'),
  made('with its arguments under their key', `<tool name="get_weather">{"arguments": ${INPUT}}</tool>`),
  made('with a whole call as its arguments', `<tool name="get_weather">${OBJECT}</tool>`),
  made('without a name around a call', `<tool>${OBJECT}</tool>`, '', 'unknown-marker'),
  made('with its name in an element', `<tool>\n<name>get_weather</name>\n<arguments>${INPUT}</arguments>\n</tool>`),
  made('named after the tool', `<get_weather>${INPUT}</get_weather>`, '', 'tool-element'),
  made('named after the tool, with attributes', '<get_weather city="Paris" days="3"/>', '', 'tool-element'),
  made(
    'named after the tool, with elements',
    '<get_weather><city>Paris</city><days>3</days></get_weather>',
    '',
    'tool-element',
  ),
  made('named after the tool, with keywords', '<get_weather>city="Paris", days=3</get_weather>', '', 'tool-element'),
  made(
    'named after the tool, in a sentence',
    `Let me see. <get_weather>${INPUT}</get_weather>`,
    'Let me see. ',
    'tool-element',
  ),
];

/** Calls only if the model was asked to write calls as text. */
const LENIENT: readonly Case[] = [
  made('our tag in a fence', `\`\`\`\n${TAG}\n\`\`\``, '', 'tag-in-markdown'),
  made('our tag in a fence with a language', `${SAID}\`\`\`xml\n${TAG}\n\`\`\`\n`, SAID, 'tag-in-markdown'),
  made('our tag in back ticks', `\`${TAG}\``, '', 'tag-in-markdown'),
  made('our tag in back ticks after a sentence', `Let me check: \`${TAG}\``, 'Let me check: ', 'tag-in-markdown'),
  made('our tag in bold', `**${TAG}**`, '', 'tag-in-markdown'),
  made('our tag in a list', `- ${TAG}`, '', 'tag'),
  made('our tag in a numbered list', `1. ${TAG}`, '', 'tag'),
  made('our tag in bold in a list', `- **${TAG}**`, '', 'tag-in-markdown'),
  made('our tag in a fence with a language in capitals', `\`\`\`XML\n${TAG}\n\`\`\``, '', 'tag-in-markdown'),
  made('our tag in bold and italics', `***${TAG}***`, '', 'tag-in-markdown'),
  made('our tag in two back ticks', `\`\`${TAG}\`\``, '', 'tag-in-markdown'),
  made('our tag in a list, in back ticks', `* \`${TAG}\``, '', 'tag-in-markdown'),
  made('an object after prose', `${SAID}${OBJECT}`, SAID, 'json-line'),
  made('an object in the same line', `I will check. ${OBJECT}`, 'I will check. ', 'json-line'),
  made('an object in a fence after prose', `${SAID}\`\`\`json\n${OBJECT}\n\`\`\``, SAID, 'json-fence'),
  made('a last line', `${SAID}get_weather(city="Paris", days=3)`, SAID, 'last-line'),
  made('a last line in back ticks', `${SAID}\`get_weather(city="Paris", days=3)\``, SAID, 'last-line'),
  made('Python announced', `${SAID}\`\`\`python\nget_weather(city="Paris", days=3)\n\`\`\``, SAID, 'python-fence'),
  made('Python without text before it', '```py\nget_weather(city="Paris", days=3)\n```', '', 'python-fence'),
  made('labels', `Tool: get_weather\nArguments: ${INPUT}`, '', 'labelled'),
  made('labels after prose', `${SAID}\nTool: get_weather\nArguments: ${INPUT}\n`, `${SAID}\n`, 'labelled'),
  made('labels in bold', `**Tool:** get_weather\n**Arguments:** ${INPUT}`, '', 'labelled'),
  made('labels with values in back ticks', `Tool: \`get_weather\`\nArguments: \`${INPUT}\``, '', 'labelled'),
  made('labels with a fence', `Tool: get_weather\nArguments:\n\`\`\`json\n${INPUT}\n\`\`\``, '', 'labelled'),
];

describe.each([
  ['our tag', TAGS],
  ['in tag mode', LENIENT],
] as const)('%s', (_kind, cases) => {
  test.each(cases)('%s is a call', (_title, text, shown, format) => {
    const whole = read([text]);
    expect(whole.calls).toEqual([{ city: 'Paris', days: 3 }]);
    expect(whole.formats).toEqual([format]);
    expect(whole.text).toBe(shown.trim() === '' ? whole.text.trim() : shown);
    expect(read([...text])).toEqual(whole);
    for (let at = 1; at < text.length; at++) expect(read([text.slice(0, at), text.slice(at)])).toEqual(whole);
  });
});

const isListed = (title: string) => title.includes('list') && !title.includes('bold');

test.each(LENIENT.filter(([title]) => !isListed(title)))('%s is text when tools are native', (_title, text) => {
  expect(read([text], { isLenient: false })).toEqual({ calls: [], text, formats: [] });
});

test.each(LENIENT.filter(([title]) => !isListed(title)))('%s is text if more text follows', (_title, text) => {
  const followed = `${text.trimEnd()} and so on.`;
  expect(read([followed])).toEqual({ calls: [], text: followed, formats: [] });
  expect(read([...followed])).toEqual({ calls: [], text: followed, formats: [] });
});

test.each(LENIENT.filter(([title]) => !isListed(title)))('%s is text if the reply was cut off', (_title, text) => {
  const lexer = new DialectLexer(TOOLS, new CallIds([]));
  const events = [...lexer.push(text.trimEnd().slice(0, -3)), ...lexer.end({ isTruncated: true })];
  expect(events.filter((event) => event.type === 'tool-input-available')).toEqual([]);
});

/**
 * Arguments that end in the middle of a value, because the reply ended there or the model wrote the closing marker too
 * early.
 */
const TRUNCATED: readonly (readonly [title: string, text: string])[] = [
  ['keywords in our tag', '<tool name="get_weather">city="Par</tool>'],
  ['keywords in an element', '<get_weather>city="Par</get_weather>'],
  ['a Python call in our tag', '<tool name="get_weather">get_weather(city="Par</tool>'],
  ['an attribute', '<tool name="get_weather" city="Par'],
  ['an object in an attribute', `<tool name="get_weather" arguments='{"city": "Par'></tool>`],
  ['an unknown wrapper', '<fc>{"name": "get_weather", "arguments": {"city": "Par</fc>'],
  ['an unknown wrapper around a Python call', '[CALL]get_weather(city="Par[/CALL]'],
  ['an unknown wrapper around a name', '[call]get_weather{"city": [/call]'],
  ['an object after prose', `${SAID}{"name": "get_weather", "arguments": {"city": "Par`],
  ['a last line', `${SAID}get_weather(city="Par`],
  ['labels', 'Tool: get_weather\nArguments: {"city": "Par'],
  ['our tag in a fence', '```\n<tool name="get_weather">{"city": "Par\n```'],
];

test.each(TRUNCATED)('%s that was cut off is not a complete call', (_title, text) => {
  expect(read([text]).calls.filter((call) => call !== 'error')).toEqual([]);
  expect(read([...text])).toEqual(read([text]));
});

describe('Python in an element that SmolLM3 writes (quirk: format-code-element)', () => {
  const CALL = 'get_weather(city="Paris", days=3)';
  const once = { city: 'Paris', days: 3 };

  test.each([
    ['a call', `<code>\n${CALL}\n</code>`, [once]],
    ['a printed call', `<code>\nprint(${CALL})\n</code>`, [once]],
    ['a printed call in an element of Gemini', `<tool_code>\nprint(${CALL})\n</tool_code>`, [once]],
    ['a printed call before a token of agents', `<code>\nprint(${CALL})\n</code><end_code>`, [once]],
    ['two printed calls', `<code>\nprint(${CALL})\nprint(read_page(cursor="1"))\n</code>`, [once, { cursor: '1' }]],
  ])('%s runs, in any tool mode', (_title, text, calls) => {
    for (const isLenient of [true, false]) {
      for (const pieces of [[text], [...text]]) expect(read(pieces, { isLenient })).toMatchObject({ calls, text: '' });
    }
  });

  test.each([
    ['other Python', `<code>\nprint("hello")\n</code>`],
    ['a call among other Python', `<code>\nprint(${CALL})\nx = 3\n</code>`],
    ['a call that is explained', `For example:\n<code>\nprint(${CALL})\n</code>`],
    ['a call with text after it', `<code>\nprint(${CALL})\n</code>\nThis prints the weather.`],
    ['a printed call without the element', `print(${CALL})`],
  ])('%s is text', (_title, text) => {
    for (const pieces of [[text], [...text]]) expect(read(pieces)).toEqual({ calls: [], text, formats: [] });
  });
});
