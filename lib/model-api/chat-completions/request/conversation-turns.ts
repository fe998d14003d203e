import type { ModelMessage } from '../../../contracts/index.ts';

export type ToolResultMessage = Extract<ModelMessage, { role: 'tool' }>;
export type AssistantTurn = Extract<ModelMessage, { role: 'assistant' }> & {
  /** One per call, in call order. */
  results: ToolResultMessage[];
};
export type Turn = Extract<ModelMessage, { role: 'user' }> | AssistantTurn;

/**
 * Groups each assistant turn with the results of its calls. Servers refuse incomplete histories, so a missing result is replaced
 * by a note, results come in call order, and results without a call and empty assistant turns are left out (quirks:
 * content-with-calls, result-per-call).
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
