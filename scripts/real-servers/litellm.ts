import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startLlamaServers } from '../../e2e/support/llama-cpp.ts';
import { waitForOutput } from '../../e2e/support/wait-for-output.ts';
import type { ModelInterface } from '../../lib/contracts/endpoint.ts';
import type { StartedServer } from './started-server.ts';

/**
 * The executable of its proxy: the one on the path, or the one named by the variable. Not installed by the project,
 * since it takes 750 MB.
 */
const EXECUTABLE = process.env.LITELLM ?? 'litellm';
const FOLDER = path.resolve('out/litellm');
const KEY = 'sk-practice';
const PORT = 14_321;

const PLACES: readonly (readonly [ModelInterface, string])[] = [
  ['chat-completions', '/v1'],
  ['anthropic-messages', '/v1'],
  ['openai-responses', '/v1'],
  ['gemini', '/v1beta'],
];

/** Starts LiteLLM's proxy in front of llama.cpp, over each of its interfaces. */
export async function* startLitellm(): AsyncGenerator<StartedServer> {
  try {
    execFileSync(EXECUTABLE, ['--version'], { stdio: 'ignore' });
  } catch {
    yield { name: 'LiteLLM', missing: `there is no ${EXECUTABLE}; the variable LITELLM names another executable` };
    return;
  }
  const upstream = await startLlamaServers();
  if ('missing' in upstream) {
    yield { name: 'LiteLLM', missing: upstream.missing };
    return;
  }
  const models = { talker: upstream.talker, caller: upstream.caller };
  const child = spawn(EXECUTABLE, ['--config', writeConfig(models), '--host', '127.0.0.1', '--port', String(PORT)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const url = await waitForOutput(
      child,
      child.stderr,
      (log) => /running on (http:\/\/[\d.:]+)/.exec(log)?.[1] ?? null,
    );
    if (url === null) {
      yield { name: 'LiteLLM', missing: 'it did not start' };
      return;
    }
    for (const modelId of Object.keys(models)) {
      for (const [modelInterface, base] of PLACES) {
        const address = { url: url + base, modelId, interface: modelInterface, apiKey: KEY };
        yield { name: `LiteLLM, ${modelId}, ${modelInterface}`, address };
      }
    }
  } finally {
    child.kill();
    upstream.close();
  }
}

function writeConfig(models: Readonly<Record<string, string>>): string {
  mkdirSync(FOLDER, { recursive: true });
  const file = path.join(FOLDER, 'config.yaml');
  const list = Object.entries(models).map(([model_name, url]) => ({
    model_name,
    litellm_params: { model: `openai/${model_name}`, api_base: `${url}/v1`, api_key: 'none' },
  }));
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify({ model_list: list, general_settings: { master_key: KEY } }));
  return file;
}
