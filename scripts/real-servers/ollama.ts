import { OLLAMA_MODEL, startOllama } from '../../e2e/support/ollama.ts';
import type { ModelInterface } from '../../lib/contracts/endpoint.ts';
import type { StartedServer } from './started-server.ts';

const PATHS: readonly (readonly [ModelInterface, string])[] = [
  ['ollama', ''],
  ['chat-completions', '/v1'],
  ['openai-responses', '/v1'],
  ['anthropic-messages', '/v1'],
];

/** Starts an installed Ollama, over each of its interfaces. */
export async function* startEachOllama(): AsyncGenerator<StartedServer> {
  const server = await startOllama();
  if ('missing' in server) {
    yield { name: 'Ollama', missing: server.missing };
    return;
  }
  try {
    await server.addModel();
    for (const [modelInterface, base] of PATHS) {
      const address = { url: server.url + base, modelId: OLLAMA_MODEL, interface: modelInterface, apiKey: null };
      yield { name: `Ollama, ${modelInterface}`, address };
    }
  } finally {
    server.close();
  }
}
