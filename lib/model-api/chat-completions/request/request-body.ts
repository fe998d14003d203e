import type { ModelRequest, ModelSettings, RequestQuirk } from '../../../contracts/index.ts';
import { RESULT_STOPS, tagPrompt } from '../../text-tool-calls/tag-prompt.ts';
import type { ContentPart, OpenAiMessage } from './openai-message.ts';
import { type OpenAiTool, toOpenAiTools } from './openai-tools.ts';
import { toTaggedMessages } from './tagged-messages.ts';
import { toOpenAiMessages } from './to-openai-messages.ts';

/** What is known of a model before it is asked, from what its server has said earlier. */
export type RequestCapability = { quirks: ReadonlySet<RequestQuirk>; streamsTools: boolean | null };

export const NO_REQUEST_CAPABILITY: RequestCapability = { quirks: new Set(), streamsTools: null };

export type RequestBody = {
  model: string;
  stream: boolean;
  stream_options?: { include_usage: true };
  messages: OpenAiMessage[];
  tools?: OpenAiTool[];
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
  reasoning_effort?: string;
  stop?: string[];
};

/** What the user has set for all requests to a model. */
export type RequestSettings = Pick<ModelSettings, 'temperature' | 'reasoningEffort' | 'body'>;

/**
 * The body of a chat request: as little as servers need, and what this one is known to want otherwise. What is not there is
 * left out on purpose: no `tools` without tools (an empty list is refused, quirk: no-empty-tools), no `tool_choice` (quirk:
 * no-tool-choice), no `parallel_tool_calls` (quirk: no-parallel-tool-calls), no `strict` (quirk: plain-schemas). Fields of
 * the user's own come first: what we write stands over them.
 */
export function requestBody(
  request: ModelRequest,
  known: RequestCapability,
  settings: RequestSettings = {},
): RequestBody {
  const { quirks } = known;
  const tools = request.toolMode === 'native' ? toOpenAiTools(request.tools, quirks) : [];
  const stream = !(tools.length > 0 && known.streamsTools === false);
  return {
    ...settings.body,
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.reasoningEffort === undefined ? {} : { reasoning_effort: settings.reasoningEffort }),
    model: request.modelId,
    stream,
    // OpenAI refuses the options of a stream where there is none.
    ...(stream && !quirks.has('no-stream-options') ? { stream_options: { include_usage: true } } : {}),
    messages: quirks.has('cache-control') ? markForCache(messagesOf(request, quirks)) : messagesOf(request, quirks),
    ...(tools.length > 0 ? { tools } : {}),
    ...outputLimit(request.maxOutputTokens, quirks),
    ...stopSequences(request, quirks, settings.body?.stop),
  };
}

/**
 * A history with native calls goes out natively only together with its tools: without them several servers refuse it
 * (quirk: tools-with-history), as text none does. Nor does a template that wants alternating roles know results (quirk: alternate-roles).
 */
function messagesOf(request: ModelRequest, quirks: ReadonlySet<RequestQuirk>): OpenAiMessage[] {
  switch (request.toolMode) {
    case 'native':
      return quirks.has('alternate-roles') ? toTaggedMessages(request, '', quirks) : toOpenAiMessages(request, quirks);
    case 'tags':
      return toTaggedMessages(request, tagPrompt(request.tools), quirks);
    case 'none':
      return toTaggedMessages(request, '', quirks);
    default:
      return request.toolMode satisfies never;
  }
}

function outputLimit(limit: number | null, quirks: ReadonlySet<RequestQuirk>) {
  if (limit === null) return {};
  return quirks.has('max-completion-tokens') ? { max_completion_tokens: limit } : { max_tokens: limit };
}

/**
 * With tags, generation ends where results would begin: a model that goes on only invents them. Calls may still follow one
 * another. `own`: the stop sequences the user set for the model, which come first; servers take four at most.
 */
function stopSequences({ toolMode, tools }: ModelRequest, quirks: ReadonlySet<RequestQuirk>, own: unknown) {
  if (toolMode !== 'tags' || tools.length === 0 || quirks.has('no-stop')) return {};
  const set = [own].flat().filter((each): each is string => typeof each === 'string');
  return { stop: [...new Set([...set, ...RESULT_STOPS])].slice(0, MAX_STOPS) };
}

const MAX_STOPS = 4;

/**
 * Marks the prefix of later requests for a prompt cache that needs marks (quirk: cache-control): the system prompt, with the
 * tools before it, and the last turn of the user, with the page in it. Marks that went out with earlier requests are found
 * again without being repeated.
 */
function markForCache(messages: readonly OpenAiMessage[]): OpenAiMessage[] {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index) => {
    if (message.role === 'system' || (message.role === 'user' && index === lastUser)) {
      return { ...message, content: marked(message.content) };
    }
    return message;
  });
}

/** The content with a mark on its last text. */
function marked(content: string | ContentPart[]): string | ContentPart[] {
  if (content === '') return content;
  const parts: ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const last = parts.findLastIndex(({ type }) => type === 'text');
  return parts.map((part, index) => (index === last && part.type === 'text' ? { ...part, cache_control: MARK } : part));
}

const MARK = { type: 'ephemeral' } as const;
