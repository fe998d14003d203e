import type {
  ModelRequest,
  ModelSettings,
  ParameterRule,
  RequestQuirk,
  ToolDefinition,
} from '../../../contracts/index.ts';
import type { ThinkingForm } from '../../presets/preset-rows.ts';
import { thinkingFields } from '../../presets/thinking-forms.ts';
import { RESULT_STOPS, tagPrompt } from '../../text-tool-calls/tag-prompt.ts';
import type { PlainSchema } from '../../tool-input/schema-words.ts';
import { type SchemaDetail, toolJsonSchema } from '../../tool-input/tool-schema.ts';
import type { ContentPart, OpenAiMessage } from './conversation-turns.ts';
import { toTaggedMessages } from './tagged-messages.ts';
import { toOpenAiMessages } from './to-openai-messages.ts';

/** What earlier responses have shown about a model. */
export type RequestCapability = {
  quirks: ReadonlySet<RequestQuirk>;
  streamsTools: boolean | null;
  rules?: readonly ParameterRule[];
};

export const NO_REQUEST_CAPABILITY: RequestCapability = { quirks: new Set(), streamsTools: null };

type RequestBody = {
  model: string;
  stream: boolean;
  stream_options?: { include_usage: true };
  messages: OpenAiMessage[];
  tools?: OpenAiTool[];
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
  stop?: string[];
};

/** The user's settings for requests to a model. */
export type RequestSettings = Pick<ModelSettings, 'temperature' | 'reasoningEffort' | 'keepLoadedMinutes' | 'body'>;

/**
 * The body of a chat request: only required fields and those this server is known to need. Deliberately absent: an
 * empty `tools` list (quirk: no-empty-tools), `tool_choice` (quirk: no-tool-choice), `parallel_tool_calls` (quirk:
 * no-parallel-tool-calls), `strict` (quirk: plain-schemas). The user's own fields cannot override any of these.
 */
export function requestBody(
  request: ModelRequest,
  capability: RequestCapability,
  settings: RequestSettings & { thinkingForm?: ThinkingForm } = {},
): RequestBody {
  const { quirks } = capability;
  const tools = request.toolMode === 'native' ? toOpenAiTools(request.tools, schemaDetail(quirks)) : [];
  const stream = !(tools.length > 0 && capability.streamsTools === false);
  return {
    ...ownFields(settings.body, quirks),
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...thinkingFields(settings.thinkingForm ?? 'effort', settings.reasoningEffort),
    model: request.modelId,
    stream,
    // OpenAI refuses stream options without a stream.
    ...(stream && !quirks.has('no-stream-options') ? { stream_options: { include_usage: true } } : {}),
    messages: quirks.has('cache-control')
      ? markForCache(buildMessages(request, quirks))
      : buildMessages(request, quirks),
    ...(tools.length > 0 ? { tools } : {}),
    ...outputLimit(request.maxOutputTokens, quirks),
    ...stopSequences(request, quirks, settings.body?.stop),
  };
}

/**
 * Sends the native calls of a history only together with tools, since several servers refuse them otherwise (quirk:
 * tools-with-history); no server refuses them as text. A template that requires alternating roles does not support tool
 * results either (quirk: alternate-roles).
 */
function buildMessages(request: ModelRequest, quirks: ReadonlySet<RequestQuirk>): OpenAiMessage[] {
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

/** The user's own fields, with the output limit under the name this server expects. */
function ownFields(body: RequestSettings['body'], quirks: ReadonlySet<RequestQuirk>): RequestSettings['body'] {
  if (body?.max_tokens === undefined || !quirks.has('max-completion-tokens')) return body;
  const { max_tokens, ...others } = body;
  return { ...others, max_completion_tokens: max_tokens };
}

function outputLimit(limit: number | null, quirks: ReadonlySet<RequestQuirk>) {
  if (limit === null) return {};
  return quirks.has('max-completion-tokens') ? { max_completion_tokens: limit } : { max_tokens: limit };
}

/**
 * In tag mode, generation stops where results would begin, since the model would invent them. Several calls may still
 * follow one another. `own`: the user's stop sequences, which come first. Servers accept at most four.
 */
function stopSequences({ toolMode, tools }: ModelRequest, quirks: ReadonlySet<RequestQuirk>, own: unknown) {
  if (toolMode !== 'tags' || tools.length === 0 || quirks.has('no-stop')) return {};
  const set = [own].flat().filter((each): each is string => typeof each === 'string');
  return { stop: [...new Set([...set, ...RESULT_STOPS])].slice(0, MAX_STOPS) };
}

const MAX_STOPS = 4;

/**
 * Marks the prefix that later requests share, for prompt caches that need marks (quirk: cache-control): the system
 * prompt with the tools before it, and the last user turn with its page. Marks of earlier requests need not be
 * repeated.
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

/** The content with a cache mark on its last text. */
function marked(content: string | ContentPart[]): string | ContentPart[] {
  if (content === '') return content;
  const parts: ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const last = parts.findLastIndex(({ type }) => type === 'text');
  return parts.map((part, index) => (index === last && part.type === 'text' ? { ...part, cache_control: MARK } : part));
}

const MARK = { type: 'ephemeral' } as const;

type OpenAiTool = {
  type: 'function';
  function: { name: string; description: string; parameters?: PlainSchema };
};

/** Converts tools to their form in a request. Their names are valid for every server (quirk: tool-name-characters). */
export function toOpenAiTools(tools: readonly ToolDefinition[], detail: SchemaDetail): OpenAiTool[] {
  return tools.map((tool) => {
    const { name, description } = tool;
    const parameters = toolJsonSchema(tool, detail);
    // Gemini refuses an object schema without properties; a tool without arguments needs no schema.
    const isEmpty = detail === 'plainest' && Object.keys(parameters.properties ?? {}).length === 0;
    return { type: 'function', function: { name, description, ...(isEmpty ? {} : { parameters }) } };
  });
}

/** How detailed tool schemas may be for a server that has refused some (quirk: plain-schemas). */
export function schemaDetail(quirks: ReadonlySet<RequestQuirk>): SchemaDetail {
  return quirks.has('plain-schemas') ? 'plainest' : 'plain';
}
