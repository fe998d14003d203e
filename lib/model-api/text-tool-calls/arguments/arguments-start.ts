import { inputSchema } from '../../tool-input/coerce-input.ts';
import type { CallReader, Reading } from '../dialect.ts';
import type { Encoding, Header } from '../headers.ts';
import { Pattern } from '../pattern.ts';
import { isArgumentsKey } from './call-object.ts';
import { JsonReader } from './json-reader.ts';
import { ParameterReader } from './parameter-reader.ts';
import { parameterTag, parseAttributes } from './parameter-tags.ts';
import {
  elementReader,
  elementsReader,
  fieldsReader,
  hashReader,
  lineReader,
  objectSpan,
  pseudoJsonReader,
  pythonReader,
  rawReader,
  SpanReader,
  textProperty,
  yamlReader,
} from './span-readers.ts';
import { StrippedKimiReader } from './stripped-kimi.ts';

type CallHeader = Extract<Header, { type: 'call' }>;

export type ArgumentsStart = { length: number; reader: CallReader };

/**
 * Determines how the arguments after a header are encoded. `length` is the length of the text before them, which no
 * reader consumes.
 */
export function readArgumentsStart(
  text: string,
  header: CallHeader,
  reading: Reading,
  isOver: boolean,
): ArgumentsStart | 'more' | 'none' {
  const { name, encoding } = header;
  switch (encoding.type) {
    case 'none':
      return { length: 0, reader: noArguments(name) };
    case 'attributes':
      return attributeArguments(text, header, encoding, reading, isOver);
    case 'python':
      return { length: 0, reader: pythonReader(reading, name) };
    case 'stripped-kimi':
      return { length: 0, reader: new StrippedKimiReader(name) };
    case 'keyed':
      return { length: 0, reader: new ParameterReader(reading, name, null, 'string', encoding.key) };
    case 'hash':
      return { length: 0, reader: hashReader(name) };
    case 'lines':
      return { length: 0, reader: lineReader(name) };
    case 'yaml': {
      const first = text.trimStart().charAt(0);
      if (first === '' && !isOver) return 'more';
      return first === '{' ? afterGap(text, header, reading, isOver) : { length: 0, reader: yamlReader(reading, name) };
    }
    case 'raw':
      return { length: 0, reader: rawReader(reading, name, encoding.ends, encoding.key) };
    case 'elements':
      return { length: 0, reader: elementsReader(reading, name) };
    case 'element':
    case 'harmony':
    case 'pseudo-json':
    case 'any':
      return afterGap(text, header, reading, isOver);
    default:
      return encoding satisfies never;
  }
}

/**
 * Returns a reader for arguments given as attributes, either one attribute each or all in one. A body in the element
 * takes precedence.
 */
function attributeArguments(
  text: string,
  header: CallHeader,
  { text: attributes, isClosed }: Extract<Encoding, { type: 'attributes' }>,
  reading: Reading,
  isOver: boolean,
): ArgumentsStart | 'more' | 'none' {
  const { name, tag } = header;
  const fields = parseAttributes(attributes).filter(([key]) => hasArgument(reading, name, key));
  const whole = parseAttributes(attributes).find(([key, value]) => isArgumentsKey(key) && value.startsWith('{'));
  const reader =
    whole && fields.length === 0
      ? new SpanReader(name, { isOver: true, push: () => 0 }, () => objectSpan(whole[1]))
      : fieldsReader(name, fields);
  if (isClosed)
    return { length: 0, reader: fields.length + Number(whole !== undefined) > 0 ? reader : noArguments(name) };
  const rest = text.trimStart();
  const end = rest.startsWith('</') ? END_TAG.match(rest) : null;
  if (!isOver && (rest === '' || end === 'more' || '</'.startsWith(rest))) return 'more';
  const isEnd = rest === '' || (end !== null && end !== 'more' && end[1]?.toLowerCase() === tag?.toLowerCase());
  if (isEnd && (fields.length > 0 || whole !== undefined)) {
    const length = end === null || end === 'more' ? text.length : text.length - rest.length + end[0].length;
    return { length, reader };
  }
  return afterGap(text, { ...header, encoding: { type: 'any' } }, reading, isOver);
}

/** Whether this tool has an argument of this name. */
function hasArgument(reading: Reading, name: string, key: string): boolean {
  const tool = reading.find(name);
  return tool !== null && Object.hasOwn(inputSchema(tool).properties ?? {}, key);
}

const END_TAG = new Pattern('<\\/([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127})\\s*>');

/** Length of the white space, separators, call id and opening fence before the arguments. */
function gapLength(text: string, reading: Reading): number {
  if (text.startsWith('{')) return 0;
  let at = 0;
  for (;;) {
    const space = /(?:\\n(?=[<\\{`])|\s|```(?:json)?|\[CALL_ID\][\w-]{0,64}|json\s*(?=\{))+/y;
    space.lastIndex = at;
    const blank = space.exec(text)?.[0].length ?? 0;
    const separator = reading.separator(text, at + blank);
    if (separator < 0) return -1;
    if (blank + separator === 0) return at;
    at += blank + separator;
  }
}

const GAP_START = /^(?:`{1,2}|```j(?:so?)?|j(?:so?|son\s*)?|\[C(?:A(?:L(?:L(?:_(?:ID?)?)?)?)?)?|\\n?)$/;

function afterGap(
  text: string,
  header: CallHeader,
  reading: Reading,
  isOver: boolean,
): ArgumentsStart | 'more' | 'none' {
  const length = gapLength(text, reading);
  if (length < 0) return isOver ? 'none' : 'more';
  const rest = text.slice(length);
  if (rest === '' || GAP_START.test(rest)) return isOver ? 'none' : 'more';
  if (rest.startsWith('{')) {
    const reader =
      header.encoding.type === 'pseudo-json'
        ? pseudoJsonReader(reading, header.name)
        : new JsonReader(reading, { name: header.name, isBare: false });
    return { length, reader };
  }
  if (rest.startsWith('(')) {
    if (rest.length === 1) return isOver ? 'none' : 'more';
    if (rest.startsWith('({')) {
      return { length: length + 1, reader: new JsonReader(reading, { name: header.name, isBare: false }) };
    }
    if (header.tag === null) return 'none';
  }
  if (header.encoding.type === 'harmony') return harmonyBody(rest, length, header.name, reading);
  return tagged(rest, length, header, reading, isOver);
}

/**
 * A body that is neither JSON nor another dialect is for a tool the model knows from training (`python`,
 * `container.exec`).
 */
function harmonyBody(rest: string, length: number, name: string, reading: Reading): ArgumentsStart | 'none' {
  if (rest.startsWith('<')) return 'none';
  return { length, reader: rawReader(reading, name, ['<|call|>', '<|end|>'], 'input') };
}

function tagged(
  rest: string,
  length: number,
  header: CallHeader,
  reading: Reading,
  isOver: boolean,
): ArgumentsStart | 'more' | 'none' {
  const { name, tag } = header;
  const parameter = rest.startsWith('<') ? parameterTag(rest, 0) : ({ type: 'none' } as const);
  const isTool = header.format === 'tool-element';
  if (!isTool && (parameter.type === 'open' || parameter.type === 'skip')) {
    return { length, reader: new ParameterReader(reading, name, tag, header.open) };
  }
  if (!isTool && parameter.type === 'end' && parameter.tag === tag) {
    return reading.find(name) === null || acceptsNothing(name, tag, reading)
      ? { length: length + parameter.length, reader: noArguments(name) }
      : 'none';
  }
  if (parameter.type === 'more' && !isOver) return 'more';
  const wrapper = WRAPPER.match(rest);
  if (wrapper === 'more') return isOver ? 'none' : 'more';
  if (wrapper && !hasArgument(reading, name, wrapper[1] ?? '')) {
    const isObject = wrapper[2] === '{';
    const inner = length + wrapper[0].length - Number(isObject);
    const reader = isObject
      ? new JsonReader(reading, { name, isBare: false })
      : elementReader(reading, name, wrapper[1] ?? '');
    return { length: inner, reader };
  }
  const closer = reading.closer(rest, 0);
  if (closer < 0 && !isOver) return 'more';
  if (closer > 0 && tag !== 'tool' && !isTool) return { length, reader: noArguments(name) };
  return tag === null ? 'none' : element(rest, header, tag, reading, isOver);
}

/** Anthropic's older format and small models wrap the arguments in another element. */
const WRAPPER = new Pattern('<(parameters|arguments|args|params|input|tool_input)>(?:\\s*(\\{)|(?=\\s*[^\\s\\{]))');

/** Whether an empty element in the protocol's own tag is a call. It is only if its tool requires no arguments. */
function acceptsNothing(name: string, tag: string | null, reading: Reading): boolean {
  return tag !== 'tool' || reading.find(name)?.inputSchema.safeParse({}).success === true;
}

/** Reads elements or lines of YAML, the first of which must be a known argument, or the end of the element. */
function element(
  rest: string,
  header: CallHeader,
  tag: string,
  reading: Reading,
  isOver: boolean,
): ArgumentsStart | 'more' | 'none' {
  // Leading white space is read again, because the indentation of the first line is part of YAML.
  const reader = () => ({ length: 0, reader: elementReader(reading, header.name, tag) });
  const start = FIRST_ELEMENT.match(rest);
  if (start && start !== 'more') return start[1] === '' || start[2] === tag ? reader() : 'none';
  const keyword = FIRST_KEYWORD.match(rest);
  if (keyword && keyword !== 'more' && hasArgument(reading, header.name, keyword[1] ?? '')) return reader();
  if (keyword === 'more' && !isOver) return 'more';
  const line = FIRST_LINE.match(rest);
  if (line && line !== 'more') return reader();
  if ((start === 'more' || line === 'more') && !isOver) return 'more';
  return header.encoding.type === 'element' && textProperty(reading, header.name) !== null ? reader() : 'none';
}

const FIRST_ELEMENT = new Pattern(
  '(?:\\]<\\]minimax\\[>\\[)?<(\\/?)\\s*([\\p{L}\\p{N}_][\\p{L}\\p{N}_.\\-]*)([^<>]*)>',
);
const FIRST_KEYWORD = new Pattern(
  '(?:(?:[\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127})?\\()?\\s{0,20}([\\p{L}_][\\p{L}\\p{N}_]{0,80})\\s{0,20}=(?=[^=])',
);
const FIRST_LINE = new Pattern('["\']?[\\p{L}_][\\p{L}\\p{N}_ .\\-]{0,80}["\']?:(?=\\s)');

/** Returns a reader for a call without arguments, which is complete immediately. */
function noArguments(name: string): CallReader {
  return new SpanReader(name, { isOver: true, push: () => 0 }, () => ({ input: {} }));
}
