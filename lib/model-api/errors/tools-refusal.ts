/**
 * Whether an error response says that this model or server takes no tools. Then the same request may succeed with tags. Both
 * halves must match, so that errors about the shape of a tool call, ids or roles do not flip a capability; 401, 403 and 429
 * never do. What only the request must do differently is `observeRefusal`'s, which is asked first. Source of the rule and of
 * the replies tested: docs/quirks.md, "Refusals of tools".
 */
export function saysToolsUnsupported(status: number, text: string): boolean {
  if (![400, 404, 405, 422, 500, 501].includes(status)) return false;
  if (ABOUT_ONE_CALL.test(text)) return false;
  return ABOUT_TOOLS.test(text) && REFUSED.test(text);
}

/** A call, a result, one of the tools, their number, or how they are used: none of it says that there are no tools. */
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
const REFUSED =
  /not (?:currently |yet )?(?:be |been )?(?:configured|support|enabled|permit|allow|implement|available|accept|compatible|capable|recogni[sz]ed|provided by)|unsupported|n't (?:support|allow|accept|use|call|have)|does not|cannot (?:use|call|be used)|can(?:'|no)?t (?:use|call)|unable to (?:use|call)|no endpoints|requires? --|--(?:enable-auto-tool-choice|[\w-]*tool[\w-]*parser|jinja)|no tool[ -](?:call )?parser|extra inputs|(?:unrecognized|unrecognised|unknown|unexpected|additional) (?:request )?(?:arguments?|fields?|parameters?|propert\w+|keyword|name|inputs?)|unrecognized|invalid (?:request )?(?:parameters?|arguments?|fields?)\b|disabled|unavailable|unimplemented|lacks?\b|without (?:tool|function)|no (?:tool|function)[ -]?(?:call\w*|use)? (?:support|capabilit\w+)|incapable|不支持|不支援|未启用|未啟用|サポートし(?:て(?:い)?ない|ていません)|対応していません|지원(?:하지|되지) 않/i;
