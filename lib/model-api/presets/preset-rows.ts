import type { ModelInterface } from '../../contracts/index.ts';
import type { PlainKey } from '../../i18n/index.ts';

/** How a server expects its key: `Authorization: Bearer KEY`, or the bare key in a header of this name. */
export type KeyHeader = 'authorization' | 'api-key' | 'x-api-key' | 'x-goog-api-key';

/** Where a server lists its models. */
export type Listing = {
  /** Relative to the base URL, or a full address on the same host; null if there is no list. */
  path: string | null;
  /** The header for the key, if listing requires a different one from chatting. */
  keyHeader?: KeyHeader;
  /** The parameter for the last model of the previous page, in paginated lists. */
  after?: string;
};

/**
 * A service where users can sign in to get a key, without a registered client (PKCE, RFC 7636). `authorizeUrl`: its
 * page, which gets `callback_url`. `exchangeUrl`: the address that exchanges the code for a key.
 */
export type SignIn = { authorizeUrl: string; exchangeUrl: string };

/** How to control thinking, and its effort, on a server with OpenAI's chat interface. */
export type ThinkingForm =
  | 'effort'
  | 'all-or-nothing'
  | 'on-or-off'
  | 'three-efforts'
  | 'reasoning-object'
  | 'reasoning-toggle'
  | 'thinking-type'
  | 'adaptive-type'
  | 'thinking-type-and-effort'
  | 'enable-thinking'
  | 'template';

/** The thinking form for some models of a service; the first matching row counts. */
export type ThinkingRow = { models: RegExp; form: ThinkingForm };

/** What is known about a server before the first request. The server's own responses take precedence. */
export type Preset = {
  presetId: string;
  name: string;
  /** The value to fill in; the user has to replace RESOURCE. */
  baseUrl: string;
  /** Other hosts of the same service, with the same paths. */
  otherHosts?: readonly string[];
  /** Where a user gets a key; null if none is needed. */
  keyUrl: string | null;
  /** Where a user signs in instead. Absent if there is no such page. */
  signIn?: SignIn;
  keyHeader: KeyHeader;
  /** Its interface unless the user chooses another; defaults to `chat-completions`. */
  interface?: ModelInterface;
  /** Models of the service that have a different interface; the first matching row counts. */
  modelInterfaces?: readonly { models: RegExp; interface: ModelInterface }[];
  /** How to control thinking for its models in OpenAI's chat interface; defaults to `reasoning_effort`. */
  thinking?: readonly ThinkingRow[];
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  listing: Listing;
  /** Ids of models whose prompts are only cached up to a `cache_control` mark. */
  cacheControl?: RegExp;
  /** Offered if the server lists no models. */
  models?: readonly string[];
  /** Ids of models suitable for a first answer, of which the newest is used. Absent if no model is clearly best. */
  firstModel?: RegExp;
  /** The prefix of its keys, if no other service has the same. */
  keyPrefix?: RegExp;
  /** A note for the user. */
  note: PlainKey | null;
};

type LocalPreset = Preset & { port: number };

/** Headers for Anthropic's interface. Without the second one, browsers are refused (quirk: direct-browser-access). */
export const ANTHROPIC = {
  headers: { 'anthropic-version': '2023-06-01', 'anthropic-dangerous-direct-browser-access': 'true' },
  listing: { path: '/models?limit=1000', keyHeader: 'x-api-key', after: 'after_id' },
} as const;

/** GLM 5.3 and later always think. */
const GLM_THINKING: readonly ThinkingRow[] = [
  { models: /^glm-(?:5\.[3-9]|[6-9])/, form: 'three-efforts' },
  { models: /./, form: 'thinking-type-and-effort' },
];

const MINIMAX_KEYS = 'https://platform.minimax.io/user-center/basic-information/interface-key';

/**
 * Hosted services with the OpenAI chat API. Sources: their documentation, and for the headers that Anthropic requires
 * from browsers the text of its refusal (page-assist#511).
 */
export const HOSTED_PRESETS: readonly Preset[] = [
  hosted('openai', 'OpenAI', 'https://api.openai.com/v1', 'https://platform.openai.com/api-keys', {
    interface: 'openai-responses',
    firstModel: /^gpt-[\d.]+-(?:terra|mini)$/,
    keyPrefix: /^sk-(?:proj|svcacct)-/,
  }),
  hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'https://openrouter.ai/keys', {
    cacheControl: /^~?(?:anthropic|qwen)\//,
    thinking: [{ models: /./, form: 'reasoning-object' }],
    note: 'presetOpenRouter',
    signIn: { authorizeUrl: 'https://openrouter.ai/auth', exchangeUrl: 'https://openrouter.ai/api/v1/auth/keys' },
    firstModel: /^openrouter\/auto$/,
    keyPrefix: /^sk-or-/,
  }),
  hosted('anthropic', 'Anthropic', 'https://api.anthropic.com/v1', 'https://platform.claude.com/settings/keys', {
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
    {
      interface: 'gemini',
      firstModel: /^(?:models\/)?gemini-(?:[\d.]+-flash|\d[\d.]*-hydrogen)$/,
      keyPrefix: /^AIza/,
    },
  ),
  hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1', 'https://platform.deepseek.com/api_keys', {
    thinking: [{ models: /./, form: 'thinking-type-and-effort' }],
    firstModel: /^deepseek-flash$/,
  }),
  hosted('siliconflow', 'SiliconFlow', 'https://api.siliconflow.com/v1', 'https://cloud.siliconflow.com/account/ak', {
    otherHosts: ['api.siliconflow.cn'],
    listing: { path: '/models?sub_type=chat' },
    thinking: [{ models: /./, form: 'enable-thinking' }],
  }),
  hosted('groq', 'Groq', 'https://api.groq.com/openai/v1', 'https://console.groq.com/keys', {
    thinking: [{ models: /^qwen\//, form: 'on-or-off' }],
    firstModel: /^openai\/gpt-oss-\d+b$/,
    keyPrefix: /^gsk_/,
  }),
  hosted('mistral', 'Mistral', 'https://api.mistral.ai/v1', 'https://console.mistral.ai/api-keys', {
    thinking: [{ models: /^mistral-/, form: 'all-or-nothing' }],
    firstModel: /^mistral-small-latest$/,
  }),
  hosted('together', 'Together', 'https://api.together.xyz/v1', 'https://api.together.ai/settings/api-keys', {
    otherHosts: ['api.together.ai'],
    thinking: [{ models: /./, form: 'reasoning-toggle' }],
  }),
  hosted('xai', 'xAI', 'https://api.x.ai/v1', 'https://console.x.ai', { keyPrefix: /^xai-/ }),
  hosted('moonshot', 'Moonshot', 'https://api.moonshot.ai/v1', 'https://platform.moonshot.ai/console/api-keys', {
    otherHosts: ['api.moonshot.cn'],
    thinking: [
      { models: /^kimi-k2/, form: 'thinking-type' },
      { models: /^kimi-/, form: 'three-efforts' },
    ],
    firstModel: /^kimi-k[\d.]+$/,
  }),
  hosted('kimi-code', 'Kimi Code', 'https://api.kimi.com/coding/v1', 'https://www.kimi.com/code/console', {
    otherHosts: ['api.kimi.ai'],
    thinking: [{ models: /./, form: 'three-efforts' }],
    firstModel: /^kimi-for-coding$/,
    keyPrefix: /^sk-kimi-/,
  }),
  hosted('minimax', 'MiniMax', 'https://api.minimax.io/v1', MINIMAX_KEYS, {
    otherHosts: ['api.minimaxi.com'],
    thinking: [{ models: /./, form: 'adaptive-type' }],
    firstModel: /^MiniMax-M\d+(?:\.\d+)?$/,
    keyPrefix: /^sk-cp-/,
  }),
  hosted('zai', 'Z.ai', 'https://api.z.ai/api/paas/v4', 'https://z.ai/manage-apikey/apikey-list', {
    otherHosts: ['open.bigmodel.cn'],
    thinking: GLM_THINKING,
    firstModel: /^glm-[\d.]+-flash$/,
  }),
  hosted(
    'zai-coding',
    'Z.ai coding plan',
    'https://api.z.ai/api/coding/paas/v4',
    'https://z.ai/manage-apikey/apikey-list',
    {
      thinking: GLM_THINKING,
      firstModel: /^glm-[\d.]+-flash$/,
    },
  ),
  hosted(
    'dashscope',
    'Alibaba DashScope',
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    'https://bailian.console.alibabacloud.com/?apiKey=1',
    {
      otherHosts: ['dashscope.aliyuncs.com', 'dashscope-us.aliyuncs.com'],
      thinking: [{ models: /./, form: 'enable-thinking' }],
      firstModel: /^qwen-plus$/,
    },
  ),
  hosted(
    'fireworks',
    'Fireworks',
    'https://api.fireworks.ai/inference/v1',
    'https://app.fireworks.ai/settings/users/api-keys',
  ),
  hosted('cerebras', 'Cerebras', 'https://api.cerebras.ai/v1', 'https://cloud.cerebras.ai', {
    firstModel: /^gpt-oss-\d+b$/,
    keyPrefix: /^csk-/,
  }),
  hosted('perplexity', 'Perplexity', 'https://api.perplexity.ai', 'https://www.perplexity.ai/account/api/keys', {
    listing: { path: null },
    firstModel: /^sonar$/,
    keyPrefix: /^pplx-/,
    models: ['sonar', 'sonar-pro', 'sonar-reasoning-pro', 'sonar-deep-research'],
    note: 'presetPerplexity',
  }),
  hosted('nvidia', 'NVIDIA', 'https://integrate.api.nvidia.com/v1', 'https://build.nvidia.com/settings/api-keys', {
    thinking: [{ models: /./, form: 'template' }],
    keyPrefix: /^nvapi-/,
  }),
  hosted('huggingface', 'Hugging Face', 'https://router.huggingface.co/v1', 'https://huggingface.co/settings/tokens', {
    note: 'presetHuggingFace',
    keyPrefix: /^hf_/,
  }),
  hosted('vercel', 'Vercel AI Gateway', 'https://ai-gateway.vercel.sh/v1', 'https://vercel.com/ai-gateway', {
    cacheControl: /^anthropic\//,
    thinking: [{ models: /./, form: 'reasoning-object' }],
    firstModel: /^openai\/gpt-[\d.]+-(?:terra|mini)$/,
    keyPrefix: /^vck_/,
  }),
  hosted('opencode', 'OpenCode Zen', 'https://opencode.ai/zen/v1', 'https://opencode.ai/auth', {
    modelInterfaces: [
      { models: /^claude-|^qwen3\.|^minimax-.*-free$/, interface: 'anthropic-messages' },
      { models: /^gpt-|^grok-(?!code$)|^muse-/, interface: 'openai-responses' },
      { models: /^gemini-/, interface: 'gemini' },
    ],
    firstModel: /^glm-[\d.]+-flash$/,
  }),
  hosted('ollama-cloud', 'Ollama Cloud', 'https://ollama.com/v1', 'https://ollama.com/settings/keys', {
    firstModel: /^gpt-oss:\d+b$/,
  }),
  hosted('azure', 'Azure OpenAI', 'https://RESOURCE.openai.azure.com/openai/v1', 'https://ai.azure.com', {
    otherHosts: ['resource.services.ai.azure.com', 'resource.cognitiveservices.azure.com'],
    keyHeader: 'api-key',
    note: 'presetAzure',
  }),
];

function hosted(
  presetId: string,
  name: string,
  baseUrl: string,
  keyUrl: string,
  more: Partial<Omit<Preset, 'presetId' | 'name' | 'baseUrl' | 'keyUrl'>> = {},
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

/**
 * Servers that people run on their own machine. The addresses use 127.0.0.1, not localhost, since Ollama, for example,
 * only listens on IPv4.
 */
export const LOCAL_PRESETS: readonly LocalPreset[] = [
  local('ollama', 'Ollama', 11434, 'presetOllama'),
  local('lm-studio', 'LM Studio', 1234, 'presetLmStudio'),
  local('llama-cpp', 'llama.cpp', 8080, 'presetLlamaCpp'),
  local('localai', 'LocalAI', 8080, 'presetLocalAi'),
  local('vllm', 'vLLM', 8000, 'presetVllm'),
  local('jan', 'Jan', 1337, 'presetJan'),
  local('koboldcpp', 'KoboldCpp', 5001, null),
  local('sglang', 'SGLang', 30000, 'presetSglang'),
  local('litellm', 'LiteLLM', 4000, null),
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
