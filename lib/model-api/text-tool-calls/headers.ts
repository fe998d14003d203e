import { inputSchema } from '../tool-input/coerce-input.ts';
import { foldName } from '../tool-input/fold-name.ts';
import { decodeXml } from './arguments/fields.ts';
import { readHashHeader } from './arguments/hash-arguments.ts';
import {
  ARGUMENT_KEY,
  CALL_TAG,
  KIMI_CALL,
  NAMED_BY_ELEMENT,
  NAMED_LAST,
  parseAttributes,
  SPACED_NAME,
  tagAttribute,
} from './arguments/parameter-tags.ts';
import type { Reading } from './dialect.ts';
import { Pattern } from './pattern.ts';

/** How the arguments after a header are encoded, as far as the header shows it. */
export type Encoding =
  /** JSON, tagged values, elements or nothing; their first character decides. */
  | { type: 'any' }
  /** No arguments: the header is a self-closing tag. */
  | { type: 'none' }
  /** The attributes of a tag, unless a body follows. `isClosed`: the tag is self-closing. */
  | { type: 'attributes'; text: string; isClosed: boolean }
  | { type: 'python' }
  | { type: 'pseudo-json' }
  /** A Perl or Ruby hash. Its closing brace is followed by that of the call. */
  | { type: 'hash' }
  /** A message to a tool: JSON, or any text for a tool the model knows from training. */
  | { type: 'harmony' }
  /** An element on its own line; its content may be the only argument. */
  | { type: 'element' }
  /** Elements without an element around them. */
  | { type: 'elements' }
  | { type: 'lines' }
  /** Lines of YAML, or an object after the last colon. */
  | { type: 'yaml' }
  /** The words of Kimi K3's tags, without their tokens. */
  | { type: 'stripped-kimi' }
  /** The value of the argument that the header names, then pairs of key and value tags. */
  | { type: 'keyed'; key: string }
  | { type: 'raw'; ends: readonly string[]; key: string };

export type Header =
  /** The JSON object that follows names the tool itself. */
  | { type: 'object'; length: number; format: string }
  /** A list of calls begins. */
  | { type: 'list'; length: number; format: string }
  | {
      type: 'call';
      length: number;
      format: string;
      name: string;
      /** The element that encloses the call; its closing tag ends it. */
      tag: string | null;
      encoding: Encoding;
      /** How to read a text whose type neither the schema nor the format determines. */
      open: 'string' | 'json';
    };

export type HeaderMatch = Header | 'more' | 'none';

/**
 * Reads the header of a call at the front of `text`, after a marker that announces one. `text` is not empty. `format`:
 * the dialect of the marker, or null.
 */
export function readHeader(text: string, reading: Reading, format: string | null = null): HeaderMatch {
  const first = text.charAt(0);
  if (first === '{') return readObjectHeader(text);
  if (first === '[') return readList(text, reading, false);
  if (first === '<') return readNameElement(text) ?? readTagHeader(text, reading);
  const yaml = readYamlHeader(text, reading);
  if (yaml !== 'none') return yaml;
  const keyed = readKeyedHeader(text, reading);
  return keyed === 'none' ? readNameHeader(text, reading, format) : keyed;
}

/** A name and the key of the first argument, without a tag between them or with a wrong one. */
const KEYED_NAME = new Pattern(
  '([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127})(?:\\s{1,8}|<tool_call>\\s{0,8})?([\\w.\\-]{0,80})<\\/arg_key>\\s{0,8}(?:<arg_value>|(?=[^<\\s]))',
);

/** Reads the name of a call together with the key of its first argument (quirk: format-glm-variants). */
function readKeyedHeader(text: string, reading: Reading): HeaderMatch {
  const tools = reading.tools.filter(({ name }) => text.startsWith(name) || name.startsWith(text));
  const match = tools.length === 0 ? null : KEYED_NAME.match(text);
  if (match === null || match === 'more') return match ?? 'none';
  const [whole, written = '', separate = ''] = match;
  for (const tool of tools) {
    const isNamed = separate === '' ? written.startsWith(tool.name) : reading.find(written) === tool;
    const key = separate === '' ? written.slice(tool.name.length) : separate;
    if (!isNamed || !Object.hasOwn(inputSchema(tool).properties ?? {}, key)) continue;
    const header = { type: 'call', length: whole.length, format: 'arg-key', name: tool.name, tag: null } as const;
    return { ...header, encoding: { type: 'keyed', key }, open: 'string' };
  }
  return 'none';
}

const NAME_ELEMENT = new Pattern(
  '<(tool_name|function_name|name)>\\s*([^<>]{1,128}?)\\s*<\\/(?:tool_name|function_name|name)>',
);

/**
 * Reads the element with the name of the tool, after which one with the arguments follows (quirk: format-name-element).
 */
function readNameElement(text: string): HeaderMatch | null {
  const match = NAME_ELEMENT.match(text);
  if (match === null || match === 'more') return match;
  const [whole, , name = ''] = match;
  return {
    type: 'call',
    length: whole.length,
    format: 'name-json',
    name,
    tag: null,
    encoding: { type: 'any' },
    open: 'string',
  };
}

/**
 * The keys before a tool's name in YAML. There are fewer than in an object (call-object.ts), since a line that begins
 * with `method:` or `fn:` is more often configuration than a call.
 */
export const YAML_NAME_KEYS = ['name', 'tool', 'tool_name', 'function', 'function_name', 'action', 'action_name'];

/** A line with the name, followed by one that begins the arguments. */
const YAML_NAMED = new Pattern(
  `(?:${YAML_NAME_KEYS.join('|')})` +
    '[ \\t]{0,4}:[ \\t]{0,4}["\']?([\\w.\\-]{1,128})["\']?[ \\t]{0,8}\\r?\\n\\s{0,20}(?:arguments|args|parameters|params|input|tool_input|action_input|kwargs)[ \\t]{0,4}:(?=\\s)',
);
/** The name on its own line, followed by one that begins with an argument. */
const YAML_ALONE = new Pattern(
  '([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,127}):?[ \\t]{0,8}\\r?\\n(?=\\s{0,20}["\']?([\\p{L}_][\\p{L}\\p{N}_\\-]{0,80})["\']?:\\s)',
);

/** Reads the lines before the arguments of a call written as YAML (quirk: format-yaml). */
function readYamlHeader(text: string, reading: Reading): HeaderMatch {
  const header = { type: 'call', format: 'yaml', tag: null, encoding: { type: 'yaml' }, open: 'string' } as const;
  const named = YAML_NAMED.match(text);
  if (named !== null && named !== 'more') return { ...header, length: named[0].length, name: named[1] ?? '' };
  const alone = YAML_ALONE.match(text);
  if (alone === null || alone === 'more') return named ?? alone ?? 'none';
  const [line, name = '', key = ''] = alone;
  const tool = reading.find(name);
  const isArgument = tool !== null && Object.hasOwn(inputSchema(tool).properties ?? {}, key);
  return isArgument ? { ...header, length: line.length, name } : 'none';
}

/** Reads `{`, which begins JSON or a hash. */
export function readObjectHeader(text: string): HeaderMatch {
  const hash = readHashHeader(text);
  if (hash === 'more') return 'more';
  if (hash === null) return { type: 'object', length: 0, format: 'json' };
  const { length, name, hasArguments } = hash;
  const encoding: Encoding = { type: hasArguments ? 'hash' : 'none' };
  return { type: 'call', length, format: 'hash', name, tag: null, encoding, open: 'string' };
}

const LIST = new Pattern('\\[\\s*(?:(?=\\{)|(?=([\\p{L}_][\\p{L}\\p{N}_.]*)\\())');

/** Reads `[{`, a list of objects, or `[name(`, a list of Python calls. `isBare`: accept only names of offered tools. */
export function readList(text: string, reading: Reading, isBare: boolean): HeaderMatch {
  const match = LIST.match(text);
  if (match === null) return 'none';
  // Any word could still be the namespace before a tool's name.
  if (match === 'more') return 'more';
  if (isBare && match[1] !== undefined && reading.find(match[1]) === null) return 'none';
  return { type: 'list', length: match[0].length, format: match[1] === undefined ? 'json' : 'pythonic' };
}

/** Reads `<function=name>`, `<invoke name="name">` and similar tags. */
export function readTagHeader(text: string, reading: Reading): HeaderMatch {
  const tag = CALL_TAG.match(text);
  if (tag && tag !== 'more') {
    const name = decodeXml(tag[2] ?? tag[3] ?? tag[4] ?? '').trim();
    return call(tag[0], name, tag[1]?.toLowerCase() ?? null, tagEncoding(tag[5] ?? '', tag[6] === '/>'));
  }
  const last = NAMED_LAST.match(text);
  if (last && last !== 'more') {
    const attributes = parseAttributes(last[2] ?? '');
    const name = attributes.find(([key]) => key.toLowerCase() === 'name')?.[1] ?? '';
    return call(last[0], name, 'tool', tagEncoding(last[2] ?? '', last[3] === '/>'));
  }
  const elementMatch = NAMED_BY_ELEMENT.match(text);
  if (elementMatch && elementMatch !== 'more')
    return call(elementMatch[0], elementMatch[2] ?? elementMatch[3] ?? '', elementMatch[1] ?? null, { type: 'any' });
  const kimi = KIMI_CALL.match(text);
  if (kimi && kimi !== 'more') {
    const name = tagAttribute(kimi[1] ?? '', 'tool') ?? tagAttribute(kimi[1] ?? '', 'name');
    return name === null ? 'none' : call(kimi[0], name, 'call', { type: 'any' });
  }
  const spaced = SPACED_NAME.match(text);
  const isTool = spaced !== null && spaced !== 'more' && reading.find(spaced[2] ?? '') !== null;
  if (isTool) return call(spaced[0], spaced[2] ?? '', spaced[1] ?? null, { type: 'any' });
  return [tag, last, elementMatch, kimi, spaced].includes('more') ? 'more' : 'none';
}

/** The protocol's own tag as the prompt shows it. */
const OWN_TAG = '<tool name="';

/**
 * A fast path without patterns for the protocol's own tag at the front of `text`. Returns its header if it names an
 * offered tool, or `more` while the tag may still be arriving. After `none`, the rest of the lexer decides.
 */
export function readOwnTag(text: string, reading: Reading): HeaderMatch {
  if (text.length <= OWN_TAG.length) return OWN_TAG.startsWith(text) ? 'more' : 'none';
  if (!text.startsWith(OWN_TAG)) return 'none';
  let end = OWN_TAG.length;
  while (isWordCode(text.charCodeAt(end))) end++;
  if (end - OWN_TAG.length > 128) return 'none';
  if (end >= text.length - 1) return end === text.length || text.charAt(end) === '"' ? 'more' : 'none';
  const name = text.slice(OWN_TAG.length, end);
  if (!text.startsWith('">', end) || !reading.tools.some((tool) => tool.name === name)) return 'none';
  return {
    type: 'call',
    length: end + 2,
    format: 'tag',
    name,
    tag: 'tool',
    encoding: { type: 'any' },
    open: 'string',
  };
}

/** Whether the code is an ASCII letter, a digit, `_`, `-` or `.`. */
export function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 45 && code <= 57 && code !== 47) ||
    code === 95
  );
}

export function tagEncoding(attributes: string, isClosed: boolean): Encoding {
  if (attributes.trim() !== '') return { type: 'attributes', text: attributes, isClosed };
  return { type: isClosed ? 'none' : 'any' };
}

function call(whole: string, name: string, tag: string | null, encoding: Encoding): HeaderMatch {
  if (name === '') return 'none';
  const isAtem = /^<atem:/.test(whole);
  const format =
    tag === 'tool' ? 'tag' : tag === 'function' ? 'function-tag' : tag === 'call' ? 'kimi-k3' : 'invoke-tag';
  return { type: 'call', length: whole.length, format, name, tag, encoding, open: isAtem ? 'json' : 'string' };
}

/** A name, white space (also as the two characters `\n`), and the first character of what follows. */
const NAME_AND_GAP = '\\s*([\\p{L}_0-9][\\p{L}\\p{N}_.:/\\-]{0,127})((?:\\\\n|\\s)*)(?=[\\(\\{<>\\[\\]`])';
const NAME = new Pattern(
  `(?:(call:)|functions?[.:]|\\p{Lu}[\\p{L}\\p{N} ]{0,40}\\/(?=[\\w.\\-]{1,80}>))?${NAME_AND_GAP}`,
);
/** Gemma leaves out the word before the name, or all of it but a sign (quirk: format-gemma4). */
const GEMMA_NAME = new Pattern(`(call:|[:\\-])?${NAME_AND_GAP}`);

/**
 * Reads a bare name, which must be followed by a separator, an argument, a brace, a parenthesis, or the end of the
 * call.
 */
function readNameHeader(text: string, reading: Reading, format: string | null): HeaderMatch {
  const match = format === 'gemma' ? GEMMA_NAME.match(text) : NAME.match(text);
  if (match === null || match === 'more') return match ?? 'none';
  const [whole, word, written = '', gap = ''] = match;
  const next = text.slice(whole.length);
  const name = cleanName(written);
  const length = whole.length - gap.length;
  const callHeader = { type: 'call', length, name, tag: null, open: 'string', encoding: { type: 'any' } } as const;
  if (next.startsWith('(') && gap === '') {
    return { ...callHeader, length: length + 1, format: 'pythonic', encoding: { type: 'python' } };
  }
  if (next.startsWith('{')) {
    return word !== undefined || format === 'gemma'
      ? { ...callHeader, format: 'gemma', encoding: { type: 'pseudo-json' } }
      : { ...callHeader, format: 'name-json' };
  }
  if (next.startsWith('```')) return { ...callHeader, format: 'name-json' };
  if ('```'.startsWith(next)) return 'more';
  if (next.startsWith('>')) {
    // GLM-5.3-Flash puts a `>` after the name (quirk: format-glm-flash).
    const after = next.slice(1).trimStart();
    const key = ARGUMENT_KEY.match(after);
    if (after === '' || key === 'more') return 'more';
    if (key === null && !after.startsWith('{')) return 'none';
    return { ...callHeader, length: whole.length + 1, format: key === null ? 'name-json' : 'arg-key' };
  }
  const key = ARGUMENT_KEY.match(next);
  if (key === 'more') return 'more';
  if (key !== null) return { ...callHeader, format: 'arg-key' };
  const separator = reading.separator(next, 0);
  if (separator > 0) return { ...callHeader, format: 'name-json' };
  const closer = reading.closer(next, 0);
  if (separator < 0 || closer < 0) return 'more';
  // A name alone, or with elements named after arguments, is only a call if it is the name of an offered tool.
  if (reading.find(name) === null) return 'none';
  const element = closer === 0 && gap.includes('\n') ? ELEMENT.match(next) : null;
  if (element === 'more') return 'more';
  if (element !== null) return { ...callHeader, format: 'tool-element', encoding: { type: 'elements' } };
  if (closer === 0) return 'none';
  return { ...callHeader, format: 'arg-key', encoding: { type: 'none' } };
}

const ELEMENT = new Pattern('<[\\p{L}_][\\p{L}\\p{N}_.\\-]{0,80}>');

/**
 * Removes the index from Kimi's call ids, `functions.name:0`, and the method of Llama's built-in tools, `name.call(…)`.
 */
function cleanName(name: string): string {
  return name
    .replace(/^functions\./, '')
    .replace(/:\d+$|\.call$/, '')
    .replace(/(?<![.:/-])[.:/-]+$/, '');
}

/** Whether this text is or can become the name of an offered tool, in any spelling. */
export function mayBeTool(start: string, reading: Reading): boolean {
  return reading.tools.some((tool) => foldName(tool.name).startsWith(foldName(start)));
}

/** Whether this is the name of an offered tool, without a namespace. */
export function isToolName(name: string, reading: Reading): boolean {
  return reading.tools.some((tool) => foldName(tool.name) === foldName(name));
}
