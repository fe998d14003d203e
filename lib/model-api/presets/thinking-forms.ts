import { hostKind, type ReasoningEffort } from '../../contracts/index.ts';
import type { ThinkingForm } from './preset-rows.ts';
import { hostedPreset } from './presets.ts';

/** Levels of services that have three: low, high and max. */
const THREE_EFFORTS: Record<ReasoningEffort, 'low' | 'high' | 'max'> = {
  none: 'low',
  minimal: 'low',
  low: 'low',
  medium: 'high',
  high: 'high',
  xhigh: 'max',
  max: 'max',
};

/** In tokens. There is no budget above these levels, so that the model can use its maximum. */
const THINKING_BUDGETS: Partial<Record<ReasoningEffort, number>> = { minimal: 512, low: 1_024, medium: 8_192 };

/**
 * The fields of a request by form (quirk: thinking-fields). Sources: each service's documentation, as of November 2026;
 * for local servers, llama.cpp (tested with builds 8929, 9713 and 11549), vLLM and SGLang. A field that a model refuses
 * is omitted from then on.
 */
const FIELDS: Record<ThinkingForm, (effort: ReasoningEffort) => Record<string, unknown>> = {
  // OpenAI, Fireworks, Cerebras, Hugging Face, xAI, Gemini's compatible interface.
  effort: (effort) => ({ reasoning_effort: effort }),
  // Mistral.
  'all-or-nothing': (effort) => ({ reasoning_effort: effort === 'none' ? 'none' : 'high' }),
  // Qwen on Groq.
  'on-or-off': (effort) => ({ reasoning_effort: effort === 'none' ? 'none' : 'default' }),
  // Kimi K3 and GLM 5.3, which always think.
  'three-efforts': (effort) => ({ reasoning_effort: THREE_EFFORTS[effort] }),
  // OpenRouter, Vercel's AI gateway.
  'reasoning-object': (effort) => ({ reasoning: { effort } }),
  // Together.
  'reasoning-toggle': (effort) =>
    effort === 'none' ? { reasoning: { enabled: false } } : { reasoning: { enabled: true }, reasoning_effort: effort },
  // Kimi K2.5 and K2.6.
  'thinking-type': (effort) => ({ thinking: { type: effort === 'none' ? 'disabled' : 'enabled' } }),
  // MiniMax M3.
  'adaptive-type': (effort) => ({ thinking: { type: effort === 'none' ? 'disabled' : 'adaptive' } }),
  // DeepSeek V4, GLM up to 5.2.
  'thinking-type-and-effort': (effort) =>
    effort === 'none'
      ? { thinking: { type: 'disabled' } }
      : { thinking: { type: 'enabled' }, reasoning_effort: THREE_EFFORTS[effort] },
  // DashScope, SiliconFlow.
  'enable-thinking': (effort) => {
    const budget = THINKING_BUDGETS[effort];
    return { enable_thinking: effort !== 'none', ...(budget === undefined ? {} : { thinking_budget: budget }) };
  },
  template: (effort) => ({ reasoning_effort: effort, ...templateFields(effort) }),
};

/** The fields of a chat request that control thinking and its effort. */
export function thinkingFields(form: ThinkingForm, effort: ReasoningEffort | undefined): Record<string, unknown> {
  return effort === undefined ? {} : FIELDS[form](effort);
}

/** The thinking form for a model on the server at a base URL. */
export function thinkingForm(baseUrl: string, modelId: string): ThinkingForm {
  const hostname = URL.parse(baseUrl)?.hostname ?? '';
  const rows = hostedPreset(hostname)?.thinking ?? [];
  const form = rows.find(({ models }) => models.test(modelId))?.form;
  return form ?? (isOwnServer(hostname) ? 'template' : 'effort');
}

/**
 * Variables for chat templates, which local servers accept in every interface; empty for other servers. Builds of
 * llama.cpp before August 2026 ignore `reasoning_effort` (quirk: thinking-in-template).
 */
export function localTemplateFields(baseUrl: string, effort: ReasoningEffort | undefined): Record<string, unknown> {
  const isLocal = isOwnServer(URL.parse(baseUrl)?.hostname ?? '');
  return effort === undefined || !isLocal ? {} : templateFields(effort);
}

/**
 * `enable_thinking`: Qwen, GLM, Gemma; `thinking`: DeepSeek, Kimi, Granite; `reasoning_effort`: gpt-oss and newer
 * templates.
 */
function templateFields(effort: ReasoningEffort): Record<string, unknown> {
  const thinks = effort !== 'none';
  const level = thinks ? { reasoning_effort: effort } : {};
  return { chat_template_kwargs: { enable_thinking: thinks, thinking: thinks, ...level } };
}

function isOwnServer(hostname: string): boolean {
  return hostKind(hostname) !== 'public';
}
