import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_FULL } from '../../e2e/support/scale.ts';
import { chunk, EVENT_STREAM, type RawServer, sse, startRawServer } from '../../lib/testing/model-api/raw-server.ts';
import { buildEnginePackage, packEngine } from './build-package.ts';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';

/** Separate from the folder of other builds, since a release is built at the same time. */
const BUILT = path.resolve(`out/engine-${process.pid}`);

let folder: string;
let archive: string;
let gzipKb: number;
let server: RawServer;

/** A server that calls each tool once, and then repeats the last result, or the time in the question. */
function startServer(): Promise<RawServer> {
  return startRawServer(({ body }, response) => {
    const { messages, tools = [] } = JSON.parse(body) as {
      messages: { role: string; content: string }[];
      tools?: { function: { name: string } }[];
    };
    const results = messages.filter(({ role }) => role === 'tool');
    const tool = tools[results.length];
    response.writeHead(200, EVENT_STREAM);
    if (tool === undefined) {
      const time = /at \d+:\d+/.exec(messages.at(-1)?.content ?? '')?.[0];
      const content = results.at(-1)?.content ?? time;
      return void response.end(chunk({ content }) + chunk({}, 'stop') + sse('[DONE]'));
    }
    const call = { name: tool.function.name, arguments: '{"city":"Bergen"}' };
    const calls = [{ index: 0, id: tool.function.name, function: call }];
    response.end(chunk({ tool_calls: calls }) + chunk({}, 'tool_calls') + sse('[DONE]'));
  });
}

/** The dependencies come from this checkout, so that nothing is downloaded. */
function installInto(target: string): void {
  const { dependencies } = JSON.parse(readFileSync(path.join(BUILT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const here = Object.keys(dependencies).map((name) => [name, `file:${path.resolve('node_modules', name)}`]);
  const manifest = {
    type: 'module',
    dependencies: { ...Object.fromEntries(here), 'sidenote-engine': `file:${archive}` },
  };
  writeFileSync(path.join(target, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: target,
    shell: isWindows,
    stdio: 'pipe',
  });
}

/** The examples in the documentation: a question with a tool, one about a document, and a log in a file. */
function readExamples(): { question: string; document: string; fileLog: string } {
  const [question = '', document = '', fileLog = ''] = [
    ...readFileSync('docs/engine.md', 'utf8').matchAll(/```js\n([\s\S]*?)```/g),
  ].map(([, code = '']) => code);
  return { question, document, fileLog };
}

beforeAll(async () => {
  ({ gzipKb } = await buildEnginePackage(BUILT));
  folder = mkdtempSync(path.join(tmpdir(), 'engine-'));
  archive = packEngine(BUILT, folder);
  installInto(folder);
  server = await startServer();
});

afterAll(async () => {
  await server?.close();
  for (const each of [folder, BUILT]) rmSync(each, { recursive: true, force: true });
});

/** Maximum size of what its main module loads, in KB (gzip). docs/engine.md lists its parts. */
const MAX_KB = 180;

test('the package is small, and contains no words that only fact checks need', () => {
  const code = globSync(`${BUILT}/*.js`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
  expect(code).not.toContain('quadratkilometer');
  expect(gzipKb).toBeLessThanOrEqual(MAX_KB);
});

test('the package has nothing that publint or Are the Types Wrong finds', async () => {
  const { messages } = await publint({ pkgDir: BUILT, strict: true });
  expect(messages).toEqual([]);
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(archive))));
  // An ESM package cannot be required by old CommonJS programs, and reports so.
  const problems = 'problems' in analysis ? analysis.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM') : null;
  expect(problems).toEqual([]);
});

test('the first example of the documentation runs, in at most 20 lines', async () => {
  const { question: example } = readExamples();
  expect(example.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(20);
  writeFileSync(path.join(folder, 'example.js'), example);
  const { stdout } = await run(process.execPath, ['example.js'], {
    cwd: folder,
    env: { ...process.env, BASE_URL: server.url, MODEL: 'any' },
  });
  expect(stdout.trim()).toBe('It rains in Bergen.');
});

test('the example of a question about a document runs', async () => {
  writeFileSync(path.join(folder, 'document.js'), readExamples().document);
  writeFileSync(path.join(folder, 'harbor.md'), '# Harbor\n\nThe lock closes at 21:40 in winter.\n');
  const environment = { ...process.env, BASE_URL: server.url, MODEL: 'any' };
  const { stdout } = await run(process.execPath, ['document.js'], { cwd: folder, env: environment });
  expect(stdout.trim()).toBe('at 21:40');
});

test('the types of the package cover the examples', async () => {
  for (const name of ['question', 'document'] as const)
    writeFileSync(
      path.join(folder, `${name}.ts`),
      readExamples()
        [name].replace('process.env.BASE_URL ?? ', '')
        .replace('process.env.MODEL ?? ', '')
        .replace(
          "import { readFile } from 'node:fs/promises';",
          'declare function readFile(path: string, encoding: string): Promise<string>;',
        ),
    );
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'esnext',
    '--lib',
    'esnext,dom',
    'question.ts',
    'document.ts',
  ];
  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  await expect(run(process.execPath, [tsc, ...options], { cwd: folder })).resolves.toBeDefined();
});

test('the middleware for the AI SDK can be imported without the AI SDK', async () => {
  const program =
    "import { toolMiddleware } from 'sidenote-engine/ai-sdk'; console.log(Object.keys(toolMiddleware()).join());";
  writeFileSync(path.join(folder, 'middleware.js'), program);
  const { stdout } = await run(process.execPath, ['middleware.js'], { cwd: folder });
  expect(stdout.trim()).toBe('specificationVersion,wrapStream,wrapGenerate');
});

/** Asks with a tool that reads and one that sends, and is killed before or during write number KILL_AT. */
const CRASHING = `
import { appendFileSync } from 'node:fs';
import { createEngine, defineTool } from 'sidenote-engine';
import * as z from 'zod';
import { fileLog } from './file-log.js';

const { BASE_URL, KILL_AT, LOG, SENT } = process.env;
const log = fileLog(LOG);
let writes = 0;
const append = log.append;
log.append = async (...args) => {
  if (writes++ === Number(KILL_AT)) {
    if (writes % 2 === 0) appendFileSync(LOG, '[{"threadId":"t","se', { flush: true });
    process.kill(process.pid, 'SIGKILL');
  }
  return append(...args);
};
const inputSchema = z.object({ city: z.string() });
const look = defineTool({
  name: 'look', description: 'Looks.', inputSchema, annotations: { readOnlyHint: true }, execute: () => 'It rains.',
});
const send = defineTool({
  name: 'send', description: 'Sends.', inputSchema,
  execute: ({ city }) => { appendFileSync(SENT, city + '\\n', { flush: true }); return 'Sent.'; },
});
const engine = createEngine({
  model: { baseUrl: BASE_URL, model: 'any' }, tools: [look, send], log, approve: () => true, coalesceMs: 0,
});
const { messages } = await engine.thread('t');
const run = messages.length === 0 ? engine.run({ threadId: 't', messages: 'Look, and send it.' }) : engine.resume('t');
const { outcome, text } = await run.result;
console.log(JSON.stringify({ outcome, text, writes }));
`;

test('a program that is killed at any write continues, and sends nothing twice', async () => {
  writeFileSync(path.join(folder, 'file-log.js'), readExamples().fileLog);
  writeFileSync(path.join(folder, 'crashing.js'), CRASHING);
  const start = async (name: string, killAt: number) => {
    const files = { LOG: path.join(folder, `${name}.log`), SENT: path.join(folder, `${name}.sent`) };
    const env = { ...process.env, ...files, BASE_URL: server.url, KILL_AT: String(killAt) };
    const { stdout } = await run(process.execPath, ['crashing.js'], { cwd: folder, env });
    const sent = existsSync(files.SENT) ? readFileSync(files.SENT, 'utf8').split('\n').length - 1 : 0;
    return { ...(JSON.parse(stdout) as { outcome: { type: string }; text: string; writes: number }), sent };
  };
  const whole = await start('whole', -1);
  expect(whole).toMatchObject({ outcome: { type: 'complete' }, text: 'Sent.', sent: 1 });
  const step = IS_FULL ? 1 : 4;
  for (let killAt = 0; killAt < whole.writes; killAt += step) {
    const name = `killed-${killAt}`;
    await expect(start(name, killAt)).rejects.toThrow();
    const { outcome, text, sent } = await start(name, -1);
    expect(outcome, name).toEqual({ type: 'complete' });
    // Whether it was sent is only in doubt if the program was killed between sending and recording it.
    if (text === 'Sent.') expect(sent, name).toBe(1);
    else expect([text.includes('In doubt'), sent <= 1], name).toEqual([true, true]);
  }
});
