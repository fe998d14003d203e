import { isJsonObject, type ModelRequest } from '../../contracts/index.ts';
import {
  type AssistantTurn,
  type ContentPart,
  conversationTurns,
  imageTurn,
  textOf,
} from '../chat-completions/request/conversation-turns.ts';
import { isNative, textConversation } from '../chat-completions/request/tagged-messages.ts';
import { neutralizeMarkers, resultText, userContent } from '../chat-completions/request/user-content.ts';

/** `images`: base64. `arguments`: an object, unlike elsewhere. */
export type OllamaMessage = {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  images?: string[];
  thinking?: string;
  tool_calls?: { function: { name: string; arguments: object } }[];
  tool_name?: string;
  tool_call_id?: string;
};

export type OllamaConversation = { messages: OllamaMessage[]; stop: readonly string[] };

/** A request's conversation in the words of Ollama's own interface. */
export function ollamaConversation(request: ModelRequest): OllamaConversation {
  if (!isNative(request)) {
    const { system, turns, stop } = textConversation(request);
    return { messages: [systemMessage(system), ...turns.map(({ role, content }) => said(role, content))], stop };
  }
  const messages = conversationTurns(request.messages).flatMap((turn) =>
    turn.role === 'user' ? [said('user', userContent(turn))] : assistantMessages(turn),
  );
  return { messages: [systemMessage(neutralizeMarkers(request.system)), ...messages], stop: [] };
}

function systemMessage(content: string): OllamaMessage {
  return { role: 'system', content };
}

function said(role: 'user' | 'assistant', content: string | ContentPart[]): OllamaMessage {
  if (typeof content === 'string') return { role, content };
  const images = content.flatMap((part) =>
    part.type === 'image_url' ? [part.image_url.url.slice(part.image_url.url.indexOf(',') + 1)] : [],
  );
  return { role, content: textOf(content), ...(images.length > 0 ? { images } : {}) };
}

/** The turn, its results, and a turn of the user with their pictures. Thoughts go back with the calls they led to. */
function assistantMessages(turn: AssistantTurn): OllamaMessage[] {
  const { content, toolCalls, reasoning, results } = turn;
  if (toolCalls.length === 0) return [{ role: 'assistant', content }];
  const calls = toolCalls.map(({ toolName, input }) => ({
    function: { name: toolName, arguments: isJsonObject(input) ? input : {} },
  }));
  return [
    { role: 'assistant', content, ...(reasoning === '' ? {} : { thinking: reasoning }), tool_calls: calls },
    ...results.map((result) => ({
      role: 'tool' as const,
      content: resultText(result),
      tool_name: result.toolName,
      tool_call_id: result.toolCallId,
    })),
    ...imageTurn(results).map((message) => said('user', message.content ?? '')),
  ];
}
