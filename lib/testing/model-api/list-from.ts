import type { HostKind } from '../../contracts/address.ts';
import type { ModelInterface } from '../../contracts/endpoint.ts';
import { listModels } from '../../model-api/endpoints/list-models.ts';
import { startRawServer } from './raw-server.ts';

export type Answers = Record<string, unknown>;

/**
 * The models of a server that answers these paths with JSON and all others with 404, and the requests that it received.
 */
export async function listFrom(
  answers: Answers,
  hostKind: HostKind = 'loopback',
  modelInterface?: ModelInterface,
  basePath = '/v1',
) {
  const server = await startRawServer((request, response) => {
    const answer = answers[request.path];
    if (answer === undefined) response.writeHead(404).end('404 page not found');
    else response.end(typeof answer === 'function' ? answer(request) : JSON.stringify(answer));
  });
  const options = {
    baseUrl: `${server.url}${basePath}`,
    apiKey: 'sk-1',
    fetch,
    hostKind,
    ...(modelInterface ? { interface: modelInterface } : {}),
  };
  const models = await listModels(options, new AbortController().signal).finally(() => server.close());
  return { models, requests: server.requests };
}
