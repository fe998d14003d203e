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

const ABOUT_ONE_CALL =
  /tool_use_failed|failed_generation|tool[_ ]call[_ ]ids?\b|tool_use_id|thought_signature|reasoning_content|\broles?\b|arguments.{0,40}json|parse tool call/i;
const ABOUT_TOOLS = /\btools?\b|tool[ _-]?(call|use|choice|param)|function[ _-]?call/i;
const REFUSED =
  /not support|unsupported|n't support|does not|no endpoints|requires? --|not enabled|extra inputs|unrecognized|not permitted|disabled/i;
