import { browser } from 'wxt/browser';
import type { ModelDownloadEnd } from '../contracts/index.ts';
import { ModelDownloadMessage, type ModelDownloadProgress, ModelRef } from '../contracts/index.ts';
import { isOwnPage } from './commands.ts';

/** Progress comes in many messages, and the download stops when its page is closed. So it has a port of its own. */
const PORT = 'model-download';

/** Lets a server download a model, from a page. Resolves when the download has ended; aborting `signal` stops it. */
export function runModelDownload(
  model: ModelRef,
  onProgress: (progress: ModelDownloadProgress) => void,
  signal: AbortSignal,
): Promise<ModelDownloadEnd> {
  const { promise, resolve } = Promise.withResolvers<ModelDownloadEnd>();
  const port = browser.runtime.connect({ name: PORT });
  signal.addEventListener('abort', () => {
    port.disconnect();
    resolve({ type: 'stopped' });
  });
  port.onMessage.addListener((message: unknown) => {
    const report = ModelDownloadMessage.parse(message);
    if (report.type === 'progress') return onProgress(report);
    port.disconnect();
    resolve(report);
  });
  port.onDisconnect.addListener(() => {
    const reason = { type: 'no-answer-from-worker' } as const;
    resolve({ type: 'failed', failure: { code: 'internal', reason, retryable: true } });
  });
  port.postMessage(model);
  return promise;
}

/** Answers in the worker. `signal` is aborted when the user stops the download or closes the page. */
export function onModelDownload(
  handle: (model: ModelRef, signal: AbortSignal) => AsyncIterable<ModelDownloadMessage>,
): void {
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== PORT || port.sender === undefined || !isOwnPage(port.sender)) return;
    const stop = new AbortController();
    port.onDisconnect.addListener(() => stop.abort());
    port.onMessage.addListener((message: unknown) => {
      void (async () => {
        for await (const report of handle(ModelRef.parse(message), stop.signal)) {
          if (!stop.signal.aborted) port.postMessage(report);
        }
      })().catch((error: unknown) => {
        const reason = { type: 'internal-error' } as const;
        const failure = { code: 'internal', reason, detail: String(error), retryable: true } as const;
        if (!stop.signal.aborted) port.postMessage({ type: 'failed', failure } satisfies ModelDownloadMessage);
      });
    });
  });
}
