import type { EndpointCheck } from '../protocol/command.ts';
import type { ModelClient } from '../protocol/model-client.ts';

/**
 * Sends a real chat request and reads the beginning of the answer. Listing models proves nothing: browsers send the
 * extension's Origin only with a POST, and some servers refuse just that (endpoints-and-models, fact 1).
 */
export async function checkChat(client: ModelClient, modelId: string, signal: AbortSignal): Promise<EndpointCheck> {
  const name = 'Chat';
  const request = {
    modelId,
    system: 'You are being tested. Answer with one word.',
    messages: [{ role: 'user' as const, content: 'Say OK.' }],
    tools: [],
    toolMode: 'none' as const,
  };
  for await (const event of client.stream(request, signal)) {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
        return { name, ok: true, message: `${modelId} answers, and its answers stream.` };
      case 'failure':
      case 'retry': {
        const detail = event.failure.detail ? ` (${event.failure.detail})` : '';
        return { name, ok: false, message: `${event.failure.message}${detail}` };
      }
      case 'interrupted':
        return { name, ok: false, message: event.detail };
      default:
    }
  }
  return { name, ok: false, message: `${modelId} sent an empty answer. Try another model.` };
}
