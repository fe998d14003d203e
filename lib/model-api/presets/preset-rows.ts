import type { ModelInterface } from '../../contracts/index.ts';
import type { PlainKey } from '../../i18n/index.ts';

/** How a server wants its key: `Authorization: Bearer KEY`, or the bare key in a header of this name. */
export type KeyHeader = 'authorization' | 'api-key' | 'x-api-key' | 'x-goog-api-key';

/** Where a server lists its models. */
export type Listing = {
  /** Relative to the base URL, or a whole address on the same host; null if there is no list. */
  path: string | null;
  /** The header for the key, if listing needs another one than chatting. */
  keyHeader?: KeyHeader;
  /** The parameter for the last model of the previous page, in paginated lists. */
  after?: string;
};

/**
 * A service whose users sign in and get a key, without a client that has to be registered (PKCE, RFC 7636): its page, which gets
 * `callback_url`, and the address that exchanges the code for a key.
 */
export type SignIn = { authorizeUrl: string; exchangeUrl: string };

/** What is known of a server before the first request. The server's own responses take precedence. */
export type Preset = {
  presetId: string;
  name: string;
  /** The value to fill in; RESOURCE is to be replaced by the user. */
  baseUrl: string;
  /** Other hosts of the same service, with the same paths. */
  otherHosts?: readonly string[];
  /** Where a user gets a key; null if none is needed. */
  keyUrl: string | null;
  /** Where a user signs in instead; absent if there is no such page. */
  signIn?: SignIn;
  keyHeader: KeyHeader;
  /** Its interface unless the user sets another; absent: `chat-completions`. */
  interface?: ModelInterface;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  listing: Listing;
  /** Ids of models whose prompts are only cached up to a `cache_control` mark. */
  cacheControl?: RegExp;
  /** Offered if the server lists no models. */
  models?: readonly string[];
  /** Ids of models for a first answer, of which the newest is taken; absent if none stands out. */
  firstModel?: RegExp;
  /** How its keys begin, if no other service has the same. */
  keyPrefix?: RegExp;
  /** A note for the user. */
  note: PlainKey | null;
};

type LocalPreset = Preset & { port: number };

/** For Anthropic's interface. Without the second header browsers are refused (quirk: direct-browser-access). */
export const ANTHROPIC = {
  headers: { 'anthropic-version': '2023-06-01', 'anthropic-dangerous-direct-browser-access': 'true' },
  listing: { path: '/models?limit=1000', keyHeader: 'x-api-key', after: 'after_id' },
} as const;

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
    ...ANTHROPIC,
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
