import '../testing/fake-browser.ts';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GgufError } from '../contracts/index.ts';
import { tinyGguf } from '../testing/model-api/tiny-gguf.ts';
import { memoryFolder } from '../testing/storage/memory-folder.ts';
import { downloadGguf } from './gguf-download.ts';

const FILE = tinyGguf({ text: 'Tiny.' });
const PART = 300_000;

let server: Server;
let port = 0;
let ranges: (string | undefined)[] = [];
/**
 * How the server behaves: it sends everything, closes the connection after `breaksAfter` bytes, or answers with a
 * status.
 */
let behaviour: { breaksAfter?: number; status?: number; sends?: Uint8Array } = {};

beforeEach(async () => {
  ranges = [];
  behaviour = {};
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 10_000_000, usage: 0 }) } });
  server = createServer(({ headers }, response) => {
    ranges.push(headers.range);
    const from = Number(/\d+/.exec(headers.range ?? '')?.[0] ?? 0);
    const { breaksAfter, sends = FILE, status = from > 0 ? 206 : 200 } = behaviour;
    response.writeHead(status, { 'content-length': sends.length - from });
    if (breaksAfter === undefined) return response.end(sends.subarray(from));
    return response.write(sends.subarray(from, breaksAfter), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.close();
});

function download(folder = memoryFolder(), signal = new AbortController().signal) {
  const offer = {
    modelId: 'tiny',
    url: `http://127.0.0.1:${port}/tiny.gguf`,
    sha256: createHash('sha256').update(FILE).digest('hex'),
    bytes: FILE.length,
    licence: 'MIT',
  };
  return downloadGguf(offer, 7, signal, { folder: async () => folder, partBytes: PART });
}

/** The model, or the problem. */
async function end(pieces: ReturnType<typeof download>) {
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return value;
    }
  } catch (error) {
    if (error instanceof GgufError) return error.problem;
    throw error;
  }
}

async function bytesIn(folder: ReturnType<typeof memoryFolder>): Promise<Buffer> {
  return Buffer.from(await new Blob([...folder.files.values()]).arrayBuffer());
}

describe('the download of a model', () => {
  test('is stored in parts, and checked', async () => {
    const folder = memoryFolder();
    const model = { modelId: 'tiny', bytes: FILE.length, contextTokens: 8_192, addedAt: 7, hasTools: false };
    expect(await end(download(folder))).toEqual(model);
    expect(folder.files.size).toBe(Math.ceil(FILE.length / PART));
    expect((await bytesIn(folder)).equals(FILE)).toBe(true);
  });

  test('continues after the parts that were complete when it was interrupted', async () => {
    const folder = memoryFolder();
    behaviour = { breaksAfter: 800_000 };
    expect(await end(download(folder))).toMatchObject({ type: 'download-broken' });
    expect([...folder.files.keys()]).toEqual(['tiny.gguf.part-0', 'tiny.gguf.part-1']);
    behaviour = {};
    expect(await end(download(folder))).toMatchObject({ modelId: 'tiny' });
    expect(ranges).toEqual([undefined, `bytes=${2 * PART}-`]);
    expect((await bytesIn(folder)).equals(FILE)).toBe(true);
  });

  test('keeps no file with another checksum', async () => {
    const folder = memoryFolder();
    const other = FILE.slice();
    other[1_000_000] = 99;
    behaviour = { sends: other };
    expect(await end(download(folder))).toEqual({ type: 'wrong-checksum' });
    expect(folder.files.size).toBe(0);
  });

  test('keeps nothing of a server that sends more than the file has, or the beginning again', async () => {
    behaviour = { sends: Buffer.concat([FILE, FILE]) };
    expect(await end(download())).toEqual({ type: 'wrong-checksum' });
    const folder = memoryFolder();
    behaviour = { breaksAfter: 400_000 };
    await end(download(folder));
    behaviour = { status: 200 };
    expect(await end(download(folder))).toMatchObject({ type: 'download-refused', status: 200 });
    expect([...folder.files.keys()]).toEqual(['tiny.gguf.part-0']);
  });

  test('says that the server refuses, or that the disk is full', async () => {
    behaviour = { status: 404 };
    expect(await end(download())).toEqual({ type: 'download-refused', host: '127.0.0.1', status: 404 });
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 1_000_000, usage: 0 }) } });
    expect(await end(download())).toEqual({ type: 'disk-full', bytes: FILE.length });
    server.close();
    server.closeAllConnections();
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({}) } });
    expect(await end(download())).toMatchObject({ type: 'download-broken' });
  });

  test('stops when it is told to', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(end(download(memoryFolder(), stop.signal))).rejects.toThrow('stopped');
  });
});
