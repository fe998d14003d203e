import { browser } from 'wxt/browser';
import {
  type ModelDownloadEnd,
  ModelDownloadMessage,
  type ModelDownloadProgress,
  ModelRef,
} from '../contracts/index.ts';
import { onPagePort } from './page-port.ts';

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
  onPagePort<ModelDownloadMessage>(PORT, async (message, post, signal) => {
    try {
      for await (const report of handle(ModelRef.parse(message), signal)) post(report);
    } catch (error) {
      const reason = { type: 'internal-error' } as const;
      post({ type: 'failed', failure: { code: 'internal', reason, detail: String(error), retryable: true } });
    }
  });
}
