import { wrapUntrustedText } from '../../../security/index.ts';
import type { ToolResultMessage } from './conversation-turns.ts';

/**
 * Neutralizes markers in untrusted text: tags of our own and of other tool-call formats, and control tokens of chat templates,
 * which many servers convert to the real token anywhere in the text. Only the first character changes, visibly: `<|im_end|>`
 * becomes `‹|im_end|>`, `[INST]` becomes `［INST]` (docs/decisions/0006).
 */
export function neutralizeMarkers(text: string): string {
  return text.replace(ANGLE_MARKER, '‹').replace(BRACKET_MARKER, '［');
}

/**
 * `<|…`, `<｜…` (DeepSeek), `<<SYS>>`, sentence and turn tokens, and every tag about tools, functions or thinking. Every
 * repetition is bounded, so that no text can make the search slow.
 */
const ANGLE_MARKER =
  /<(?=\s{0,8}[|｜]|<\/?SYS>>|\/?(?:s|bos|eos|pad|unk|unused\d+|(?:start|end)_of_turn)>|\s{0,8}\/?\s{0,8}(?:[\w-]{1,40}:)?(?:\w{1,40}_)?(?:tool|function|invoke|parameter|arg_key|arg_value|think))/gi;

/** Bracketed markers of Mistral and LM Studio. */
const BRACKET_MARKER =
  /\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|CALL_ID|ARGS|THINK|(?:END_)?TOOL_(?:REQUEST|RESULT))\])/g;

/** Formats a result for the request: markers in it are neutralized and untrusted text is delimited. */
export function resultText({ content, fence: delimiter }: ToolResultMessage): string {
  const inert = neutralizeMarkers(content);
  return delimiter === undefined ? inert : wrapUntrustedText(inert, delimiter);
}
