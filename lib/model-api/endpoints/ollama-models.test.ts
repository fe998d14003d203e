import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelDownloadMessage } from '../../contracts/endpoint.ts';
import { type RawRequest, type RawServer, startRawServer } from '../../testing/model-api/raw-server.ts';
import { downloadOllamaModel, isOllamaModelName, removeOllamaModel } from './ollama-models.ts';

let server: RawServer;
afterEach(() => server?.close());

async function serve(handle: (response: ServerResponse, request: RawRequest) => void) {
  server = await startRawServer((request, response) => handle(response, request));
  return {
    baseUrl: `${server.url}/v1`,
    apiKey: null,
    fetch,
    hostKind: 'loopback',
    interface: 'ollama',
  } as const;
}

async function all(reports: AsyncIterable<ModelDownloadMessage>): Promise<ModelDownloadMessage[]> {
  const found: ModelDownloadMessage[] = [];
  for await (const report of reports) found.push(report);
  return found;
}

/** Downloads from a server that answers with these lines. */
async function download(lines: readonly unknown[], status = 200) {
  const options = await serve((response) => {
    response.writeHead(status).end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  });
  return all(downloadOllamaModel(options, 'llama3.2', new AbortController().signal));
}

const progress = (stage: string, completedBytes: number, totalBytes: number) => ({
  type: 'progress',
  stage,
  completedBytes,
  totalBytes,
});

describe('downloading a model', () => {
  test('asks /api/pull by name, and adds up the layers, regardless of how the lines are split', async () => {
    const lines = [
      { status: 'pulling manifest' },
      { status: 'pulling aaa', digest: 'sha256:aaa', total: 1_000 },
      { status: 'pulling aaa', digest: 'sha256:aaa', total: 1_000, completed: 400 },
      { status: 'pulling aaa', digest: 'sha256:aaa', total: 1_000, completed: 1_000 },
      { status: 'pulling bbb', digest: 'sha256:bbb', total: 200, completed: 50 },
      { status: 'verifying sha256 digest' },
      { status: 'success' },
    ];
    const options = await serve(async (response) => {
      for (const line of lines) {
        const text = `${JSON.stringify(line)}\n`;
        for (const part of [text.slice(0, 9), text.slice(9)]) {
          response.write(part);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
      response.end();
    });
    const reports = await all(downloadOllamaModel(options, 'llama3.2', new AbortController().signal));
    expect(reports).toEqual([
      progress('starting', 0, 0),
      progress('downloading', 0, 1_000),
      progress('downloading', 400, 1_000),
      progress('downloading', 1_000, 1_000),
      progress('downloading', 1_050, 1_200),
      progress('finishing', 1_050, 1_200),
      { type: 'done' },
    ]);
    expect(server.requests.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      ['POST', '/api/pull', { model: 'llama3.2', stream: true }],
    ]);
  });

  test.each([
    ['pull model manifest: file does not exist', 'model-not-in-library'],
    ['write /root/.ollama/models/blobs/sha256-a-partial: no space left on device', 'server-disk-full'],
    ['write C:\\models\\a: There is not enough space on the disk.', 'server-disk-full'],
    ['invalid model name', 'model-name-not-valid'],
    ['pull model manifest: 412: requires a newer version of Ollama', 'server-outdated'],
    ['pull model manifest: Get "https://registry.ollama.ai/v2/": dial tcp: no such host', 'library-unreachable'],
    ['something else', 'download-failed'],
  ])('reads the error %s in the stream', async (error, type) => {
    const reports = await download([{ status: 'pulling manifest' }, { error }]);
    expect(reports.at(-1)).toMatchObject({ type: 'failed', failure: { reason: { type }, detail: error } });
  });

  test('reads an error status', async () => {
    expect(await download([{ error: 'pull model manifest: file does not exist' }], 404)).toMatchObject([
      { type: 'failed', failure: { reason: { type: 'model-not-in-library', model: 'llama3.2' } } },
    ]);
    await server.close();
    expect(await download([{ error: 'unauthorized' }], 401)).toMatchObject([
      { type: 'failed', failure: { reason: { type: 'key-needed' } } },
    ]);
  });

  test('does not treat an end without success as one', async () => {
    const layer = { status: 'pulling aaa', digest: 'sha256:aaa', total: 10, completed: 10 };
    const reports = await download([layer]);
    expect(reports.at(-1)).toMatchObject({ type: 'failed', failure: { reason: { type: 'download-interrupted' } } });
  });

  test('says that the connection was lost when the server disappears during a download', async () => {
    const options = await serve((response) => {
      response.write('{"status":"pulling manifest"}\n', () => response.destroy());
    });
    const reports = await all(downloadOllamaModel(options, 'llama3.2', new AbortController().signal));
    expect(reports.at(-1)).toMatchObject({ type: 'failed', failure: { reason: { type: 'download-interrupted' } } });
  });

  test('says that the server is not running', async () => {
    const options = await serve((response) => response.end());
    await server.close();
    const reports = await all(downloadOllamaModel(options, 'llama3.2', new AbortController().signal));
    expect(reports).toMatchObject([{ type: 'failed', failure: { reason: { type: 'server-not-running' } } }]);
  });

  test('stops at a reply that is not Ollama’s, and at a line without end', async () => {
    for (const reply of ['<!doctype html>\n', '{'.repeat(200_000)]) {
      const options = await serve((response) => void response.write(reply));
      const reports = await all(downloadOllamaModel(options, 'llama3.2', new AbortController().signal));
      expect(reports.at(-1)).toMatchObject({ type: 'failed', failure: { reason: { type: 'not-a-model-server' } } });
      await server.close();
    }
  });

  test('closes the connection when it is stopped, and reports no end', async () => {
    const options = await serve((response) => void response.write('{"status":"pulling manifest"}\n'));
    const stop = new AbortController();
    const reports: ModelDownloadMessage[] = [];
    for await (const report of downloadOllamaModel(options, 'llama3.2', stop.signal)) {
      reports.push(report);
      stop.abort();
    }
    expect(reports).toEqual([progress('starting', 0, 0)]);
    expect(await server.requests[0]?.closed).toBeGreaterThan(0);
  });
});

describe('names of models', () => {
  test.each(['llama3.2', 'llama3.2:3b', 'me/my_model:latest', 'hf.co/bartowski/Qwen2.5-GGUF:Q4_K_M', 'host:5000/a/b'])(
    'takes %s',
    (name) => expect(isOllamaModelName(name)).toBe(true),
  );

  test.each([
    '',
    '.',
    '..',
    '../etc/passwd',
    'a/../b',
    'a/..',
    '/a',
    'a/',
    'a//b',
    'a\\b',
    'a:..',
    'a:b:c',
    'a b',
    'a\nb',
    'a%2fb',
    'http://evil.test/a/b',
    'a@sha256:00',
    'a/b/c/d',
    `${'a'.repeat(81)}`,
    'é',
  ])('refuses %j, and sends nothing', async (name) => {
    const options = await serve((response) => response.end());
    const signal = new AbortController().signal;
    const [report] = await all(downloadOllamaModel(options, name, signal));
    expect(report).toMatchObject({ type: 'failed', failure: { reason: { type: 'model-name-not-valid' } } });
    expect(await removeOllamaModel(options, name, signal)).toMatchObject({ reason: { type: 'model-name-not-valid' } });
    expect(server.requests).toEqual([]);
  });
});

describe('removing a model', () => {
  test('sends its name to /api/delete', async () => {
    const options = await serve((response) => response.end());
    expect(await removeOllamaModel(options, 'llama3.2:3b', new AbortController().signal)).toBeNull();
    expect(server.requests.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      ['DELETE', '/api/delete', { model: 'llama3.2:3b' }],
    ]);
  });

  test('says that the server does not have it', async () => {
    const options = await serve((response) => response.writeHead(404).end(`{"error":"model 'gone' not found"}`));
    expect(await removeOllamaModel(options, 'gone', new AbortController().signal)).toMatchObject({
      reason: { type: 'model-not-found', model: 'gone' },
    });
  });
});
