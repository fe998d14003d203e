import type { ModelRequest, ModelToolCall, RequestQuirk } from '../../../contracts/index.ts';
import { callTag } from '../../text-tool-calls/tag-prompt.ts';
import {
  conversationTurns,
  imageTurn,
  mergeTurns,
  systemIntoUser,
  type ToolResultMessage,
  type Turn,
} from './conversation-turns.ts';
import type { OpenAiMessage } from './openai-message.ts';
import { neutralizeMarkers, resultText } from './untrusted-text.ts';
import { userContent } from './user-content.ts';

/**
 * Converts a conversation to plain text for any chat template: results become user turns, and adjacent turns of a role are
 * joined. If tools are offered, calls are written as the model would write them; in the last step of a run they are only
 * mentioned with their results, since models imitate their own turns. `instructions` is the tag protocol, or ''.
 */
export function toTaggedMessages(
  request: ModelRequest,
  instructions: string,
  quirks: ReadonlySet<RequestQuirk>,
): OpenAiMessage[] {
  const system = [neutralizeMarkers(request.system), instructions].filter((text) => text !== '').join('\n\n');
  const showCalls = request.toolMode !== 'none';
  const turns = conversationTurns(request.messages).flatMap((turn) => taggedTurn(turn, showCalls));
  const messages: OpenAiMessage[] = [{ role: 'system', content: system }, ...turns];
  const isWithoutSystem = quirks.has('no-system-role') || quirks.has('alternate-roles');
  return mergeTurns(isWithoutSystem ? systemIntoUser(messages) : messages, ['user', 'assistant']);
}

function taggedTurn(turn: Turn, showCalls: boolean): OpenAiMessage[] {
  if (turn.role === 'user') return [{ role: 'user', content: userContent(turn) }];
  const calls = showCalls ? turn.toolCalls.map(({ toolName, input }) => callTag(toolName, input)) : [];
  const said = [turn.content.trim(), ...calls].filter((text) => text !== '').join('\n');
  const results = turn.results.map((result, index) => resultTag(result, showCalls ? null : turn.toolCalls[index]));
  return [
    ...(said === '' ? [] : [{ role: 'assistant' as const, content: said }]),
    ...results.map((content) => ({ role: 'user' as const, content })),
    ...imageTurn(turn.results),
  ];
}

/** `call` is the call to describe beside its result. The result's text cannot contain its closing tag or a call. */
function resultTag(result: ToolResultMessage, call: ModelToolCall | null | undefined) {
  const { toolName, toolCallId } = result;
  const input = call ? ` input='${attribute(JSON.stringify(call.input))}'` : '';
  const id = attribute(toolCallId).replaceAll('"', '');
  return `<tool_result name="${toolName}" id="${id}"${input}>\n${resultText(result)}\n</tool_result>`;
}

/** Escapes three characters in JSON, which only occur in its strings, so that the result is still JSON. */
function attribute(json: string): string {
  return json.replace(/[<>']/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
