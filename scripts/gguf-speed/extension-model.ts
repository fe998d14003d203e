import type { Page } from 'puppeteer-core';
import { chooseFiles } from '../../e2e/support/choose-file.ts';
import {
  GgufError,
  GgufModel,
  GgufReply,
  type GgufRequest,
  ggufThreads,
} from '../../lib/contracts/models-in-browser.ts';
import { hasGgufGpu } from '../../lib/extension/gguf-support.ts';
import { createGgufFetch } from '../../lib/model-api/local/gguf-fetch.ts';
import type { BrowserName } from '../browsers.ts';
import { launch, openExtensionPage } from '../launch.ts';

/** A model that runs inside the extension, in a browser started for it. */
export type ExtensionModel = {
  model: GgufModel;
  browserVersion: string;
  /** How long copying the files took, in milliseconds. */
  addedMs: number;
  isIsolated: boolean;
  threads: number;
  isOnGpu: boolean;
  /** Loads the model. Returns how long that took in milliseconds. */
  load(): Promise<number>;
  /** Answers Chat Completions requests at any address. */
  fetch: typeof fetch;
  close(): Promise<void>;
};

type Options = { extensionDir: string; files: readonly string[]; usesGpu: boolean };

/** Large files are copied into the browser's storage. */
const ADD_TIMEOUT_MS = 600_000;

/**
 * Firefox stops an idle background after 30 s, and with it every port of the extension, since each port is connected to
 * all of its pages. In the extension, a run keeps the background awake.
 */
const AWAKE = { 'extensions.background.idle.timeout': 24 * 3_600_000 };

/**
 * Starts a browser and adds the files of one model in the settings. Throws an Error with the settings' message if they
 * refuse it.
 */
export async function openExtensionModel(
  name: BrowserName,
  { extensionDir, files, usesGpu }: Options,
): Promise<ExtensionModel> {
  const launched = await launch(name, { extensionDir, headless: true, preferences: AWAKE });
  const { browser } = launched;
  try {
    const settings = await openExtensionPage(launched, 'options.html#gguf');
    const started = performance.now();
    await addFiles(settings, files);
    const addedMs = performance.now() - started;
    const model = await storedModel(settings);
    await openModelPage(settings);
    const { processors, isIsolated } = await settings.evaluate((address) => {
      const frame = document.querySelector<HTMLIFrameElement>(`iframe[src$="${address}"]`);
      return {
        processors: navigator.hardwareConcurrency,
        isIsolated: frame?.contentWindow?.crossOriginIsolated ?? false,
      };
    }, MODEL_PAGE);
    const about = { model, usesGpu };
    return {
      model,
      browserVersion: await browser.version(),
      addedMs,
      isIsolated,
      threads: ggufThreads(processors, isIsolated),
      isOnGpu: usesGpu && (await settings.evaluate(hasGgufGpu)),
      async load() {
        const loading = performance.now();
        for await (const reply of ask(settings, { type: 'load', ...about }, new AbortController().signal)) {
          if (reply.type === 'gpu-failed') console.error('The graphics card failed; the processor is used.');
        }
        return performance.now() - loading;
      },
      fetch: createGgufFetch((body, signal) => ask(settings, { type: 'answer', ...about, body }, signal)),
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function addFiles(settings: Page, files: readonly string[]): Promise<void> {
  await chooseFiles(settings, 'input[accept=".gguf"]', ...files);
  const report = await settings.waitForSelector('.gguf-models :is([role="status"], [role="alert"])', {
    timeout: ADD_TIMEOUT_MS,
  });
  const { isError, text } = (await report?.evaluate((element) => ({
    isError: element.role === 'alert' || element.getAttribute('role') === 'alert',
    text: element.textContent,
  }))) ?? { isError: true, text: '' };
  if (isError) throw new Error(`The extension refused the file: ${text}`);
}

async function storedModel(settings: Page): Promise<GgufModel> {
  const models: unknown = await settings.evaluate(async () => {
    const { browser, chrome } = globalThis as unknown as Record<'browser' | 'chrome', ExtensionApi | undefined>;
    return (await (browser ?? chrome)?.storage.local.get('ggufModels'))?.ggufModels;
  });
  const [model] = GgufModel.array().parse(models);
  if (model === undefined) throw new Error('The extension has not stored the model.');
  return model;
}

type ExtensionApi = {
  storage: { local: { get(key: string): Promise<Record<string, unknown>> } };
  runtime: { connect(options: { name: string }): Port };
};
type Port = {
  postMessage(message: unknown): void;
  disconnect(): void;
  onMessage: { addListener(listener: (message: unknown) => void): void };
  onDisconnect: { addListener(listener: () => void): void };
};

const MODEL_PAGE = '/gguf.html';

/**
 * Opens the page that runs models in a frame of the settings, unless it is open. In the extension, it is in the
 * offscreen document or the background page, which drivers cannot reach in Firefox, and which the browser stops when
 * the extension is idle.
 */
function openModelPage(settings: Page): Promise<void> {
  return settings.evaluate(async (address) => {
    if (document.querySelector(`iframe[src$="${address}"]`) !== null) return;
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    // The page removes itself after an idle time. It finds its frame by its whole address.
    frame.src = new URL(address, location.href).href;
    document.body.append(frame);
    await loaded;
  }, MODEL_PAGE);
}

/** Yields the replies to a request until they end. Throws an Error, or the reason of `signal`. */
async function* ask(settings: Page, request: GgufRequest, signal: AbortSignal): AsyncGenerator<GgufReply> {
  await openModelPage(settings);
  const id = crypto.randomUUID();
  await settings.evaluate(openPort, id, request);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { replies, isGone } = await settings.evaluate(takeReplies, id);
      for (const each of replies) {
        const reply = GgufReply.parse(each);
        if (reply.type === 'failed') throw new GgufError(reply.problem, reply.detail);
        yield reply;
        if (reply.type === 'done' || reply.type === 'refused') return;
      }
      if (isGone) throw new Error('The page that runs models closed the connection.');
    }
  } finally {
    await settings.evaluate(closePort, id);
  }
}

/** State that the functions below keep in the settings page, by request. */
type OpenPorts = Record<string, { port: Port; replies: unknown[]; isGone: boolean; wake: () => void }>;

function openPort(id: string, request: unknown): void {
  const scope = globalThis as unknown as Record<'browser' | 'chrome', ExtensionApi> & { ggufPorts?: OpenPorts };
  const port = (scope.browser ?? scope.chrome).runtime.connect({ name: 'gguf' });
  const open = { port, replies: [] as unknown[], isGone: false, wake: () => undefined };
  scope.ggufPorts = { ...scope.ggufPorts, [id]: open };
  port.onMessage.addListener((message) => {
    open.replies.push(message);
    open.wake();
  });
  port.onDisconnect.addListener(() => {
    open.isGone = true;
    open.wake();
  });
  port.postMessage(request);
}

/**
 * Waits for replies, and returns without any after some time, since drivers limit how long they wait for a function.
 */
async function takeReplies(id: string): Promise<{ replies: unknown[]; isGone: boolean }> {
  const open = (globalThis as unknown as { ggufPorts: OpenPorts }).ggufPorts[id];
  if (open === undefined) return { replies: [], isGone: true };
  if (open.replies.length === 0 && !open.isGone) {
    await new Promise<void>((resolve) => {
      open.wake = resolve;
      setTimeout(resolve, 1_000);
    });
  }
  return { replies: open.replies.splice(0), isGone: open.isGone };
}

function closePort(id: string): void {
  const { ggufPorts } = globalThis as unknown as { ggufPorts: OpenPorts };
  ggufPorts[id]?.port.disconnect();
  delete ggufPorts[id];
}
