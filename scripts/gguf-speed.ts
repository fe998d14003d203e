// npm run gguf-speed -- --gguf FILE [--browser chromium|firefox] [--base-url URL --model NAME] [--rounds N] [--serve
// PORT] [--no-gpu]: measures how fast a GGUF model is inside the built extension. The file is added in the settings,
// like by a user. With the address of a llama.cpp server that has the same model, both are asked in turn, so that other
// load on the machine slows both. --serve offers the extension's model on loopback as a Chat Completions server until
// Ctrl+C, for example for npm run answers.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ggufContextWindow } from '../lib/contracts/models-in-browser.ts';
import { readingOfPage, textOfReading } from './answers/pages.ts';
import { type BrowserName, requireBrowser } from './browsers.ts';
import { buildShipped, SHIPPED } from './build-for-tests.ts';
import { startBridge } from './gguf-speed/bridge.ts';
import { type ExtensionModel, openExtensionModel } from './gguf-speed/extension-model.ts';
import { type AskedModel, type Measurement, measureAnswer, speedTable } from './gguf-speed/measure.ts';

/**
 * A page of the answers benchmark, and how many of its characters are read: about as much of a page as a slow model
 * gets.
 */
const PAGE = 'lighthouse';
const LENGTH = 1_500;

const USAGE = `usage: npm run gguf-speed -- --gguf FILE [--browser chromium|firefox] [--base-url URL --model NAME] [--rounds N]
                                [--serve PORT] [--no-gpu]
  --gguf      the model; again for each further file of one that is split
  --base-url  of a native llama.cpp server with the same model, and --model its name there, to be asked in turn
  --rounds    answers of each; 3 unless told otherwise
  --serve     offers the model on http://127.0.0.1:PORT/v1 until Ctrl+C
  --no-gpu    keeps to the processor where there is a graphics card`;

const options = readOptions();
if (options === null) {
  console.error(USAGE);
  process.exit(2);
}
try {
  await main(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// The PDF page's channel, which the pages of the answers benchmark import, would keep the process alive.
process.exit();

type Options = {
  files: string[];
  browser: BrowserName;
  native: Omit<AskedModel, 'fetch'> | null;
  rounds: number;
  port: number | null;
  usesGpu: boolean;
};

/** The options, or null if they are invalid. */
function readOptions(): Options | null {
  try {
    const { values } = parseArgs({
      options: {
        gguf: { type: 'string', multiple: true, default: [] },
        browser: { type: 'string', default: 'chromium' },
        'base-url': { type: 'string' },
        model: { type: 'string' },
        rounds: { type: 'string', default: '3' },
        serve: { type: 'string' },
        'no-gpu': { type: 'boolean', default: false },
      },
    });
    const { gguf: files, browser, 'base-url': url, model: modelId, 'no-gpu': isOffGpu } = values;
    const rounds = Number(values.rounds);
    const port = values.serve === undefined ? null : Number(values.serve);
    const isUsable =
      files.length > 0 &&
      (browser === 'chromium' || browser === 'firefox') &&
      (url === undefined) === (modelId === undefined) &&
      Number.isInteger(rounds) &&
      rounds > 0 &&
      (port === null || Number.isInteger(port));
    if (!isUsable) return null;
    const native = url === undefined || modelId === undefined ? null : { url: url.replace(/\/$/, ''), modelId };
    return { files, browser, native, rounds, port, usesGpu: !isOffGpu };
  } catch {
    return null;
  }
}

async function main({ files, browser, native, rounds, port, usesGpu }: Options): Promise<void> {
  for (const file of files) checkFile(file);
  requireBrowser(browser);
  await buildShipped(browser);
  const extension = await openExtensionModel(browser, { extensionDir: SHIPPED[browser], files, usesGpu });
  try {
    const loadMs = await extension.load();
    describe(extension, files, loadMs);
    const { modelId } = extension.model;
    const inside: AskedModel = { fetch: extension.fetch, url: 'in the extension', modelId };
    const measured = await measureAll([inside, ...(native === null ? [] : [{ ...native, fetch }])], rounds);
    console.log(`\n${speedTable(measured)}`);
    if (port !== null) await serve(extension, port, Object.values(measured)[0] ?? []);
  } finally {
    await extension.close();
  }
}

/** Throws an Error if the file does not exist, or is of another kind. The extension checks everything else. */
function checkFile(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${file}.`);
  const start = Buffer.alloc(4);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, start);
  closeSync(descriptor);
  if (start.toString('latin1') !== 'GGUF') throw new Error(`${file} is not a GGUF file.`);
}

function describe(extension: ExtensionModel, files: readonly string[], loadMs: number): void {
  const { model, browserVersion, addedMs, isIsolated, threads, isOnGpu } = extension;
  console.log(
    `${files.map((file) => path.basename(file)).join(', ')}, ${Math.round(model.bytes / 1e6)} MB, ${browserVersion}`,
  );
  console.log(`added in ${seconds(addedMs)}, loaded in ${seconds(loadMs)}`);
  const place = isOnGpu ? 'on the graphics card' : `on the processor with ${threads} of ${cpus().length} threads`;
  console.log(`${place}; cross-origin isolated: ${isIsolated ? 'yes' : 'no'}`);
}

/** Asks each model about the same text, in turns. Returns the results by the model's address. */
async function measureAll(models: readonly AskedModel[], rounds: number): Promise<Record<string, Measurement[]>> {
  const text = textOfReading(await readingOfPage(PAGE)).slice(0, LENGTH);
  const measured = Object.fromEntries(models.map(({ url }): [string, Measurement[]] => [url, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const model of models) {
      const load = loadavg()[0] ?? 0;
      const result = await measureAnswer(model, text);
      measured[model.url]?.push(result);
      const { read, written } = result;
      console.log(
        `round ${round}, ${model.url}: read ${read.toFixed(1)}, wrote ${written.toFixed(1)} tokens/s (load before: ${load.toFixed(1)})`,
      );
    }
  }
  return measured;
}

async function serve({ model, fetch }: ExtensionModel, port: number, measured: readonly Measurement[]): Promise<void> {
  const { modelId } = model;
  const bridge = await startBridge({ modelId, contextWindow: ggufContextWindow(model), fetch }, port);
  const speed = Math.round(Math.min(...measured.map(({ read }) => read)));
  console.log(`\n${bridge.url} until Ctrl+C. Its right answers:`);
  console.log(
    `npm run answers -- --base-url ${bridge.url} --model ${modelId} --arms page-first --reading-speed ${speed}`,
  );
  await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await bridge.close();
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
