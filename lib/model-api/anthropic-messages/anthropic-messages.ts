import type { ModelRequest, ReasoningEffort, RequestQuirk } from '../../contracts/index.ts';
import { promptText } from '../chat-completions/request/prompt-text.ts';
import { schemaDetail } from '../chat-completions/request/request-body.ts';
import { isNative } from '../chat-completions/request/tagged-messages.ts';
import type { WireInterface } from '../chat-completions/wire-interface.ts';
import { localTemplateFields } from '../presets/thinking-forms.ts';
import type { PlainSchema } from '../tool-input/schema-words.ts';
import { toolJsonSchema } from '../tool-input/tool-schema.ts';
import { AnthropicChunkReader } from './anthropic-chunks.ts';
import {
  type AnthropicBlock,
  type AnthropicConversation,
  type AnthropicMessage,
  conversation,
} from './anthropic-content.ts';

/** Anthropic's Messages interface. The provider's own tools, such as its web search, are never offered. */
export const anthropicMessages: WireInterface = (request, { baseUrl, known: { quirks }, settings }) => {
  const prompt = markedForCache(conversation(request), buildTools(request, quirks));
  return {
    path: '/messages',
    body: {
      ...settings.body,
      model: request.modelId,
      stream: true,
      ...prompt,
      ...localTemplateFields(baseUrl, settings.reasoningEffort),
      ...buildThinkingFields(request, quirks, settings),
    },
    isStreamed: true,
    chunks: new AnthropicChunkReader(),
    sentText: () => promptText([prompt.system, prompt.messages]) + JSON.stringify(prompt.tools ?? ''),
  };
};

type Tool = {
  name: string;
  description: string;
  input_schema: PlainSchema;
  eager_input_streaming?: true;
  cache_control?: typeof MARK;
};

/**
 * `eager_input_streaming`: arguments are streamed as they are written instead of when they are complete (quirk:
 * eager-input).
 */
function buildTools(request: ModelRequest, quirks: ReadonlySet<RequestQuirk>): Tool[] {
  if (!isNative(request)) return [];
  return request.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: toolJsonSchema(tool, schemaDetail(quirks)),
    ...(quirks.has('no-eager-input') ? {} : { eager_input_streaming: true as const }),
  }));
}

const MARK = { type: 'ephemeral' } as const;

/**
 * Marks the ends of the prefixes that later requests share, at most four (quirk: cache-control): the tools, the system
 * prompt, the last page, and this whole request, which the next step of the run extends.
 */
function markedForCache({ system, messages, stop, pageEnd }: AnthropicConversation, tools: Tool[]) {
  const end = messages.at(-1)?.content.at(-1);
  const mark = (block: AnthropicBlock): AnthropicBlock =>
    block === pageEnd || block === end ? ({ ...block, cache_control: MARK } as AnthropicBlock) : block;
  return {
    ...(system === '' ? {} : { system: [{ type: 'text', text: system, cache_control: MARK }] }),
    messages: messages.map(({ role, content }): AnthropicMessage => ({ role, content: content.map(mark) })),
    ...(tools.length > 0
      ? { tools: tools.map((tool, index) => (index === tools.length - 1 ? { ...tool, cache_control: MARK } : tool)) }
      : {}),
    ...(stop.length > 0 ? { stop_sequences: stop } : {}),
  };
}

/**
 * The interface requires a limit. Models with a lower limit refuse this one and report theirs (quirk: answer-limit). In
 * tokens.
 */
const MAX_TOKENS = 16_384;
const MIN_BUDGET = 1_024;

/**
 * How many tokens a model may think at each effort. Used as the budget where one is sent, and added to the maximum
 * answer length.
 */
const BUDGETS: Record<Exclude<ReasoningEffort, 'none'>, number> = {
  minimal: MIN_BUDGET,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_768,
  max: 65_536,
};

/**
 * The maximum length of the answer (including thoughts), the thinking effort, and the temperature, which is refused
 * together with thinking.
 */
function buildThinkingFields(
  request: ModelRequest,
  quirks: ReadonlySet<RequestQuirk>,
  {
    reasoningEffort: effort,
    temperature,
  }: { reasoningEffort?: ReasoningEffort | undefined; temperature?: number | undefined },
): Record<string, unknown> {
  const limit = request.maxOutputTokens ?? MAX_TOKENS;
  const plain = { max_tokens: limit, ...(temperature === undefined ? {} : { temperature: Math.min(1, temperature) }) };
  if (effort === undefined || quirks.has('no-thinking')) return plain;
  // New models think unless told not to. For some of them, thinking cannot be turned off (quirk: no-thinking).
  if (effort === 'none') return { ...plain, thinking: { type: 'disabled' } };
  if (!quirks.has('thinking-budget')) {
    const level = effort === 'minimal' ? 'low' : effort;
    return {
      max_tokens: request.maxOutputTokens ?? MAX_TOKENS + BUDGETS[effort],
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: level },
    };
  }
  const effortBudget = BUDGETS[effort];
  const max = request.maxOutputTokens ?? MAX_TOKENS + effortBudget;
  const budget = Math.min(effortBudget, max - MIN_BUDGET);
  return budget < MIN_BUDGET || !beginsWithThoughts(request)
    ? plain
    : { max_tokens: max, thinking: { type: 'enabled', budget_tokens: budget } };
}

/**
 * With a thinking budget, a turn with tool calls that is being continued must begin with its thoughts. A turn started
 * by another model has none (quirk: signed-thinking).
 */
function beginsWithThoughts(request: ModelRequest): boolean {
  const messages = conversation(request).messages;
  const last = messages.findLast(({ role }) => role === 'assistant');
  const calls = last?.content.some(({ type }) => type === 'tool_use') ?? false;
  const isOpen = calls && messages.at(-1)?.content.some(({ type }) => type === 'tool_result');
  return !isOpen || last?.content[0]?.type === 'thinking' || last?.content[0]?.type === 'redacted_thinking';
}
