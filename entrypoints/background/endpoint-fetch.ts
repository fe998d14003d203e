import { refusesOrigin } from '../../lib/model-api/errors/origin-refusal.ts';

/**
 * The browser's fetch for one endpoint. Where a server refuses a request for its Origin, which says nothing about the user or
 * the key, `hideOrigin` is called and the request sent once more: the server has done nothing with the first. null: the
 * Origin is kept back already, or must not be.
 */
export function endpointFetch(hideOrigin: (() => Promise<void>) | null): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const mayBeOrigin = hideOrigin !== null && response.status === 403 && typeof init?.body === 'string';
    if (!mayBeOrigin || !refusesOrigin(await response.clone().text())) return response;
    await hideOrigin();
    return fetch(input, init);
  };
}
