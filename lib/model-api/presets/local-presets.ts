import type { LocalPreset, Preset } from './preset.ts';

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
