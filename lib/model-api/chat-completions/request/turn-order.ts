import { joinContents } from './image-turn.ts';
import type { OpenAiMessage } from './openai-message.ts';

/** Merges adjacent messages of these roles, since strict chat templates require alternating roles (quirk: alternate-roles). */
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
 * Moves the system prompt to the beginning of the first user turn (quirks: alternate-roles, one-system-message, no-system-role).
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
