import { estimateTokens, type ModelMessage, type ModelRequest } from '../../contracts/index.ts';
import { toolJsonSchema } from '../tool-input/parse-tool-input.ts';

/** What is asked for at least: a usual page and its answer fit, and a chat goes on for a while without loading anew. */
const MIN_SIZE = 8_192;
/** Where nothing is known of the model, or of what the machine can hold. */
const MAX_UNKNOWN_SIZE = 32_768;
/** Room for thoughts and answer. All in tokens. */
const ANSWER = 4_096;
const PICTURE = 1_500;
/** The estimate is that of a tokenizer with a large vocabulary; older ones count up to 15 % more. */
const SAFETY = 1.2;

/** The largest size each model was given, by server and model: any other size makes the server load the model again. */
const sizes = new Map<string, number>();

type Need = { request: ModelRequest; baseUrl: string; contextWindow: number | null };

/**
 * The window to ask Ollama for, in tokens: what the request needs, in powers of two, within `contextWindow`. Never less
 * than before for the same model; more for each time this step was refused.
 */
export function contextSize({ request, baseUrl, contextWindow }: Need): number {
  const key = JSON.stringify([baseUrl, request.modelId]);
  const needed = tokensOf(request) * (1 + request.attempt / 2);
  let size = Math.max(MIN_SIZE, sizes.get(key) ?? 0);
  while (size < needed) size *= 2;
  const allowed = Math.min(size, contextWindow ?? MAX_UNKNOWN_SIZE);
  sizes.set(key, allowed);
  return allowed;
}

function tokensOf({ system, messages, tools, maxOutputTokens }: ModelRequest): number {
  const schemas = tools.map((tool) => `${tool.name} ${tool.description} ${JSON.stringify(toolJsonSchema(tool))}`);
  const words = [system, ...schemas, ...messages.map(wordsOf)].join('\n');
  const pictures = messages.reduce((sum, message) => sum + picturesOf(message), 0);
  return estimateTokens(words) * SAFETY + pictures * PICTURE + Math.max(ANSWER, maxOutputTokens ?? 0);
}

function wordsOf(message: ModelMessage): string {
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

function picturesOf(message: ModelMessage): number {
  if (message.role === 'user') return message.attached?.images.length ?? 0;
  return message.role === 'tool' ? (message.images?.length ?? 0) : 0;
}
