import type { ModelMessage, ModelRequest } from '../protocol/model-client.ts';
import { mergeUserTurns, type OpenAiMessage } from './to-openai-messages.ts';

/**
 * A request's conversation for models without native tools: calls are written as the tags the model would write, results
 * come as user turns. `instructions` is the tag protocol, or '' when no tools are offered.
 */
export function toTaggedMessages(request: ModelRequest, instructions: string): OpenAiMessage[] {
  const system = instructions === '' ? request.system : `${request.system}\n\n${instructions}`;
  return mergeUserTurns([{ role: 'system', content: system }, ...request.messages.map(toTagged)]);
}

function toTagged(message: ModelMessage): OpenAiMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.content };
    case 'assistant': {
      const calls = message.toolCalls.map(
        (call) => `<tool name="${call.toolName}">${JSON.stringify(call.input)}</tool>`,
      );
      return { role: 'assistant', content: [message.content.trim(), ...calls].filter(Boolean).join('\n') };
    }
    case 'tool': {
      const result = `<tool_result name="${message.toolName}">\n${withoutTags(message.content)}\n</tool_result>`;
      return { role: 'user', content: result };
    }
    default:
      return message satisfies never;
  }
}

/** Text from a page must not be able to close its own frame, or look like a call. */
function withoutTags(text: string): string {
  return text.replace(/<(?=\/?tool(_result)?\b)/gi, '‹');
}
