import type { ModelRequest } from '../../../contracts/index.ts';
import { RESULT_STOPS, tagPrompt } from '../../text-tool-calls/tag-prompt.ts';
import type { ContentPart } from './openai-message.ts';
import { toTaggedMessages } from './tagged-messages.ts';

/** A conversation without native calls: roles alternate. `stop`: where a model that writes tags should stop. */
export type TextConversation = {
  system: string;
  turns: { role: 'user' | 'assistant'; content: string | ContentPart[] }[];
  stop: readonly string[];
};

/** Whether calls, results and tools of a request go out natively: a history with calls needs its tools (quirk: tools-with-history). */
export function isNative({ toolMode, tools }: ModelRequest): boolean {
  return toolMode === 'native' && tools.length > 0;
}

/** What other interfaces than `/chat/completions` get where tools are described in the prompt, or not offered at all. */
export function textConversation(request: ModelRequest): TextConversation {
  const isTagged = request.toolMode === 'tags' && request.tools.length > 0;
  const [system, ...messages] = toTaggedMessages(request, isTagged ? tagPrompt(request.tools) : '', new Set());
  return {
    system: typeof system?.content === 'string' ? system.content : '',
    turns: messages.flatMap(({ role, content }) =>
      role === 'user' || role === 'assistant' ? [{ role, content: content ?? '' }] : [],
    ),
    stop: isTagged ? RESULT_STOPS : [],
  };
}
