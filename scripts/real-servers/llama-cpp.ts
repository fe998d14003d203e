import { startLlamaServers } from '../../e2e/support/llama-cpp.ts';
import type { ModelInterface } from '../../lib/contracts/endpoint.ts';
import type { ServerAddress } from './chat.ts';
import type { StartedServer } from './started-server.ts';

/** Builds that users' servers have: from April, June, August and October 2026. */
const VERSIONS = ['2026.4.8929', '2026.6.9713', '2026.8.10229', '2026.10.11549'];
const INTERFACES: readonly ModelInterface[] = ['chat-completions', 'anthropic-messages', 'openai-responses'];

/** Starts each build in turn, over each interface of llama.cpp, with a model that answers and one that calls tools. */
export async function* startLlamaBuilds(): AsyncGenerator<StartedServer> {
  for (const version of VERSIONS) {
    const servers = await startLlamaServers(version);
    if ('missing' in servers) {
      yield { name: `llama.cpp ${version}`, missing: servers.missing };
      continue;
    }
    try {
      const models = { talker: servers.talker, caller: servers.caller };
      for (const [model, url] of Object.entries(models)) {
        const modelId = await firstModel(url);
        for (const modelInterface of INTERFACES) {
          const address: ServerAddress = { url: `${url}/v1`, modelId, interface: modelInterface, apiKey: null };
          yield { name: `llama.cpp ${version}, ${model}, ${modelInterface}`, address };
        }
      }
    } finally {
      servers.close();
    }
  }
}

async function firstModel(url: string): Promise<string> {
  const listing = (await (await fetch(`${url}/v1/models`)).json()) as { data: { id: string }[] };
  return listing.data[0]?.id ?? '';
}
