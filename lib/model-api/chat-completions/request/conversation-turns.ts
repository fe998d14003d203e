import type { ModelMessage } from '../../../contracts/index.ts';

export type ToolResultMessage = Extract<ModelMessage, { role: 'tool' }>;
export type AssistantTurn = Extract<ModelMessage, { role: 'assistant' }> & {
  /** One result per call, in call order. */
  results: ToolResultMessage[];
};
export type Turn = Extract<ModelMessage, { role: 'user' }> | AssistantTurn;

/**
 * Groups each assistant turn with the results of its calls. Servers refuse incomplete histories, so a missing result is
 * replaced by a note, and results come in call order. Results without a call and empty assistant turns are omitted
 * (quirks: content-with-calls, result-per-call).
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
        const callResults = message.toolCalls.map(
          ({ toolCallId, toolName }) => results.get(toolCallId) ?? notRun(toolCallId, toolName),
        );
        return [{ ...message, results: callResults }];
      }
      default:
        return message satisfies never;
    }
  });
}

function notRun(toolCallId: string, toolName: string): ToolResultMessage {
  return { role: 'tool', toolCallId, toolName, content: 'Error: not run.', isError: true };
}

/**
 * Puts pictures from results into a user turn after them, since most servers refuse pictures in a tool message. Empty
 * if there are none.
 */
export function imageTurn(results: readonly ToolResultMessage[]): OpenAiMessage[] {
  const parts = results.flatMap(({ toolName, images = [] }): ContentPart[] =>
    images.flatMap(({ mediaType, data }) => [
      { type: 'text', text: `The picture from ${toolName}:` },
      { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } },
    ]),
  );
  return parts.length > 0 ? [{ role: 'user', content: parts }] : [];
}

/** Joins two contents of one role; text alone stays a string. */
function joinContents(one: string | ContentPart[], other: string | ContentPart[]): string | ContentPart[] {
  if (typeof one === 'string' && typeof other === 'string') return [one, other].filter(Boolean).join('\n\n');
  return [...toParts(one), ...toParts(other)];
}

/** The text of a content without its pictures. */
export function joinTextParts(content: string | ContentPart[]): string {
  return toParts(content)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n');
}

function toParts(content: string | ContentPart[]): ContentPart[] {
  if (typeof content !== 'string') return content;
  return content === '' ? [] : [{ type: 'text', text: content }];
}

/**
 * Merges adjacent messages of these roles, since strict chat templates require alternating roles (quirk:
 * alternate-roles).
 */
export function mergeTurns(messages: readonly OpenAiMessage[], roles: readonly string[]): OpenAiMessage[] {
  const merged: OpenAiMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (last && last.role === message.role && roles.includes(message.role)) {
      const content = joinContents(last.content ?? '', message.content ?? '');
      merged[merged.length - 1] = { ...last, content } as OpenAiMessage;
    } else merged.push(message);
  }
  return merged;
}

/**
 * Moves the system prompt to the beginning of the first user turn (quirks: alternate-roles, one-system-message,
 * no-system-role).
 */
export function systemIntoUser(messages: readonly OpenAiMessage[]): OpenAiMessage[] {
  return messages.map((message) => (message.role === 'system' ? { ...message, role: 'user' } : message));
}

/** Inserts an assistant turn between a tool's result and the next user turn (quirk: assistant-after-tool). */
export function bridgeToUser(messages: readonly OpenAiMessage[]): OpenAiMessage[] {
  return messages.flatMap((message, index): OpenAiMessage[] =>
    message.role === 'user' && messages[index - 1]?.role === 'tool'
      ? [{ role: 'assistant', content: 'OK.' }, message]
      : [message],
  );
}

export type ContentPart =
  | { type: 'text'; text: string; cache_control?: { type: 'ephemeral' } }
  | { type: 'image_url'; image_url: { url: string } }
  /** `file_data`: a data URL. */
  | { type: 'file'; file: { filename: string; file_data: string } };

/**
 * Content is a string unless there are pictures or files, since models imitate content parts (quirk: string-content).
 * Other fields are provider state.
 */
export type OpenAiMessage =
  | { role: 'system'; content: string | ContentPart[] }
  | { role: 'user'; content: string | ContentPart[] }
  | { role: 'assistant'; content: string | null; tool_calls?: OpenAiToolCall[]; [field: string]: unknown }
  | { role: 'tool'; tool_call_id: string; content: string };

type OpenAiToolCall = {
  id: string;
  type: 'function';
  function: { name: string; arguments: string; [field: string]: unknown };
  [field: string]: unknown;
};
