import { isJson } from './chat-chunk.ts';
import { createEndpointClient, type EndpointClientOptions, HttpError } from './endpoint-client.ts';

/**
 * The ids of the models a server lists, in its order. Takes `{data}`, `{models}` and a bare list. Rejects with an Error
 * whose message says what the server did instead.
 */
export async function listModels(options: EndpointClientOptions, signal: AbortSignal): Promise<string[]> {
  const response = await createEndpointClient(options)
    .get('/models', { signal })
    .asResponse()
    .catch((error: unknown) => {
      const cause = error instanceof Error ? error.cause : null;
      throw new Error(cause instanceof HttpError ? `error ${cause.status}` : 'no answer', { cause: error });
    });
  const text = await response.text();
  return modelIds(parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('something that is no list', { cause: error });
  }
}

function modelIds(value: unknown): string[] {
  const list = Array.isArray(value) ? value : isJson(value) ? (value.data ?? value.models) : null;
  if (!Array.isArray(list)) throw new Error('something that is no list');
  const ids = list.filter(isJson).map((model) => model.id ?? model.name ?? model.model);
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))];
}
