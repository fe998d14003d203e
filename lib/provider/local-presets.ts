import type { LocalPreset } from './preset.ts';

/** Servers that people run on their own machine. 127.0.0.1, not localhost: Ollama, for one, listens on IPv4 only. */
export const LOCAL_PRESETS: readonly LocalPreset[] = [
  local('ollama', 'Ollama', 11434, 'Its context is 4,096 tokens unless num_ctx says more.'),
  local('lm-studio', 'LM Studio', 1234, 'Start the server in its Developer tab.'),
  local('llama-cpp', 'llama.cpp', 8080, 'Start llama-server with --jinja, so that tools get through.'),
  local('localai', 'LocalAI', 8080, 'Newer versions want a key, as they were started with.'),
  local('vllm', 'vLLM', 8000, 'Tools need --enable-auto-tool-choice and --tool-call-parser; without, tags are used.'),
  local('jan', 'Jan', 1337, 'It wants the key that was set in Settings, Local API Server.'),
  local('koboldcpp', 'KoboldCpp', 5001, ''),
  local('sglang', 'SGLang', 30000, 'Tools need --tool-call-parser; without, tags are used.'),
];

function local(presetId: string, name: string, port: number, note: string): LocalPreset {
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
