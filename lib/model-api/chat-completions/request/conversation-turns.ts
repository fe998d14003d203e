import type { ModelMessage } from '../../../contracts/index.ts';

export type ToolResultMessage = Extract<ModelMessage, { role: 'tool' }>;
export type AssistantTurn = Extract<ModelMessage, { role: 'assistant' }> & {
  /** One per call, in the order of the calls. */
  results: ToolResultMessage[];
};
export type Turn = Extract<ModelMessage, { role: 'user' }> | AssistantTurn;

/**
 * The conversation with every call's result beside it. Servers refuse histories with holes, so a call without a result
 * gets one that says so, results come in call order, a result without a call is left out, and so is an assistant turn that
 * says and calls nothing (quirks: content-with-calls, result-per-call).
 */
export function conversationTurns(messages: readonly ModelMessage[]): Turn[] {
  const results = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.toolCallId, message] as const] : [])),
  );
  return messages.flatMap((message): Turn[] => {
    switch (message.role) {
      case 'user':
        return [message];
      case 'tool':
        return [];
      case 'assistant': {
        if (message.content.trim() === '' && message.toolCalls.length === 0) return [];
        const answered = message.toolCalls.map(
          ({ toolCallId, toolName }) => results.get(toolCallId) ?? notRun(toolCallId, toolName),
        );
        return [{ ...message, results: answered }];
      }
      default:
        return message satisfies never;
    }
  });
}

function notRun(toolCallId: string, toolName: string): ToolResultMessage {
  return { role: 'tool', toolCallId, toolName, content: 'Error: not run.', isError: true };
}
