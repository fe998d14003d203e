import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type RawServer, startRawServer } from '../testing/model-api/raw-server.ts';
import { fetchPicture, pictureType, scaledPicture } from './pictures.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');
const HUGE = Buffer.from('89504e470d0a1a0a0000000d49484452000055f0000055f0', 'hex');

let server: RawServer | null = null;
afterEach(() => server?.close());

test.each([
  ['image/png', PNG],
  ['image/jpeg', Buffer.from('ffd8ffe000104a46', 'hex')],
  ['image/gif', Buffer.from('GIF89a....')],
  ['image/webp', Buffer.from('RIFF1234WEBPVP8 ')],
  ['image/avif', Buffer.from('\0\0\0 ftypavif')],
  [null, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')],
  [null, Buffer.from('<!doctype html>')],
  [null, Buffer.from('')],
])('%s is recognized by its signature', (type, bytes) => {
  expect(pictureType(bytes)).toBe(type);
});

test('a picture is requested without cookies and referrer, and typed by its content', async () => {
  server = await startRawServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(PNG);
  });
  expect(await fetchPicture(`${server.url}/a.png`)).toEqual({ url: `data:image/png;base64,${PNG.toString('base64')}` });
  expect(server.requests[0]?.headers).not.toHaveProperty('cookie');
  expect(server.requests[0]?.headers).not.toHaveProperty('referer');
});

test('a picture of more pixels than fit into memory is not decoded', async () => {
  const decode = vi.fn();
  vi.stubGlobal('createImageBitmap', decode);
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(scaledPicture(new Blob([HUGE]))).rejects.toThrow('Not a picture');
  expect(decode).not.toHaveBeenCalled();
});

test('a picture that redirects is not followed, not even to its own server', async () => {
  server = await startRawServer((request, response) => {
    if (request.path === '/moved') response.end(PNG);
    else response.writeHead(302, { location: '/moved' }).end();
  });
  expect(await fetchPicture(`${server.url}/a.png`)).toEqual({
    error: { type: 'picture-not-sent', host: new URL(server.url).host },
  });
  expect(server.requests.map(({ path }) => path)).toEqual(['/a.png']);
});

test.each([
  ['a document', { type: 'not-a-picture' }, { 'content-type': 'image/svg+xml' }, 200, Buffer.from('<svg/>')],
  ['nothing', { type: 'picture-refused', status: 404 }, {}, 404, Buffer.from('')],
  ['another address', { type: 'picture-not-sent' }, { location: 'http://127.0.0.1:9/' }, 302, Buffer.from('')],
  ['484 million pixels', { type: 'not-a-picture' }, {}, 200, HUGE],
  ['too much', { type: 'picture-too-large', megabytes: 10 }, {}, 200, Buffer.concat([PNG, Buffer.alloc(11_000_000)])],
])('%s is rejected with the reason', async (_what, reason, headers, status, body) => {
  server = await startRawServer((_request, response) => void response.writeHead(status, headers).end(body));
  expect(await fetchPicture(`${server.url}/a`)).toMatchObject({ error: reason });
});
