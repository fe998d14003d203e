import type { ModelMessage, ModelRequest } from '../protocol/model-client.ts';
import type { ToolDefinition } from '../protocol/tool.ts';
import { toolJsonSchema } from './parse-tool-input.ts';

export type OpenAiMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: OpenAiToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

type OpenAiToolCall = { id: string; type: 'function'; function: { name: string; arguments: string } };

export type OpenAiTool = {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
};

/**
 * A request's conversation in the wire's words, for native tool calls. Arguments are always a serialised object, whatever
 * the model once sent: one broken string in the history makes many servers refuse every later turn (provider-quirks 93).
 */
export function toOpenAiMessages(request: ModelRequest): OpenAiMessage[] {
  const system: OpenAiMessage = { role: 'system', content: request.system };
  return mergeUserTurns([system, ...request.messages.map(toOpenAiMessage)]);
}

function toOpenAiMessage(message: ModelMessage): OpenAiMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
    case 'assistant': {
      if (message.toolCalls.length === 0) return { role: 'assistant', content: message.content };
      const tool_calls = message.toolCalls.map((call) => ({
        id: call.toolCallId,
        type: 'function' as const,
        function: { name: call.toolName, arguments: JSON.stringify(call.input) },
      }));
      return { role: 'assistant', content: message.content === '' ? null : message.content, tool_calls };
    }
    default:
      return message satisfies never;
  }
}

/** Neighbouring user turns become one: strict chat templates demand that roles alternate (provider-quirks 97). */
export function mergeUserTurns(messages: OpenAiMessage[]): OpenAiMessage[] {
  const merged: OpenAiMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (message.role === 'user' && last?.role === 'user') {
      merged[merged.length - 1] = { role: 'user', content: `${last.content}\n\n${message.content}` };
    } else merged.push(message);
  }
  return merged;
}

export function toOpenAiTools(tools: readonly ToolDefinition[]): OpenAiTool[] {
  return tools.map((tool) => ({
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: toolJsonSchema(tool) },
  }));
}
