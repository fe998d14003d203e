import type { HostKind } from '../../contracts/index.ts';
import { createEndpointClient, type EndpointClientOptions, HttpError } from '../client/endpoint-client.ts';
import { errorFields, errorText } from '../errors/error-text.ts';
import { type KeyProblem, keyProblem } from '../errors/key-refusal.ts';
import { listModels } from './list-models.ts';

type Server = EndpointClientOptions & { hostKind: HostKind };

/**
 * Whether a server that has listed its models needs a key for chatting, or a different one: many servers list models
 * without checking the key, or their list comes from the preset (quirk: list-without-key). Sends a question that costs
 * next to nothing. Null if the key is accepted or the result is unknown. `modelId`: a model from the list.
 */
export async function findKeyProblem(server: Server, modelId: string, signal: AbortSignal): Promise<KeyProblem | null> {
  if (!(await listsToEverybody(server, signal))) return null;
  // A server on the local network would load a model for a question that it can answer. The reply to a request without
  // a model shows the same.
  const request = smallestRequest(server, server.hostKind === 'public' ? modelId : '');
  if (request === null) return null;
  try {
    await createEndpointClient(server).post(request.path, { body: request.body, signal }).asResponse();
    return null;
  } catch (error) {
    const http = error instanceof Error ? error.cause : null;
    if (!(http instanceof HttpError)) return null;
    const isRefused = http.status === 401 || keyProblem(errorText(http.body), errorFields(http.body)) !== null;
    if (!isRefused) return null;
    return server.apiKey === null ? 'missing' : 'refused';
  }
}

async function listsToEverybody(server: Server, signal: AbortSignal): Promise<boolean> {
  if (server.apiKey === null) return true;
  const listedModels = await listModels({ ...server, apiKey: null, hostKind: 'public' }, signal).catch(() => []);
  return listedModels.length > 0;
}

/** A request for one token. Null for interfaces whose servers require a key for listing models. */
function smallestRequest(server: Server, model: string): { path: string; body: object } | null {
  const messages = [{ role: 'user', content: 'Hi' }];
  switch (server.interface) {
    case undefined:
    case 'chat-completions':
      return { path: '/chat/completions', body: { model, messages, max_tokens: 1 } };
    case 'openai-responses':
      return { path: '/responses', body: { model, input: messages, max_output_tokens: 16 } };
    case 'anthropic-messages':
    case 'gemini':
    case 'ollama':
      return null;
    default:
      return server.interface satisfies never;
  }
}
