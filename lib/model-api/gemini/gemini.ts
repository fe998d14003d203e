import { isJsonObject, type ModelRequest, type ReasoningEffort, type RequestQuirk } from '../../contracts/index.ts';
import { promptText } from '../chat-completions/request/prompt-text.ts';
import { type RequestSettings, schemaDetail, toOpenAiTools } from '../chat-completions/request/request-body.ts';
import { isNative } from '../chat-completions/request/tagged-messages.ts';
import type { WireInterface } from '../chat-completions/wire-interface.ts';
import { GeminiChunkReader } from './gemini-chunks.ts';
import { geminiConversation } from './gemini-contents.ts';

/** Gemini's `generateContent`. Prompts are cached automatically as long as their beginning stays unchanged. */
export const gemini: WireInterface = (request, { baseUrl, known: { quirks }, settings }) => {
  const { system, contents, stop } = geminiConversation(request, quirks);
  const functionDeclarations = isNative(request)
    ? toOpenAiTools(request.tools, schemaDetail(quirks)).map((tool) => tool.function)
    : [];
  const model = encodeURIComponent(request.modelId.replace(/^models\//, ''));
  return {
    path: `${geminiRoot(baseUrl)}/models/${model}:streamGenerateContent?alt=sse`,
    body: {
      ...settings.body,
      ...(system === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
      contents,
      ...(functionDeclarations.length > 0 ? { tools: [{ functionDeclarations }] } : {}),
      generationConfig: generationConfig(request, settings, quirks, stop),
    },
    isStreamed: true,
    chunks: new GeminiChunkReader(),
    sentText: () => promptText([system, contents]) + JSON.stringify(functionDeclarations),
  };
};

/** The root of the interface; the OpenAI-compatible one is a path below it. */
export function geminiRoot(baseUrl: string): string {
  return baseUrl.replace(/\/openai$/, '');
}

function generationConfig(
  { modelId, maxOutputTokens }: ModelRequest,
  { temperature, reasoningEffort, body }: RequestSettings,
  quirks: ReadonlySet<RequestQuirk>,
  stop: readonly string[],
): Record<string, unknown> {
  const own = isJsonObject(body?.generationConfig) ? body.generationConfig : {};
  return {
    ...own,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
    ...(stop.length > 0 ? { stopSequences: stop } : {}),
    ...(quirks.has('no-thinking') ? {} : { thinkingConfig: thinkingConfig(modelId, reasoningEffort) }),
  };
}

/** Thinking budgets for models up to 2.5, in tokens. */
const BUDGETS: Record<ReasoningEffort, number> = {
  none: 0,
  minimal: 512,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};

/** Thinking levels for Gemini 3 and later. Thinking cannot be turned off, and Pro models think at least at `low`. */
const LEVELS: Record<ReasoningEffort, string> = {
  none: 'minimal',
  minimal: 'minimal',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
};
const LEVELS_FROM_4: Record<ReasoningEffort, string> = {
  ...LEVELS,
  none: 'low',
  minimal: 'low',
  xhigh: 'xhigh',
  max: 'xhigh',
};

/** Thoughts are only sent if requested. Gemini 3 and later take a level instead of a budget (quirk: thinking-level). */
function thinkingConfig(modelId: string, effort: ReasoningEffort | undefined): Record<string, unknown> {
  if (effort === undefined) return { includeThoughts: true };
  const includeThoughts = effort !== 'none';
  const generation = parseGeneration(modelId);
  if (generation < 3) return { includeThoughts, thinkingBudget: BUDGETS[effort] };
  const level = (generation < 4 ? LEVELS : LEVELS_FROM_4)[effort];
  const hasMinimal = !/-pro\b/.test(modelId);
  return { includeThoughts, thinkingLevel: level === 'minimal' && !hasMinimal ? 'low' : level };
}

/**
 * The major version in a model's name, or the newest one for an alias such as `gemini-flash-latest`. 0 for other
 * models.
 */
function parseGeneration(modelId: string): number {
  const version = /\bgemini-(\d+)/.exec(modelId)?.[1];
  if (version !== undefined) return Number(version);
  return /\bgemini-[a-z-]*latest\b/.test(modelId) ? NEWEST_GENERATION : 0;
}

const NEWEST_GENERATION = 4;
