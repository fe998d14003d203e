import type { LocalPreset, Preset } from './preset.ts';

/**
 * Hosted services with the OpenAI chat API. Sources: their documentation, and for the headers that Anthropic requires from
 * browsers the text of its refusal (page-assist#511).
 */
export const HOSTED_PRESETS: readonly Preset[] = [
  hosted('openai', 'OpenAI', 'https://api.openai.com/v1', 'https://platform.openai.com/api-keys', {
    interface: 'openai-responses',
    firstModel: /^gpt-[\d.]+-mini$/,
    keyPrefix: /^sk-(?:proj|svcacct)-/,
  }),
  hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'https://openrouter.ai/keys', {
    cacheControl: /^~?anthropic\//,
    note: 'presetOpenRouter',
    signIn: { authorizeUrl: 'https://openrouter.ai/auth', exchangeUrl: 'https://openrouter.ai/api/v1/auth/keys' },
    firstModel: /^openrouter\/auto$/,
    keyPrefix: /^sk-or-/,
  }),
  hosted('anthropic', 'Anthropic', 'https://api.anthropic.com/v1', 'https://console.anthropic.com/settings/keys', {
    interface: 'anthropic-messages',
    headers: { 'anthropic-version': '2023-06-01', 'anthropic-dangerous-direct-browser-access': 'true' },
    listing: { path: '/models?limit=1000', keyHeader: 'x-api-key', after: 'after_id' },
    note: 'presetAnthropic',
    firstModel: /^claude-haiku-\d[\d-]*$/,
    keyPrefix: /^sk-ant-/,
  }),
  hosted(
    'gemini',
    'Google Gemini',
    'https://generativelanguage.googleapis.com/v1beta/openai',
    'https://aistudio.google.com/apikey',
    { interface: 'gemini', firstModel: /^(?:models\/)?gemini-[\d.]+-flash$/, keyPrefix: /^AIza/ },
  ),
  hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1', 'https://platform.deepseek.com/api_keys', {
    firstModel: /^deepseek-chat$/,
  }),
  hosted('siliconflow', 'SiliconFlow', 'https://api.siliconflow.com/v1', 'https://cloud.siliconflow.com/account/ak', {
    otherHosts: ['api.siliconflow.cn'],
    listing: { path: '/models?sub_type=chat' },
  }),
  hosted('groq', 'Groq', 'https://api.groq.com/openai/v1', 'https://console.groq.com/keys', {
    firstModel: /^openai\/gpt-oss-\d+b$/,
    keyPrefix: /^gsk_/,
  }),
  hosted('mistral', 'Mistral', 'https://api.mistral.ai/v1', 'https://console.mistral.ai/api-keys', {
    firstModel: /^mistral-small-latest$/,
  }),
  hosted('together', 'Together', 'https://api.together.xyz/v1', 'https://api.together.ai/settings/api-keys', {
    otherHosts: ['api.together.ai'],
  }),
  hosted('xai', 'xAI', 'https://api.x.ai/v1', 'https://console.x.ai', { keyPrefix: /^xai-/ }),
  hosted('moonshot', 'Moonshot', 'https://api.moonshot.ai/v1', 'https://platform.moonshot.ai/console/api-keys', {
    otherHosts: ['api.moonshot.cn'],
  }),
  hosted('zai', 'Z.ai', 'https://api.z.ai/api/paas/v4', 'https://z.ai/manage-apikey/apikey-list', {
    otherHosts: ['open.bigmodel.cn'],
  }),
  hosted(
    'dashscope',
    'Alibaba DashScope',
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    'https://bailian.console.alibabacloud.com/?apiKey=1',
    { otherHosts: ['dashscope.aliyuncs.com', 'dashscope-us.aliyuncs.com'] },
  ),
  hosted(
    'fireworks',
    'Fireworks',
    'https://api.fireworks.ai/inference/v1',
    'https://app.fireworks.ai/settings/users/api-keys',
  ),
  hosted('cerebras', 'Cerebras', 'https://api.cerebras.ai/v1', 'https://cloud.cerebras.ai', { keyPrefix: /^csk-/ }),
  hosted('perplexity', 'Perplexity', 'https://api.perplexity.ai', 'https://www.perplexity.ai/account/api/keys', {
    listing: { path: null },
    firstModel: /^sonar$/,
    keyPrefix: /^pplx-/,
    models: ['sonar', 'sonar-pro', 'sonar-reasoning-pro', 'sonar-deep-research'],
    note: 'presetPerplexity',
  }),
  hosted('nvidia', 'NVIDIA', 'https://integrate.api.nvidia.com/v1', 'https://build.nvidia.com/settings/api-keys', {
    keyPrefix: /^nvapi-/,
  }),
  hosted('huggingface', 'Hugging Face', 'https://router.huggingface.co/v1', 'https://huggingface.co/settings/tokens', {
    note: 'presetHuggingFace',
    keyPrefix: /^hf_/,
  }),
  hosted('azure', 'Azure OpenAI', 'https://RESOURCE.openai.azure.com/openai/v1', 'https://ai.azure.com', {
    otherHosts: ['resource.services.ai.azure.com', 'resource.cognitiveservices.azure.com'],
    keyHeader: 'api-key',
    note: 'presetAzure',
  }),
  hosted(
    'github',
    'GitHub Models',
    'https://models.github.ai/inference',
    'https://github.com/settings/personal-access-tokens',
    {
      listing: { path: 'https://models.github.ai/catalog/models' },
      note: 'presetGitHub',
    },
  ),
];

function hosted(
  presetId: string,
  name: string,
  baseUrl: string,
  keyUrl: string,
  more: Partial<
    Pick<
      Preset,
      | 'otherHosts'
      | 'interface'
      | 'keyHeader'
      | 'headers'
      | 'listing'
      | 'models'
      | 'cacheControl'
      | 'firstModel'
      | 'keyPrefix'
      | 'note'
      | 'signIn'
    >
  > = {},
): Preset {
  return {
    presetId,
    name,
    baseUrl,
    keyUrl,
    keyHeader: 'authorization',
    listing: { path: '/models' },
    note: null,
    ...more,
  };
}

/** Servers that people run on their own machine. 127.0.0.1, not localhost, since Ollama, for example, only listens on IPv4. */
export const LOCAL_PRESETS: readonly LocalPreset[] = [
  local('ollama', 'Ollama', 11434, 'presetOllama'),
  local('lm-studio', 'LM Studio', 1234, 'presetLmStudio'),
  local('llama-cpp', 'llama.cpp', 8080, 'presetLlamaCpp'),
  local('localai', 'LocalAI', 8080, 'presetLocalAi'),
  local('vllm', 'vLLM', 8000, 'presetVllm'),
  local('jan', 'Jan', 1337, 'presetJan'),
  local('koboldcpp', 'KoboldCpp', 5001, null),
  local('sglang', 'SGLang', 30000, 'presetSglang'),
];

function local(presetId: string, name: string, port: number, note: Preset['note']): LocalPreset {
  return {
    presetId,
    name,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    keyUrl: null,
    keyHeader: 'authorization',
    listing: { path: '/models' },
    note,
    port,
  };
}
