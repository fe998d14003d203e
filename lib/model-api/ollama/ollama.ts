import {
  isJsonObject,
  type ModelRequest,
  type ModelSettings,
  type ReasoningEffort,
  type RequestQuirk,
} from '../../contracts/index.ts';
import { toOpenAiTools } from '../chat-completions/request/request-body.ts';
import { isNative } from '../chat-completions/request/tagged-messages.ts';
import type { WireInterface } from '../chat-completions/wire-interface.ts';
import { contextSize } from './context-size.ts';
import { OllamaChunkReader } from './ollama-chunks.ts';
import { type OllamaConversation, ollamaConversation } from './ollama-messages.ts';

/**
 * Ollama's own chat interface: the only one in which the room for the conversation can be asked for. `truncate` and `shift`
 * turn off that a prompt or an answer that is too long loses its beginning without a word (quirk: silent-truncation).
 */
export const ollama: WireInterface = (request, { baseUrl, known: { quirks }, settings, contextWindow }) => {
  const { messages, stop } = ollamaConversation(request);
  const tools = isNative(request) ? toOpenAiTools(request.tools, quirks) : [];
  const { keepLoadedMinutes } = settings;
  const think = thinkOf(request.modelId, settings.reasoningEffort, quirks);
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
      ...(keepLoadedMinutes === undefined ? {} : { keep_alive: keepAliveOf(keepLoadedMinutes) }),
      options: optionsOf(request, settings, stop, contextSize({ request, baseUrl, contextWindow })),
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

/** The address of the server, of which both interfaces are paths, however it was typed in. */
export function ollamaRoot(baseUrl: string): string {
  return baseUrl.replace(/(\/api(\/chat)?)?(\/v1)?$/, '');
}

/** A duration, or a negative number for no end. */
function keepAliveOf(minutes: number): string | number {
  return minutes < 0 ? -1 : `${minutes}m`;
}

/** The user's own options come first, but for the room: who sets it by hand knows the machine. */
function optionsOf(
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

/** Whether, or how hard, to think; null leaves it to the model. gpt-oss knows levels, all others yes and no. */
function thinkOf(
  modelId: string,
  effort: ReasoningEffort | undefined,
  quirks: ReadonlySet<RequestQuirk>,
): boolean | string | null {
  if (effort === undefined || quirks.has('no-thinking')) return null;
  if (/gpt-oss/i.test(modelId)) return { none: 'low', minimal: 'low', xhigh: 'high' }[effort as string] ?? effort;
  return effort !== 'none';
}

function sentText({ messages }: OllamaConversation): string {
  return messages.map(({ content }) => content).join('\n');
}

/** Reads `/api/ps`. A model without a tag is the latest; what is no such list says nothing. */
function isRunning(reply: unknown, modelId: string): boolean {
  if (!isJsonObject(reply) || !Array.isArray(reply.models)) return true;
  const named = [modelId, `${modelId}:latest`];
  return reply.models.some(
    (each) => isJsonObject(each) && named.some((name) => each.name === name || each.model === name),
  );
}
