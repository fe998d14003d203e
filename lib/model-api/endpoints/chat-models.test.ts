import { describe, expect, test } from 'vitest';
import { chatsByListing, isNamedOtherwise } from './chat-models.ts';

describe('a list says whether a model can chat', () => {
  test.each<[string, object, boolean]>([
    ['Together', { id: 'm', type: 'chat' }, true],
    ['Together', { id: 'm', type: 'embedding' }, false],
    ['Together', { id: 'm', type: 'moderation' }, false],
    ['Vercel', { id: 'm', type: 'language' }, true],
    ['Vercel', { id: 'm', type: 'reranking' }, false],
    ['LM Studio', { id: 'm', type: 'vlm' }, true],
    ['LM Studio', { id: 'm', type: 'embeddings' }, false],
    ['LiteLLM', { mode: 'audio_transcription' }, false],
    ['LiteLLM', { mode: 'responses' }, true],
    ['OpenRouter', { id: 'm', architecture: { output_modalities: ['text'] } }, true],
    ['OpenRouter', { id: 'm', architecture: { output_modalities: ['image'] } }, false],
    ['OpenRouter', { id: 'm', architecture: { output_modalities: ['embeddings'] } }, false],
    ['OpenRouter of before', { id: 'm', architecture: { modality: 'text+image->text' } }, true],
    ['OpenRouter of before', { id: 'm', architecture: { modality: 'text->image' } }, false],
    ['Mistral', { id: 'm', capabilities: { completion_chat: false, ocr: true } }, false],
    ['Mistral', { id: 'm', capabilities: { completion_chat: true, vision: true } }, true],
    ['Copilot', { id: 'm', capabilities: { type: 'embeddings' } }, false],
    ['Ollama', { capabilities: ['embedding'] }, false],
    ['Ollama', { capabilities: ['completion', 'vision', 'image'] }, true],
    ['LocalAI', { id: 'm', capabilities: ['transcript'] }, false],
    ['LocalAI', { id: 'm', capabilities: ['chat', 'tts'] }, true],
    ['Gemini', { supportedGenerationMethods: ['embedContent'] }, false],
    ['DeepInfra', { id: 'm', reported_type: 'text-to-image' }, false],
    ['DeepInfra', { id: 'm', reported_type: 'automatic-speech-recognition' }, false],
    ['Hugging Face', { id: 'm', task: 'image-text-to-text' }, true],
    ['Hugging Face', { id: 'm', task: 'image-to-text' }, false],
    ['Fireworks', { id: 'm', kind: 'FLUMINA_BASE_MODEL', supports_chat: false }, false],
    ['new-api', { id: 'm', supported_endpoint_types: ['openai', 'anthropic'] }, true],
    ['new-api', { id: 'm', supported_endpoint_types: ['jina-rerank'] }, false],
    ['Novita', { id: 'm', endpoints: ['/v1/embeddings'] }, false],
  ])('%s: %o', (_, entry, chats) => {
    expect(chatsByListing({ ...entry })).toBe(chats);
  });

  test.each<[string, object]>([
    ['OpenAI', { id: 'whisper-1', object: 'model', owned_by: 'openai-internal' }],
    ['Anthropic', { id: 'claude', type: 'model', display_name: 'Claude' }],
    ['Gemini', { name: 'models/gemini-3.8-flash', supportedGenerationMethods: ['generateContent', 'countTokens'] }],
    ['a list of abilities without their purpose', { id: 'm', capabilities: ['streaming', 'image_input'] }],
    ['empty words', { id: 'm', capabilities: [], endpoints: [] }],
  ])('%s does not say so', (_, entry) => {
    expect(chatsByListing({ ...entry })).toBeNull();
  });
});

describe('where a list does not say so, some names do', () => {
  test.each(
    `whisper-1 gpt-4o-mini-transcribe gpt-4o-transcribe-diarize tts-1 tts-1-hd gpt-4o-mini-tts dall-e-3 gpt-image-1.5 chatgpt-image-latest
     sora-2-pro text-embedding-3-large omni-moderation-latest text-moderation-stable gpt-realtime-mini gpt-audio-mini
     gpt-4o-audio-preview babbage-002 davinci-002 gpt-3.5-turbo-instruct whisper-large-v3-turbo canopylabs/orpheus-v1-english
     meta-llama/llama-prompt-guard-2-22m gemini-embedding-001 gemini-2.5-flash-image gemini-2.5-pro-preview-tts imagen-4.0-generate-001
     veo-3.1-generate-preview lyria-3-pro-preview gemini-3.1-flash-live-preview mistral-embed mistral-ocr-latest mistral-moderation-latest
     grok-imagine-video grok-2-image black-forest-labs/FLUX.1-schnell stabilityai/stable-diffusion-xl BAAI/bge-m3 BAAI/bge-reranker-v2
     nomic-embed-text:latest qwen3-embedding:0.6b Qwen/Qwen3-Reranker-8B deepseek-ocr qwen3-asr-flash voyage/voyage-3.5 seedream-4.0
     nvidia/nv-embedqa-e5-v5 minimax/speech-02-hd jina-embeddings-v4 intfloat/multilingual-e5-large all-minilm:22m`
      .trim()
      .split(/\s+/),
  )('%s', (modelId) => {
    expect(isNamedOtherwise(modelId)).toBe(true);
  });

  test.each(
    `gpt-6.1-terra gpt-4o gpt-4o-search-preview o3-deep-research chatgpt-4o-latest codex-mini-latest claude-haiku-5-5 gemini-4-hydrogen
     gemini-robotics-er-2 mistral-small-latest codestral-latest voxtral-small-latest pixtral-large-latest openai/gpt-oss-120b
     openai/gpt-oss-safeguard-20b qwen/qwen3.8-27b qwen3-vl-plus qwen-omni-turbo deepseek-flash kimi-k3 glm-5v-turbo MiniMax-M3 grok-4.7
     llama3.2-vision:11b moondream embedded-engineer-7b tiny-aya olive-7b reflux-13b wanda-7b flexible-32b sonar-pro
     nvidia/llama-3.1-nemotron-70b-instruct stablelm2:12b solar-pro4 soprano-3b locr-mini liveness-chat`
      .trim()
      .split(/\s+/),
  )('not %s', (modelId) => {
    expect(isNamedOtherwise(modelId)).toBe(false);
  });
});
