import { isJsonObject, type ModelRequest, type RequestQuirk } from '../../../contracts/index.ts';
import { type AssistantTurn, conversationTurns } from './conversation-turns.ts';
import { echoedState } from './echoed-state.ts';
import { imageTurn } from './image-turn.ts';
import { neutralizeMarkers } from './neutralize-markers.ts';
import type { OpenAiMessage } from './openai-message.ts';
import { resultText } from './result-text.ts';
import { bridgeToUser, mergeTurns, systemIntoUser } from './turn-order.ts';
import { userContent } from './user-content.ts';
import { wireId } from './wire-ids.ts';

/**
 * Converts a conversation to Chat Completions messages with native tool calls. Arguments are always a serialized object, whatever
 * the model sent: one invalid string in the history makes many servers refuse every later turn (quirk: history-arguments).
 */
export function toOpenAiMessages(request: ModelRequest, quirks: ReadonlySet<RequestQuirk>): OpenAiMessage[] {
  const turns = conversationTurns(request.messages).flatMap((turn): OpenAiMessage[] =>
    turn.role === 'user' ? [{ role: 'user', content: userContent(turn) }] : assistantMessages(turn, quirks),
  );
  const messages: OpenAiMessage[] = [{ role: 'system', content: neutralizeMarkers(request.system) }, ...turns];
  const addressed = quirks.has('no-system-role') ? systemIntoUser(messages) : messages;
  const merged = mergeTurns(addressed, ['user']);
  return quirks.has('assistant-after-tool') ? bridgeToUser(merged) : merged;
}

/** The turn and its results, with ids this server accepts. */
function assistantMessages(turn: AssistantTurn, quirks: ReadonlySet<RequestQuirk>): OpenAiMessage[] {
  const echo = echoedState(turn, quirks);
  if (turn.toolCalls.length === 0) return [{ role: 'assistant', content: turn.content, ...echo.message }];
  const calls = turn.toolCalls.map((call, index) => {
    const { id = call.toolCallId, fields, functionFields } = echo.calls[index] ?? {};
    const fn = { ...functionFields, name: call.toolName, arguments: JSON.stringify(objectOf(call.input)) };
    return { ...fields, id: wireId(id, quirks), type: 'function' as const, function: fn };
  });
  const results = turn.results.map((result, index) => ({
    role: 'tool' as const,
    tool_call_id: calls[index]?.id ?? wireId(result.toolCallId, quirks),
    content: resultText(result),
  }));
  const hasThoughts = Object.keys(echo.message).length > 0;
  const isBare = turn.content === '' || (hasThoughts && quirks.has('no-content-with-calls'));
  const content = isBare ? (quirks.has('empty-content') ? '' : null) : turn.content;
  return [{ role: 'assistant', content, tool_calls: calls, ...echo.message }, ...results, ...imageTurn(turn.results)];
}

function objectOf(input: unknown): object {
  return isJsonObject(input) ? input : {};
}
