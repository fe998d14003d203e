import { expect, test } from 'vitest';
import type { HostKind } from '../../contracts/index.ts';
import { startRawServer } from '../../testing/model-api/raw-server.ts';
import { ownAddress } from '../presets/presets.ts';
import { ListingError, listModels } from './list-models.ts';
import { listingFailure } from './listing-failure.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const PAGE = { 'content-type': 'text/html' };
const error = (message: string) => JSON.stringify({ error: { message } });

/** The failure for a server that answers the request for its list in this way. */
async function failureFor(
  [status, body, headers = JSON_TYPE]: Reply,
  { apiKey = 'sk-1', hostKind = 'public', signal = AbortSignal.timeout(10_000) }: Asking = {},
) {
  const server = await startRawServer((_request, response) => {
    if (status > 0) response.writeHead(status, headers).end(body);
  });
  const options = { baseUrl: `${server.url}/v1`, apiKey, fetch, hostKind };
  const listing = await listModels(options, signal).catch((each: unknown) => each);
  await server.close();
  if (!(listing instanceof ListingError)) throw new Error('The models were listed.');
  return listingFailure(listing, { host: 'models.test', hostKind, hasKey: apiKey !== null });
}
type Reply = readonly [number, string, Record<string, string>?];
type Asking = { apiKey?: string | null; hostKind?: HostKind; signal?: AbortSignal };

test.each<[string, Reply, object]>([
  ['a refused key', [401, error('Incorrect API key')], { type: 'key-refused' }],
  [
    'a company proxy',
    [403, '<!doctype html><title>Blocked</title>', PAGE],
    { type: 'blocked-on-the-way', status: 403 },
  ],
  ['a country', [403, error('Country, region, or territory not supported')], { type: 'place-refused' }],
  ['a rate limit', [429, error('slow down')], { type: 'too-many-requests' }],
  ['an account without credit', [402, error('Payment required')], { type: 'no-credit' }],
  ['a server with a problem', [503, error('Loading model')], { type: 'server-error', status: 503 }],
  [
    'a sign-in page',
    [200, '<!doctype html><title>Wi-Fi</title>', PAGE],
    { type: 'not-a-model-server', reply: 'web-page' },
  ],
  [
    'a redirect',
    [301, '', { location: 'https://x.test' }],
    { type: 'models-not-listed', problem: { type: 'redirect' } },
  ],
  ['no list at this path', [404, 'nothing'], { type: 'models-not-listed', problem: { type: 'status', status: 404 } }],
  ['JSON that is not a list', [200, '{"ok":true}'], { type: 'models-not-listed', problem: { type: 'no-list' } }],
])('%s is named in the same way as for a question', async (_name, reply, reason) => {
  expect(await failureFor(reply)).toMatchObject({ reason });
});

test('the server’s message is included', async () => {
  expect(await failureFor([503, error('Loading model')])).toMatchObject({ detail: 'Loading model' });
  expect(await failureFor([403, '<!doctype html><title>Blocked</title>', PAGE])).toMatchObject({ detail: 'Blocked' });
  expect(await failureFor([200, '<html><title>Wi-Fi</title>', PAGE])).toMatchObject({ detail: 'Wi-Fi' });
});

test('a key that was not sent is requested', async () => {
  expect(await failureFor([401, ''], { apiKey: null })).toMatchObject({ reason: { type: 'key-needed' } });
});

test('a server that does not answer in time is not reported as down', async () => {
  const asking = { hostKind: 'loopback', signal: AbortSignal.timeout(50) } as const;
  expect(await failureFor([0, ''], asking)).toMatchObject({ reason: { type: 'still-loading' } });
});

test.each([
  ['http://myserver.test/v1', 'maybe-upgraded'],
  ['https://myserver.test/v1', 'maybe-untrusted'],
  ['https://api.openai.com/v1', 'unreachable'],
])('no answer from %s is reported with what the browser may have done', (baseUrl, type) => {
  const failure = listingFailure(new ListingError({ type: 'no-answer' }, { cause: new TypeError('Failed to fetch') }), {
    host: new URL(baseUrl).host,
    ownAddress: ownAddress(baseUrl),
    hostKind: 'public',
    hasKey: false,
  });
  expect(failure).toMatchObject({ reason: { type } });
  expect(failure).not.toHaveProperty('detail');
});
