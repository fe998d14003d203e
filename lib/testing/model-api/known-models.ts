/** The models that a service offers on a given date, and the source of that. */
export type KnownModels = { date: string; source: string; models: readonly string[] };

const REGISTRY = 'models.dev, as packaged in @mastra/core 1.71.0';
const PRICES = 'model_prices_and_context_window.json of litellm 1.110.2';

/**
 * The models of each preset's service, by `presetId`, for a test of its first model. To update an entry, look up the
 * service's own page, change the date and the source, and check that the test still passes.
 */
export const KNOWN_MODELS: Readonly<Record<string, KnownModels>> = {
  openai: {
    date: '2026-11-27',
    source: `https://developers.openai.com/api/docs/models; ${PRICES}`,
    models: [
      'gpt-5.4-mini',
      'gpt-5.6-luna',
      'gpt-5.6-sol',
      'gpt-5.6-terra',
      'gpt-6-luna',
      'gpt-6.1-sol',
      'gpt-6.1-terra',
    ],
  },
  openrouter: {
    date: '2026-09-27',
    source: REGISTRY,
    models: ['openrouter/auto', 'openrouter/free', 'anthropic/claude-haiku-4.5', 'z-ai/glm-5.3-flash'],
  },
  anthropic: {
    date: '2026-11-27',
    source: PRICES,
    models: [
      'claude-fable-5-1',
      'claude-haiku-4-5-20251001',
      'claude-haiku-5-5',
      'claude-opus-5-5',
      'claude-sonnet-5-5',
    ],
  },
  gemini: {
    date: '2026-11-27',
    source: `https://ai.google.dev/gemini-api/docs/models; ${PRICES}`,
    models: ['gemini-3.6-flash', 'gemini-3.8-flash', 'gemini-4-argon', 'gemini-4-hydrogen', 'gemini-4-neon'],
  },
  deepseek: {
    date: '2026-11-27',
    source: 'https://api-docs.deepseek.com/',
    models: ['deepseek-flash', 'deepseek-v4-pro'],
  },
  groq: {
    date: '2026-11-27',
    source: PRICES,
    models: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b', 'qwen/qwen3.8-27b'],
  },
  mistral: {
    date: '2026-11-27',
    source: PRICES,
    models: ['mistral-large-latest', 'mistral-medium-latest', 'mistral-small-latest'],
  },
  moonshot: {
    date: '2026-11-27',
    source: PRICES,
    models: ['kimi-k2.6', 'kimi-k2.7-code', 'kimi-k3', 'kimi-k3.1-pro'],
  },
  'kimi-code': {
    date: '2026-09-27',
    source: REGISTRY,
    models: ['k3', 'k3-256k', 'kimi-for-coding', 'kimi-for-coding-highspeed'],
  },
  minimax: {
    date: '2026-09-27',
    source: `https://platform.minimax.io/docs/guides/quickstart; ${REGISTRY}`,
    models: ['MiniMax-M2.7', 'MiniMax-M2.7-highspeed', 'MiniMax-M3'],
  },
  zai: {
    date: '2026-11-27',
    source: PRICES,
    models: ['glm-4.7-flash', 'glm-5.2', 'glm-5.3', 'glm-5.3-flash'],
  },
  'zai-coding': {
    date: '2026-09-27',
    source: `https://docs.z.ai/devpack/overview; ${REGISTRY}`,
    models: ['glm-4.7', 'glm-5.2', 'glm-5.3', 'glm-5.3-flash', 'glm-5.3-highspeed'],
  },
  dashscope: {
    date: '2026-11-27',
    source: PRICES,
    models: ['qwen-flash', 'qwen-plus', 'qwen3.8-flash', 'qwen3.8-max'],
  },
  cerebras: { date: '2026-11-27', source: PRICES, models: ['gemma-4-31b', 'gpt-oss-120b', 'qwen-3.8-27b'] },
  perplexity: {
    date: '2026-09-27',
    source: `https://docs.perplexity.ai; ${REGISTRY}`,
    models: ['sonar', 'sonar-deep-research', 'sonar-pro', 'sonar-reasoning-pro'],
  },
  vercel: {
    date: '2026-11-27',
    source: `https://vercel.com/ai-gateway/models; ${REGISTRY}`,
    models: ['anthropic/claude-haiku-4.5', 'google/gemini-4-neon', 'openai/gpt-5.6-luna', 'openai/gpt-5.6-terra'],
  },
  opencode: {
    date: '2026-09-27',
    source: `https://opencode.ai/docs/zen; ${REGISTRY}`,
    models: [
      'claude-sonnet-5',
      'gemini-3.8-flash',
      'glm-5.3',
      'glm-5.3-flash',
      'gpt-6-luna',
      'grok-code',
      'kimi-k3',
      'qwen3.8-flash',
    ],
  },
  'ollama-cloud': {
    date: '2026-09-27',
    source: `https://docs.ollama.com/cloud; ${REGISTRY}`,
    models: ['deepseek-v4.1-flash', 'gemma4:31b', 'gpt-oss:120b', 'gpt-oss:20b', 'kimi-k3'],
  },
};

/** Models that were withdrawn, so that no preset may name them first. */
export const WITHDRAWN_MODELS: Readonly<Record<string, readonly string[]>> = {
  deepseek: ['deepseek-chat', 'deepseek-reasoner'],
  openai: ['gpt-4.1-nano', 'gpt-4-turbo', 'o4-mini'],
};
