import type { ChatRequest } from './chat-request.ts';

/** The common fields of all parts of a response. */
export type ResponseHead = {
  id: string;
  /** Seconds since 1970, as in OpenAI's API. */
  created: number;
  model: string;
  callIdPrefix: string;
  promptTokens: number;
  includeUsage: boolean;
};

/** Ids are derived from the request alone, so that the same request gets the same bytes. `now` is in milliseconds. */
export function responseHead(request: ChatRequest, now: number): ResponseHead {
  const text = JSON.stringify(request.messages);
  const hash = hashOf(text);
  return {
    id: `chatcmpl-practice-${hash}`,
    created: Math.floor(now / 1_000),
    model: request.model,
    callIdPrefix: `call_${request.messages.length}_${hash}`,
    promptTokens: tokenCount(text),
    includeUsage: request.stream_options?.include_usage === true,
  };
}

/** Unique in a conversation, since a later request has more messages. */
export function callId(head: ResponseHead, index: number): string {
  return `${head.callIdPrefix}_${index}`;
}

/** Four characters per token, as for English. */
export function tokenCount(text: string): number {
  return Math.ceil(text.length / 4);
}

export function usageOf({ promptTokens }: ResponseHead, completionTokens: number) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
