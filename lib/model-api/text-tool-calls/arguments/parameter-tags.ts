import { parseJson } from '../../../contracts/index.ts';
import { Pattern } from '../pattern.ts';
import { NAMESPACE, GAP as SPACES, SUFFIX } from '../tag-names.ts';
import { type ArgumentField, decodeXml } from './fields.ts';

const CALL = '(invoke|function|tool_call|tool|call)';
const PARAMETER = '(?:parameter|param|argument|arg)';
/** `=name`, `: name`, ` name="name"`. MiniCPM's detokenizer leaves a `Ġ`, or nothing, in place of the space. */
const NAMED = '(?:Ġ|\\s)*(?:=|:|name\\s*=|key\\s*=)\\s*';
/** An object or a list in braces, as in JSX, with up to three levels of braces (quirk: braces-in-attributes). */
const BRACES = `\\{${braces(braces(braces('')))}\\}`;
const ATTRIBUTE = `\\s+[\\w\\-]+\\s*=\\s*(?:"[^"]*"|'[^']*'|${BRACES}|[^\\s"'<>=/{}]+)`;
export const ATTRIBUTES = `((?:${ATTRIBUTE})*)`;

/** The source of a pattern for text in braces, which may contain strings and one more level of braces. */
function braces(inner: string): string {
  const nested = inner === '' ? '' : `|\\{${inner}\\}`;
  return `(?:[^{}"]|"(?:[^"\\\\]|\\\\[^])*"${nested})*`;
}

/** `<function=name>`, `<invoke name="name">` and similar tags. Groq's Llama and Qwen3-Coder sometimes omit the `>`. */
export const CALL_TAG = new Pattern(
  `<${SPACES}${NAMESPACE}${CALL}${NAMED}(?:"([^"<>]{1,128})"|'([^'<>]{1,128})'|([^"'<>\\s\\{\\(\\/][^"'<>\\n\\{\\(]{0,127}?))${ATTRIBUTES}\\s*(\\/>|>|(?=[\\{\\(]|<${PARAMETER}[=\\s]))`,
  { ignoresCase: true },
);
/** `<function name>`: a space in place of the equals sign (quirk: space-before-name). */
export const SPACED_NAME = new Pattern('<(function|invoke)\\s{1,4}([\\p{L}_][\\w.\\-]{0,127})\\s{0,4}>');
/** The protocol's own tag with the name after other attributes. */
export const NAMED_LAST = new Pattern(`<(tool)((?:${ATTRIBUTE}){1,12})\\s*(\\/?>)`, { ignoresCase: true });
/** `<invoke><tool_name>f</tool_name>`, `<function><name>f</name>` and `<function>f</function>`. */
export const NAMED_BY_ELEMENT = new Pattern(
  `<${NAMESPACE}${CALL}>\\s*(?:<(?:tool_name|name)>\\s*([^<>]{1,128}?)\\s*<\\/(?:tool_name|name)>|([\\w.\\-]{1,128})<\\/function>)`,
);
/** `toolscall`, `argumentcall`: the tokens between two tags were dropped (quirk: format-kimi-k3). */
export const KIMI_CALL = new Pattern('<\\|open\\|> ?(?:tools)?call\\s([^]{0,400}?)<\\|sep\\|>');
const CALL_END = new Pattern(
  `<${SPACES}\\/${SPACES}${NAMESPACE}${CALL}${SUFFIX}\\s*>|<\\|close\\|> ?(call)(?:tools|message){0,2} ?<\\|sep\\|>`,
  { ignoresCase: true },
);

type ParameterStyle = {
  open: Pattern;
  close: Pattern;
  field(match: RegExpExecArray): Omit<ArgumentField, 'text'> | null;
};

const PARAMETER_END = new Pattern(`<(?:\\/${NAMESPACE}${PARAMETER}|${SPACES}\\/${SPACES}parameter)${SUFFIX}\\s*>`);

/** LongCat puts the name of the model before it: `longcat_arg_key`. */
const PREFIX = '(?:[a-z][a-z\\d]{0,30}_)?';
const open = (name: string) => `<${SPACES}${NAMESPACE}${PREFIX}${name}${SUFFIX}${SPACES}>`;
const close = (name: string) => `<${SPACES}\\/${SPACES}${NAMESPACE}${PREFIX}${name}${SUFFIX}${SPACES}>`;
/** The opening tag before an argument's name. */
export const ARGUMENT_KEY = new Pattern(`${open('arg_key')}|<\\|tool_arg:start\\|>`);
const VALUE_END = new Pattern(close('arg_value'));
const GAP = '(?:\\\\n|\\s)*';

/** A key between two tags, and its value between two others. */
export const PAIRED_VALUE: ParameterStyle = {
  // K2 Horizon puts the type between the two (quirk: format-ifm). GLM writes a tag of the key twice (quirk:
  // format-glm-variants).
  open: new Pattern(
    `${open('arg_key')}(?:${open('arg_key')})?([^<]*)${close('arg_key')}(?:${close('arg_key')})?${GAP}(?:${open('arg_type')}([^<]*)${close('arg_type')}${GAP})?${open('arg_value')}`,
  ),
  close: VALUE_END,
  field(match) {
    const key = (match[1] ?? '').trim();
    return match[2] === undefined ? { key } : { key, type: match[2].trim() === 'string' ? 'string' : 'json' };
  },
};

const STYLES: readonly ParameterStyle[] = [
  {
    // The tag contains the name in place of the value, and the value follows.
    open: new Pattern(`<${PARAMETER}>([\\p{L}_][\\p{L}\\p{N}_.\\-]{0,80})<\\/${PARAMETER}>(?=[^])`),
    close: PARAMETER_END,
    field: (match) => ({ key: match[1] ?? '' }),
  },
  {
    open: new Pattern(
      `<(?:${NAMESPACE}${PARAMETER}|${SPACES}parameter)(?:${NAMED}(?:"([^"<>]*)"|'([^'<>]*)'|([^"'<>\\s][^"'<>]*?)))?${ATTRIBUTES}\\s*(\\/?)>`,
    ),
    close: PARAMETER_END,
    field(match) {
      const key = match[1] ?? match[2] ?? match[3];
      const stated = tagAttribute(match[4] ?? '', 'string');
      const type = stated === null ? {} : { type: stated === 'true' ? ('string' as const) : ('json' as const) };
      return key === undefined ? null : { key: decodeXml(key).trim(), ...type };
    },
  },
  {
    // A space in place of the equals sign (quirk: space-before-name).
    open: new Pattern('<parameter\\s{1,4}([\\p{L}_][\\w.\\-]{0,80})\\s{0,4}>'),
    close: PARAMETER_END,
    field: (match) => ({ key: match[1] ?? '' }),
  },
  PAIRED_VALUE,
  {
    // GLM omits one or both of the middle tags (quirk: format-glm-flash).
    open: new Pattern(
      `${open('arg_key')}([\\w.\\-]{1,80})(?:=|${close('arg_key')}(?=[^<\\s])|\\s*${open('arg_value')})(?=[^])`,
    ),
    close: VALUE_END,
    field: (match) => ({ key: match[1] ?? '' }),
  },
  {
    // Solar Open 2 (quirk: format-solar).
    open: new Pattern('<\\|tool_arg:start\\|>([^<]{1,128})<\\|tool_arg:value\\|>'),
    close: new Pattern('<\\|tool_arg:end\\|>'),
    field: (match) => ({ key: (match[1] ?? '').trim() }),
  },
  {
    open: new Pattern('<\\|open\\|> ?argument\\s([^]{0,400}?)<\\|sep\\|>'),
    close: new Pattern('<\\|close\\|> ?argument(?:call|tools|message){0,3} ?<\\|sep\\|>'),
    field(match) {
      const key = tagAttribute(match[1] ?? '', 'key');
      const type = tagAttribute(match[1] ?? '', 'type');
      return key === null ? null : { key, type: type === 'string' ? 'string' : 'json' };
    },
  },
];

/** Tokens of Kimi K3 that never occur in a value, because they come from tags that could not be parsed. */
export const KIMI_TOKEN = /<\|(?:open|close|sep)\|>/;

/** A key without a value. */
const DANGLING_KEY = new Pattern(`${open('arg_key')}[^<]*${close('arg_key')}\\s*(?=<\\/|<arg_key>)`);

export type ParameterTag =
  | { type: 'open'; length: number; style: ParameterStyle; field: Omit<ArgumentField, 'text'> | null; isEmpty: boolean }
  | { type: 'skip'; length: number }
  | { type: 'close'; length: number; of: Pattern }
  /** The end of a call; `tag` is the name in its closing tag. */
  | { type: 'end'; length: number; tag: string }
  | { type: 'more' }
  | { type: 'none' };

/** A cheap test that skips the full patterns for most markup in a value. */
const MAY_BE_TAG =
  /< {0,2}\/? {0,2}(?:[|｜‖¦│]|(?:[a-z][a-z\d]{0,30}_)?(?:param|arg|invoke|function|tool|call)|[A-Za-z_][\w-]{0,40}(?:[:|｜‖¦│]|$)|$)/iy;

/** The tag of a parameter list at `at`, the position of a `<` in `text`. */
export function parameterTag(text: string, at: number): ParameterTag {
  MAY_BE_TAG.lastIndex = at;
  if (!MAY_BE_TAG.test(text)) return { type: 'none' };
  let mayBecome = false;
  const matches = (pattern: Pattern) => {
    const match = pattern.match(text, at);
    mayBecome ||= match === 'more';
    return match === 'more' ? null : match;
  };
  for (const style of STYLES) {
    const open = matches(style.open);
    // A later style must not match only because the text of this one is still incomplete.
    if (mayBecome) return { type: 'more' };
    if (open) {
      const isEmpty = open[0].endsWith('/>');
      return { type: 'open', length: open[0].length, style, field: style.field(open), isEmpty };
    }
    const close = matches(style.close);
    if (close) return { type: 'close', length: close[0].length, of: style.close };
  }
  const dangling = matches(DANGLING_KEY);
  if (dangling) return { type: 'skip', length: dangling[0].length };
  const end = matches(CALL_END);
  if (end) return { type: 'end', length: end[0].length, tag: (end[1] ?? end[2] ?? '').toLowerCase() };
  return { type: mayBecome ? 'more' : 'none' };
}

const EACH_ATTRIBUTE = new RegExp(`\\s([\\w-]+)\\s*=\\s*(?:"([^"]*)"|'([^']*)'|(${BRACES})|([^\\s"'<>=/{}]+))`, 'gu');

/** All attributes, with their entities decoded. */
export function parseAttributes(text: string): [key: string, value: string][] {
  return [...text.matchAll(EACH_ATTRIBUTE)].map(([, key = '', double, single, inBraces, bare]) => [
    key,
    inBraces === undefined ? decodeXml(double ?? single ?? bare ?? '') : withoutJsxBraces(inBraces),
  ]);
}

/** The expression in the braces of JSX: `{3}`, `{"text"}`, `{{"a": 1}}`. An object in its own braces is unchanged. */
function withoutJsxBraces(text: string): string {
  const inner = text.slice(1, -1).trim();
  const value = parseJson(inner);
  if (typeof value === 'string') return value;
  return value === undefined && !/^\{.*\}$/s.test(inner) ? text : inner;
}

/** The value of an attribute, with its entities decoded. */
export function tagAttribute(attributes: string, name: string): string | null {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? null : decodeXml(value);
}
