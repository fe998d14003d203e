import { isJsonObject } from '../../contracts/index.ts';

type Json = Record<string, unknown>;

/**
 * Whether a model in a server's list can chat, according to the list: by its type, output, abilities or endpoints. Null
 * if the list says nothing about these. The fields are those of Together, Vercel and LM Studio (`type`), LiteLLM
 * (`mode`), OpenRouter and llama.cpp (`architecture`), Mistral (`capabilities` as an object), LocalAI and Ollama
 * (`capabilities` as words), Gemini (`supportedGenerationMethods`), Fireworks, DeepInfra, Novita and new-api.
 */
export function chatsByListing(entry: Json): boolean | null {
  const { architecture, capabilities, supportedGenerationMethods: methods } = entry;
  if (Array.isArray(methods) && !hasText(methods, /^generateContent$/)) return false;
  const outputs =
    (isJsonObject(architecture) ? (architecture.output_modalities ?? afterArrow(architecture.modality)) : null) ??
    (isJsonObject(entry.modalities) ? entry.modalities.output : null) ??
    entry.output_modalities;
  // A model that outputs pictures or speech besides text is not for chats.
  if (Array.isArray(outputs) && outputs.length > 0) return hasText(outputs, /^text$/i) && !hasText(outputs, NOT_TEXT);
  for (const kind of [entry.type, entry.mode, entry.task, entry.model_type, entry.reported_type, entry.kind]) {
    const says = chatsByKind(kind);
    if (says !== null) return says;
  }
  if (isJsonObject(capabilities)) return flag(capabilities.completion_chat) ?? chatsByKind(capabilities.type);
  const able = chatsByWords(capabilities);
  return able ?? flag(entry.supports_chat) ?? chatsByWords(entry.supported_endpoint_types ?? entry.endpoints);
}

const NOT_TEXT = /^(?:image|audio|video|speech|embeddings?)s?$/i;

/** Kinds of models, as named in any of the lists. Names that some lists use for both are left out. */
const CHAT_KINDS =
  /^(?:chat|chat[_-]?completions?|language|llm|vlm|text[_-]generation|multimodal|responses|hf_base_model)$/i;
const OTHER_KINDS =
  /embed|rerank|moderation|classif|guard|image|video|speech|audio|transcri|tts|stt|asr|ocr|music|diffusion|realtime|flumina/i;

function chatsByKind(kind: unknown): boolean | null {
  if (typeof kind !== 'string') return null;
  if (CHAT_KINDS.test(kind)) return true;
  // `image-text-to-text`, `audio-text-to-text`
  if (/to-text$/i.test(kind)) return /text-to-text$/i.test(kind);
  return OTHER_KINDS.test(kind) ? false : null;
}

/**
 * Checks words for a model's abilities or endpoints: if any is for chats, it can chat; otherwise, if any is for
 * something else, it cannot.
 */
function chatsByWords(words: unknown): boolean | null {
  if (!Array.isArray(words)) return null;
  if (hasText(words, CHAT_WORDS)) return true;
  return hasText(words, OTHER_WORDS) ? false : null;
}

const CHAT_WORDS =
  /^(?:chat|completions?|chat[_/-]completions?|openai|anthropic|gemini|responses|tools|tool[_-]use|vision|thinking)$|\/chat\/completions$/i;
const OTHER_WORDS =
  /^(?:embed\w*|\w+-?rerank\w*|rerank\w*|moderations?|(?:image|video|audio|sound|music)s?(?:[-_ ](?:generation|edits?|editing|speech|transcriptions?))?|transcri\w*|tts|stt|asr|ocr|vad)$|\/(?:embeddings|rerank|images|audio|videos)(?:\/|$)/i;

/** The part of a modality such as `text+image->text` after its arrow, as a list. */
function afterArrow(modality: unknown): string[] | null {
  const outputs = typeof modality === 'string' ? modality.split('->')[1] : undefined;
  return outputs === undefined ? null : outputs.split('+');
}

function hasText(list: readonly unknown[], pattern: RegExp): boolean {
  return list.some((each) => typeof each === 'string' && pattern.test(each));
}

function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/**
 * Whether a model's name indicates that it does something other than chat (quirk: lists-all-models). Only for lists
 * without such details, such as OpenAI's and Groq's: a part of the name must be a word for another task, or the name of
 * a family that does nothing else.
 */
export function isNamedOtherwise(modelId: string): boolean {
  const name = modelId.toLowerCase();
  return WORDS.test(name) || FAMILIES.test(name);
}

/** Between separators. */
const WORDS =
  /(?:^|[-_./:@])(?:embed(?:ding|dings|der|qa|code)?|rerank(?:er|ing)?|moderation|tts|stt|asr|transcribe|transcription|diarize|whisper|ocr|t2[iv]|i2v|image|realtime|live|native-audio|dubbing|upscale[rd]?|text-to-(?:image|video|speech|audio|music)|speech-to-text|image-to-(?:image|video)|prompt-guard|inpaint(?:ing)?|img2img|txt2img)(?:$|[-_./:@\d])/;

const FAMILIES = new RegExp(
  `(?:^|[-_./:@])(?:${[
    // Pictures and videos
    'dall-e',
    'stable-(?:diffusion|image|video)',
    'sdxl?(?=[-_\\d]|$)',
    'flux(?=[-_./\\d]|$)',
    'imagen(?=[-_\\d])',
    'veo-?\\d',
    'sora(?=[-_\\d]|$)',
    'kling',
    'wan-?[2-9x]',
    'seed(?:ream|ance|edit)',
    'cog(?:view|video)',
    'recraft',
    'ideogram',
    'midjourney',
    'grok-imagine',
    'hailuo',
    'runway',
    'luma-',
    'hidream',
    'kolors',
    'z-image',
    'nano-banana',
    'nova-(?:canvas|reel|sonic)',
    'minimax-h\\d',
    // Speech and music
    'gpt-(?:[\\w.]+-)?audio',
    'lyria',
    'grok-voice',
    'orpheus',
    'kokoro',
    'parakeet',
    'nova-[23](?=-(?:general|medical)|$)',
    'eleven_',
    'playai-',
    'cosyvoice',
    'sensevoice',
    'speech-0?\\d',
    'music-\\d',
    // Embeddings, and models that compare or judge texts
    'text-embedding',
    '(?:multimodal|giga)?embeddings?',
    'nv-rerank',
    '(?:nomic|mxbai|snowflake-arctic|jina|voyage|cohere)-embed',
    'bge-',
    'gte-(?:base|large|small|qwen|multi|modern)',
    '(?:multilingual-)?e5-(?:base|large|small|mistral|multi)',
    'all-minilm',
    'voyage-\\d',
    'voyage-(?:code|finance|law|large|lite|multi)',
    'jina-(?:embeddings|reranker|clip|colbert)',
    'llama-(?:prompt-)?guard',
    // Completions of the first generation
    '(?:babbage|davinci)-\\d',
    'gpt-3\\.5-turbo-instruct',
  ].join('|')})`,
);
