import { type ParameterRule, ReasoningEffort } from '../../contracts/index.ts';
import { isAnswerLimit } from './optional-parameters.ts';

/**
 * The rule for the next request if a refusal says which efforts or thinking budgets the model accepts; otherwise null.
 * `text`: the server's text. `sentParameters`: the optional parameters of the request (`optionalParameters`). (quirk:
 * listed-efforts)
 */
export function refusedEffort(text: string, sentParameters: readonly string[] = USUAL): ParameterRule | null {
  const words = withoutEchoes(text);
  return effortBesideTools(words) ?? effortValues(words, sentParameters) ?? budgetRange(words, sentParameters);
}

/**
 * The rule to omit the parameters that a refusal complains about, or null. Based on structure: which of the sent
 * parameters the text names, and what it says about them (quirk: refused-parameter).
 */
export function refusedParameter(text: string, sentParameters: readonly string[] = USUAL): ParameterRule | null {
  return leftOut(withoutEchoes(text), sentParameters);
}

/** The usual optional parameters of a request, used if the actual ones are not known. */
const USUAL = [
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'presence_penalty',
  'frequency_penalty',
  'repetition_penalty',
  'seed',
  'logprobs',
  'logit_bias',
  'reasoning_effort',
  'effort',
  'thinkingConfig',
  'thinkingLevel',
  'thinkingBudget',
];

/** Removes the copy of the request that some servers include, since it names every parameter. */
function withoutEchoes(text: string): string {
  const location = /['"]loc['"]: ?[[(]([^\])]*)[\])]/.exec(text)?.[1];
  const plain = text.replace(/['"]input['"]: ?[{[][\s\S]*/, '');
  return location === undefined
    ? plain
    : `'${location.split(/,\s*/).join(' ')}' ${plain.replace(/^[\s\S]*?['"]msg['"]: ?/, '')}`;
}

/** Names of the thinking effort that servers use in refusals, regardless of its name in the request. */
const EFFORT =
  /reasoning[ _.]?effort|\beffort\b|thinking[ _.]?(level|budget)|budget_tokens|enable[ _]thinking|\bbudget\b|\bthink value\b|\blevel ['"`]?\w+['"`]? (is )?not\b|thinking[ _.]type|思考|推理(?:模式|强度)|(?:thinking|reasoning) (?:is|can ?not|can't|must not|mode)\b.{0,20}(?:required|mandatory|disabled|turned off|always|supported|enabled|available)|only works in thinking mode/i;

/** Parameters for the thinking effort, in the order in which they are left out. */
const EFFORT_PARAMETERS = [
  'reasoning_effort',
  'effort',
  'thinkingLevel',
  'thinkingBudget',
  'thinking',
  'think',
  'enable_thinking',
  'chat_template_kwargs',
];

/**
 * OpenAI's newest models only support reasoning in the chat interface if there are no tools (quirk:
 * no-effort-with-tools).
 */
function effortBesideTools(text: string): ParameterRule | null {
  const isBoth =
    /\btools?\b.{0,30}\b(with|and|when|while|using)\b.{0,30}reasoning|reasoning.{0,60}\b(with|and|when|while|using)\b.{0,20}\btools?\b/i;
  const isRefused = isBoth.test(text) && NOT_SUPPORTED.test(text) && /reasoning[ _.]?effort/i.test(text);
  return isRefused ? { change: 'no-effort-with-tools' } : null;
}

const LEVEL = /\b(none|minimal|low|medium|high|xhigh|max|default|auto)\b/gi;
const LISTED =
  /(?:(?<!un|in)(?:supported|valid|allowed|available|accepted|permitted|possible)(?: \w+)? (?:values?|levels?|options?|efforts?)|(?<!un|in)(?:supported|valid|allowed) ?:|one of|expected|must be|should be|choose (?:from|between)|only supports?|supports? only|only|(?:values?|options|levels) are)(?=\W*(.{0,200}))/gi;
const ABOUT_OTHER = /verbosity|\bdetail\b|quality|service[_ ]tier|\bsize\b|safety|threshold|summary|tool_choice/i;

/**
 * The levels of reasoning that a text lists. Without the parameter's name, it must quote a level that is not listed.
 */
function effortValues(text: string, sentParameters: readonly string[]): ParameterRule | null {
  if (!sentParameters.some((each) => EFFORT_PARAMETERS.includes(each))) return null;
  const lists = [...text.matchAll(LISTED)].map((match) => levelsIn(match[1] ?? ''));
  const values = lists.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const quotedLevels = [...text.matchAll(/['"`](none|minimal|low|medium|high|xhigh|max)['"`]/gi)].map(
    ([, level = '']) => level.toLowerCase(),
  );
  const quotesOther = quotedLevels.some((level) => !values.includes(level));
  const isEffort = EFFORT.test(text) || (quotesOther && !ABOUT_OTHER.test(text));
  if (values.length === 0 || !isEffort || !COMPLAINT.test(text)) return null;
  return { change: 'one-of', efforts: ReasoningEffort.options.filter((each) => values.includes(each)) };
}

/** The levels at the beginning of a text, up to the value that was sent or other words. */
function levelsIn(text: string): string[] {
  const list = text.split(/\b(?:received|got|but|instead|input|at ['"`])|[.;\n](?:\s|$)/i)[0] ?? '';
  return [...new Set([...list.matchAll(LEVEL)].map(([level]) => level.toLowerCase()))];
}

/** The allowed range of thinking tokens. */
function budgetRange(text: string, sentParameters: readonly string[]): ParameterRule | null {
  if (!sentParameters.some((each) => /budget/i.test(each)) || !/budget/i.test(text) || !COMPLAINT.test(text))
    return null;
  const range = /(?:between|from|range(?: of| is)?:?|\[)\D{0,20}([\d,]+)\D{1,12}([\d,]+)/i.exec(text);
  const [, least, most] = range ?? [];
  if (least === undefined || most === undefined) return null;
  return { change: 'budget-between', least: toNumber(least), most: toNumber(most) };
}

/** Parameters whose names are ordinary words: they must be quoted, in a path, or the name of a field. */
const PLAIN_WORDS = new Set([
  'effort',
  'think',
  'thinking',
  'include',
  'store',
  'summary',
  'display',
  'user',
  'stop',
  'n',
  'seed',
  'options',
  'reasoning',
  'text',
  'metadata',
  'truncate',
  'strict',
  'detail',
  'shift',
  'provider',
  'plugins',
  'models',
  'route',
  'transforms',
  'format',
  'raw',
  'suffix',
]);

/** Parameters that a request needs, or that other rules change. */
const ESSENTIAL = new Set([
  'model',
  'messages',
  'input',
  'contents',
  'tools',
  'system',
  'instructions',
  'systemInstruction',
  'stream',
  'stream_options',
  'stop',
  'stop_sequences',
  'stopSequences',
  'options',
  'generationConfig',
  'include',
  'reasoning',
  'summary',
  'num_ctx',
]);

/** The parameters that a refusal names: all of them, or only the last if two exclude each other. */
function leftOut(text: string, sentParameters: readonly string[]): ParameterRule | null {
  const candidates = sentParameters.filter(
    (each) => !ESSENTIAL.has(each) && !(isAnswerLimit(each) && /use ['"`]?max_\w*tokens/i.test(text)),
  );
  const explicit = explicitName(text, candidates);
  const refusedNames = explicit !== null ? [explicit] : candidates.filter((each) => isRefused(text, each));
  // An error's path also names the object that contains the refused parameter.
  const isOnlyAround = explicit === null && refusedNames.every((each) => AROUND_EFFORT.has(each));
  const thinking = isOnlyAround ? refusedThinking(text, candidates) : [];
  const inner = refusedNames.filter((each) => !AROUND_EFFORT.has(each));
  const namesToLeaveOut = thinking.length > 0 ? thinking : inner.length > 0 ? inner : refusedNames;
  if (namesToLeaveOut.length === 0) return null;
  const isEither = /\b(both|together|simultaneously|at the same time|mutually exclusive|only one)\b/i.test(text);
  return {
    change: 'leave-out',
    parameters: isEither ? namesToLeaveOut.slice(-1) : [...new Set(namesToLeaveOut.map(toWholeParameter))],
  };
}

/**
 * The parameter that is called unknown, if the others only locate it: `Unknown name "level" at
 * 'generation_config.thinking_config'`.
 */
function explicitName(text: string, candidates: readonly string[]): string | null {
  const name =
    /(?:unknown|unrecogni[sz]ed|unexpected) (?:name|field|key|propert\w+):? ['"`]?(\w+)['"`]? (?:at|in|of)\b/i.exec(
      text,
    )?.[1];
  return (
    candidates.find((each) => each.replaceAll('_', '').toLowerCase() === name?.replaceAll('_', '').toLowerCase()) ??
    null
  );
}

const AROUND_EFFORT: ReadonlySet<string> = new Set(['thinkingConfig', 'thinking', 'reasoning', 'output_config']);

/** Thinking is requested by its budget alone, so without the budget the whole field is left out. */
function toWholeParameter(parameter: string): string {
  return parameter === 'budget_tokens' ? 'thinking' : parameter;
}

function refusedThinking(text: string, candidates: readonly string[]): string[] {
  const match = EFFORT.exec(text);
  if (match === null || !COMPLAINT.test(around(text, match.index, match[0].length))) return [];
  return EFFORT_PARAMETERS.filter((each) => candidates.includes(each)).slice(0, 1);
}

function isRefused(text: string, parameter: string): boolean {
  // A limit that is too large is lowered instead (`answerLimit`).
  const complaint = isAnswerLimit(parameter) ? NOT_SUPPORTED : COMPLAINT;
  return [...text.matchAll(namePattern(parameter))].some((match) =>
    complaint.test(around(text, match.index, match[0].length)),
  );
}

/** Other names of parameters in refusals. The first alternative is the name itself. */
const OTHER_NAMES: Record<string, string> = {
  temperature: '|温度(?:参数)?|sampling[ _]param(?:eter)?s',
  top_p: '|sampling[ _]param(?:eter)?s',
  top_k: '|sampling[ _]param(?:eter)?s',
};

/** Matches a name in any notation: `top_p`, `topP`, `top p`. */
function namePattern(parameter: string): RegExp {
  const loose =
    parameter.replace(/([a-z])([A-Z])/g, '$1_$2').replaceAll('_', '[ _.-]?') + (OTHER_NAMES[parameter] ?? '');
  if (!PLAIN_WORDS.has(parameter)) return new RegExp(`(?<![a-z])(?:${loose})(?![a-z])`, 'gi');
  const before = `(?:['"\`./[(]|\\b(?:parameters?|arguments?|fields?|property|name|inputs?)(?: supplied| provided)?: ?['"\`]?(?:\\w+, )*|^)`;
  const after = `(?:['"\`\\],:]|$|(?= (?:is|parameter|field|argument)\\b))`;
  return new RegExp(`${before}${loose}${after}`, 'gi');
}

/** The text around a name. */
function around(text: string, index: number, length: number): string {
  return text.slice(Math.max(0, index - 120), index + length + 160);
}

const NOT_SUPPORTED =
  /not (?:be )?(?:support|permit|allow|accept|recogni[sz]|available|enabled|compatible|valid)|unsupported|n't (?:support|allow|accept)|(?:extra|unexpected|unknown|unrecogni[sz]ed|additional|invalid|illegal|undefined|disallowed|forbidden|removed?) ?(?:inputs?|fields?|name|parameters?|params?|arguments?|keyword|propert|request|options?|keys?)|extra_forbidden|deprecated|cannot find field|can(?: ?not|'t) be (?:disabled|turned off)|(?:is|are) (?:required|mandatory)|only works in|cannot (?:both )?be (?:used|specified|set|provided|combined)|cannot (?:use|specify|set|provide|combine) both|incompatible|no longer|is unknown|unknown_parameter|must not be|should not be|not (?:a )?(?:valid|known)|does not (?:exist|accept|allow|take)|may not be|remove (?:the|it|this)|不支持|不支援|不允许/i;
const COMPLAINT = new RegExp(
  `${NOT_SUPPORTED.source}|does not support|unsupported value|invalid|only (?:the )?(?:default|\\d|supports?|works?|accepts?|allow|enabled)|only \\S.{0,50}(?:is|are) (?:allowed|supported|valid)|(?:may|can) only|must be|should be|has to be|只能|仅支持|必须|restricted to|out of range|expected|one of|not in (?:the )?range|less than|greater than|exceeds|too (?:large|high|low)|support setting|非法|无效|错误`,
  'i',
);

function toNumber(digits: string): number {
  return Number(digits.replaceAll(',', ''));
}

/**
 * Whether an error response says that this model or server does not support tools, so that the same request may succeed
 * with tags. Both halves must match, so that errors about the shape of a tool call, ids or roles do not flip a
 * capability; 401, 403 and 429 never do. `observeRefusal` runs first and handles what only the request must do
 * differently. Source of the rule and of the tested replies: docs/quirks.md, "Refusals of tools".
 */
export function saysToolsUnsupported(status: number, text: string): boolean {
  if (![400, 404, 405, 422, 500, 501].includes(status)) return false;
  if (ABOUT_ONE_CALL.test(text)) return false;
  return ABOUT_TOOLS.test(text) && NO_TOOLS.test(text);
}

/**
 * Errors about a call, a result, a single tool, or the number or use of tools; none of these means that tools are not
 * supported.
 */
const ABOUT_ONE_CALL = new RegExp(
  [
    /tool_use_failed|failed_generation|tool[_ ]call[_ ]ids?\b|tool_use_id|thought_?signature|reasoning_content|\broles?\b|arguments.{0,40}json|parse tool call/,
    /\b(tools?|functions?)(\[\d+\]|\.\d+)|\b(tool|function)s?['"`.]? ?(names?|descriptions?|results?|outputs?|messages?|responses?|arguments|definitions? (is|are) (too|invalid))\b/,
    /too many (tools|functions)|(maximum|at most|up to|limit of|more than) \d+ (tools|functions)|(number|count) of (tools|functions)|duplicate|must be unique|tool_use['"`]? ids/,
    /parallel[ _]tool|reasoning[ _.]?effort|\b(tool|function) ['"`][\w.-]+['"`] |(image|picture|vision|audio|file|document)s?\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
const ABOUT_TOOLS =
  /\btools?\b|tool[ _-]?(call|use|using|choice|param)|function[ _-]?call|\bfunctions\b|工具|函数调用|函數呼叫|ツール|도구/i;
const NO_TOOLS =
  /not (?:currently |yet )?(?:be |been )?(?:configured|support|enabled|permit|allow|implement|available|accept|compatible|capable|recogni[sz]ed|provided by)|unsupported|n't (?:support|allow|accept|use|call|have)|does not|cannot (?:use|call|be used)|can(?:'|no)?t (?:use|call)|unable to (?:use|call)|no endpoints|requires? (?:--|(?:a |an )?(?:chat[ _]?template|tool[ _-]?(?:call[ _-]?)?parser))|--(?:enable-auto-tool-choice|[\w-]*tool[\w-]*parser|jinja)|no tool[ -](?:call )?parser|extra inputs|(?:unrecognized|unrecognised|unknown|unexpected|additional) (?:request )?(?:arguments?|fields?|parameters?|propert\w+|keyword|name|inputs?)|unrecognized|invalid (?:request )?(?:parameters?|arguments?|fields?)\b|disabled|unavailable|unimplemented|lacks?\b|without (?:tool|function)|no (?:tool|function)[ -]?(?:call\w*|use)? (?:support|capabilit\w+)|incapable|不支持|不支援|未启用|未啟用|サポートし(?:て(?:い)?ない|ていません)|対応していません|지원(?:하지|되지) 않/i;
