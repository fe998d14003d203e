import { readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chunk, EVENT_STREAM, type RawServer, sse, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import { buildEnginePackage } from '../scripts/engine/build-package.ts';
import { BROWSERS } from './support/browsers.ts';
import { type Stage, setStage } from './support/stage.ts';

/** Each worker process builds its own. */
const BUILT = path.resolve(`out/engine-${process.pid}`);

const DEPENDENCIES = ['eventsource-parser', 'jsonrepair', 'openai', 'zod'];

/** A question with a tool, as a script in a page. */
const PROGRAM = `
import { createEngine, defineTool } from 'sidenote-engine';
import * as z from 'zod';

const weather = defineTool({
  name: 'get_weather',
  description: 'The weather in a city now.',
  inputSchema: z.object({ city: z.string() }),
  annotations: { readOnlyHint: true },
  execute: ({ city }) => \`It rains in \${city}.\`,
});
const engine = createEngine({ model: { baseUrl: MODEL_URL, model: 'any' }, tools: [weather] });
const run = engine.run({ messages: 'Do I need an umbrella in Bergen?' });
for await (const { event } of run) if (event.type === 'text-delta') document.body.append(event.delta);
document.title = (await run.result).outcome.type;
`;

let model: RawServer;
let site: { url: string; close(): void };

beforeAll(async () => {
  await buildEnginePackage(BUILT);
  model = await startRawServer(({ method, body }, response) => {
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (method === 'OPTIONS') return void response.writeHead(204, cors).end();
    response.writeHead(200, { ...EVENT_STREAM, ...cors });
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
    const result = messages.findLast(({ role }) => role === 'tool');
    const call = { index: 0, id: 'a', function: { name: 'get_weather', arguments: '{"city":"Bergen"}' } };
    const reply = result
      ? chunk({ content: result.content }) + chunk({}, 'stop')
      : chunk({ tool_calls: [call] }) + chunk({}, 'tool_calls');
    response.end(reply + sse('[DONE]'));
  });
  site = await servePackages(PROGRAM.replace('MODEL_URL', JSON.stringify(model.url)));
});

afterAll(async () => {
  site?.close();
  await model?.close();
  rmSync(BUILT, { recursive: true, force: true });
});

/** A page with the program, and the packages that it imports, as installed. */
async function servePackages(program: string): Promise<{ url: string; close(): void }> {
  const root = path.resolve('node_modules');
  const entries = DEPENDENCIES.map((name) => {
    const file = fileURLToPath(import.meta.resolve(name));
    return [name, `/packages/${path.relative(root, file).replaceAll('\\', '/')}`];
  });
  const imports = { ...Object.fromEntries(entries), 'sidenote-engine': '/engine/index.js' };
  const html = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>
    <body><script type="module">${program}</script>`;
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    const [, top, ...rest] = new URL(url, 'http://page.invalid').pathname.split('/');
    const file = path.join(top === 'engine' ? BUILT : root, ...rest);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

describe.each(BROWSERS)('the package of the engine, in a plain page in %s', (name) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(name);
  });
  afterAll(() => stage?.close());

  test('answers a question with a tool', async () => {
    const page = await stage.browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => document.title !== '');
    expect(await page.title()).toBe('complete');
    expect(await page.evaluate(() => document.body.innerText)).toContain('It rains in Bergen.');
  });
});
