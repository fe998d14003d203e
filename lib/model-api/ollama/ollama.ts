import {
  isJsonObject,
  type ModelMessage,
  type ModelRequest,
  type ModelSettings,
  type ReasoningEffort,
  type RequestQuirk,
} from '../../contracts/index.ts';
import { estimateTokens } from '../../text/index.ts';
import {
  type AssistantTurn,
  type ContentPart,
  conversationTurns,
  imageTurn,
  joinTextParts,
} from '../chat-completions/request/conversation-turns.ts';
import { schemaDetail, toOpenAiTools } from '../chat-completions/request/request-body.ts';
import { isNative, textConversation } from '../chat-completions/request/tagged-messages.ts';
import { neutralizeMarkers, resultText, userContent } from '../chat-completions/request/user-content.ts';
import type { WireInterface } from '../chat-completions/wire-interface.ts';
import { toolJsonSchema } from '../tool-input/tool-schema.ts';
import { OllamaChunkReader } from './ollama-chunks.ts';

/**
 * Ollama's native chat interface, the only one that can set the size of the context window. With `truncate` and `shift`
 * off, a prompt or an answer that is too long is an error instead of silently losing its beginning (quirk:
 * silent-truncation).
 */
export const ollama: WireInterface = (request, { baseUrl, known: { quirks }, settings, contextWindow }) => {
  const { messages, stop } = ollamaConversation(request);
  const tools = isNative(request) ? toOpenAiTools(request.tools, schemaDetail(quirks)) : [];
  const { keepLoadedMinutes } = settings;
  const think = chooseThinkLevel(request.modelId, settings.reasoningEffort, quirks);
  return {
    path: `${ollamaRoot(baseUrl)}/api/chat`,
    body: {
      truncate: false,
      shift: false,
      ...settings.body,
      model: request.modelId,
      stream: true,
      messages,
      ...(tools.length > 0 ? { tools } : {}),
      ...(think === null ? {} : { think }),
      ...(keepLoadedMinutes === undefined ? {} : { keep_alive: formatKeepAlive(keepLoadedMinutes) }),
      options: buildOptions(request, settings, stop, contextSize({ request, baseUrl, contextWindow })),
    },
    isStreamed: true,
    chunks: new OllamaChunkReader(),
    sentText: () => sentText({ messages, stop }) + JSON.stringify(tools),
    loaded: {
      url: `${ollamaRoot(baseUrl)}/api/ps`,
      isLoaded: (reply) => isRunning(reply, request.modelId),
    },
  };
};

/** The root address of the server, above both interfaces, regardless of how the user typed it. */
export function ollamaRoot(baseUrl: string): string {
  return baseUrl.replace(/(\/api(\/chat)?)?(\/v1)?$/, '');
}

/** A duration, or a negative number for no end. */
function formatKeepAlive(minutes: number): string | number {
  return minutes < 0 ? -1 : `${minutes}m`;
}

/** The user's `num_ctx` takes precedence over the computed one. The other options cannot be overridden. */
function buildOptions(
  { maxOutputTokens }: ModelRequest,
  { temperature, body }: Pick<ModelSettings, 'temperature' | 'body'>,
  stop: readonly string[],
  size: number,
): Record<string, unknown> {
  const own = isJsonObject(body?.options) ? body.options : {};
  return {
    num_ctx: size,
    ...own,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === null ? {} : { num_predict: maxOutputTokens }),
    ...(stop.length > 0 ? { stop } : {}),
  };
}

/**
 * Whether to think, and how hard. Null leaves it to the model. gpt-oss supports levels, all other models only on and
 * off.
 */
function chooseThinkLevel(
  modelId: string,
  effort: ReasoningEffort | undefined,
  quirks: ReadonlySet<RequestQuirk>,
): boolean | string | null {
  if (effort === undefined || quirks.has('no-thinking')) return null;
  if (/gpt-oss/i.test(modelId))
    return { none: 'low', minimal: 'low', xhigh: 'high', max: 'high' }[effort as string] ?? effort;
  return effort !== 'none';
}

function sentText({ messages }: OllamaConversation): string {
  return messages.map(({ content }) => content).join('\n');
}

/**
 * Whether a model is in the reply of `/api/ps`. A model without a tag means `latest`; a reply without a list counts as
 * loaded.
 */
function isRunning(reply: unknown, modelId: string): boolean {
  if (!isJsonObject(reply) || !Array.isArray(reply.models)) return true;
  const modelNames = [modelId, `${modelId}:latest`];
  return reply.models.some(
    (each) => isJsonObject(each) && modelNames.some((name) => each.name === name || each.model === name),
  );
}

/** `images`: base64. `arguments`: an object, unlike elsewhere. */
type OllamaMessage = {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  images?: string[];
  thinking?: string;
  tool_calls?: { function: { name: string; arguments: object } }[];
  tool_name?: string;
  tool_call_id?: string;
};

type OllamaConversation = { messages: OllamaMessage[]; stop: readonly string[] };

/** A request's conversation in the format of Ollama's native interface. */
function ollamaConversation(request: ModelRequest): OllamaConversation {
  if (!isNative(request)) {
    const { system, turns, stop } = textConversation(request);
    return {
      messages: [...systemMessage(system), ...turns.map(({ role, content }) => toOllamaMessage(role, content))],
      stop,
    };
  }
  const messages = conversationTurns(request.messages).flatMap((turn) =>
    turn.role === 'user' ? [toOllamaMessage('user', userContent(turn))] : assistantMessages(turn),
  );
  return { messages: [...systemMessage(neutralizeMarkers(request.system)), ...messages], stop: [] };
}

function systemMessage(content: string): OllamaMessage[] {
  return content === '' ? [] : [{ role: 'system', content }];
}

function toOllamaMessage(role: 'user' | 'assistant', content: string | ContentPart[]): OllamaMessage {
  if (typeof content === 'string') return { role, content };
  const images = content.flatMap((part) =>
    part.type === 'image_url' ? [part.image_url.url.slice(part.image_url.url.indexOf(',') + 1)] : [],
  );
  return { role, content: joinTextParts(content), ...(images.length > 0 ? { images } : {}) };
}

/** The turn, its results, and a user turn with their pictures. Thoughts are sent back with the calls they led to. */
function assistantMessages(turn: AssistantTurn): OllamaMessage[] {
  const { content, toolCalls, reasoning, results } = turn;
  if (toolCalls.length === 0) return [{ role: 'assistant', content }];
  const calls = toolCalls.map(({ toolName, input }) => ({
    function: { name: toolName, arguments: isJsonObject(input) ? input : {} },
  }));
  return [
    { role: 'assistant', content, ...(reasoning === '' ? {} : { thinking: reasoning }), tool_calls: calls },
    ...results.map((result) => ({
      role: 'tool' as const,
      content: resultText(result),
      tool_name: result.toolName,
      tool_call_id: result.toolCallId,
    })),
    ...imageTurn(results).map((message) => toOllamaMessage('user', message.content ?? '')),
  ];
}

/**
 * The smallest window to request: it holds a typical page and its answer, and a chat can go on for a while before the
 * model has to be reloaded.
 */
const MIN_CONTEXT = 8_192;
/** The largest window if neither the model's nor the machine's limit is known. */
const MAX_UNKNOWN_CONTEXT = 32_768;
/** Room for thoughts and answer. All in tokens. */
const ANSWER_TOKENS = 4_096;
const PICTURE_TOKENS = 1_500;
/** The estimate assumes a tokenizer with a large vocabulary; older tokenizers count up to 15 % more. */
const ESTIMATE_MARGIN = 1.2;

/**
 * The largest window requested for each model, by server and model, since any other size makes the server reload the
 * model.
 */
const contextSizes = new Map<string, number>();

type Need = { request: ModelRequest; baseUrl: string; contextWindow: number | null };

/**
 * The window to request from Ollama, in tokens: what the request needs, rounded up to a power of two, within
 * `contextWindow`. Never smaller than before for the same model. It grows each time this step is refused.
 */
export function contextSize({ request, baseUrl, contextWindow }: Need): number {
  const key = JSON.stringify([baseUrl, request.modelId]);
  const needed = estimateNeededTokens(request) * (1 + request.attempt / 2);
  let size = Math.max(MIN_CONTEXT, contextSizes.get(key) ?? 0);
  while (size < needed) size *= 2;
  const boundedSize = Math.min(size, contextWindow ?? MAX_UNKNOWN_CONTEXT);
  contextSizes.set(key, boundedSize);
  return boundedSize;
}

function estimateNeededTokens({ system, messages, tools, maxOutputTokens }: ModelRequest): number {
  const schemas = tools.map((tool) => `${tool.name} ${tool.description} ${JSON.stringify(toolJsonSchema(tool))}`);
  const words = [system, ...schemas, ...messages.map(joinMessageText)].join('\n');
  const pictures = messages.reduce((sum, message) => sum + countPictures(message), 0);
  return (
    estimateTokens(words) * ESTIMATE_MARGIN + pictures * PICTURE_TOKENS + Math.max(ANSWER_TOKENS, maxOutputTokens ?? 0)
  );
}

function joinMessageText(message: ModelMessage): string {
  switch (message.role) {
    case 'user': {
      const data = message.attached?.data ?? [];
      return [...data.map(({ label, text }) => `${label} ${text}`), message.preface ?? '', message.content].join('\n');
    }
    case 'assistant':
      return `${message.content} ${message.reasoning} ${JSON.stringify(message.toolCalls.map(({ input }) => input))}`;
    case 'tool':
      return message.content;
    default:
      return message satisfies never;
  }
}

function countPictures(message: ModelMessage): number {
  if (message.role === 'user') return message.attached?.images.length ?? 0;
  return message.role === 'tool' ? (message.images?.length ?? 0) : 0;
}
