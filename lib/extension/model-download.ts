import {
  type ModelDownloadEnd,
  ModelDownloadMessage,
  type ModelDownloadProgress,
  ModelRef,
} from '../contracts/index.ts';
import { askOnPort, onPagePort } from './page-port.ts';

/** Progress comes in many messages, and the download stops when its page is closed. So it has a port of its own. */
const PORT = 'model-download';

/** Lets a server download a model, from a page. Resolves when the download has ended; aborting `signal` stops it. */
export function runModelDownload(
  model: ModelRef,
  onProgress: (progress: ModelDownloadProgress) => void,
  signal: AbortSignal,
): Promise<ModelDownloadEnd> {
  return askOnPort<ModelDownloadEnd>(
    PORT,
    model,
    (message) => {
      const report = ModelDownloadMessage.parse(message);
      if (report.type !== 'progress') return report;
      onProgress(report);
    },
    () => {
      if (signal.aborted) return { type: 'stopped' };
      const reason = { type: 'no-answer-from-worker' } as const;
      return { type: 'failed', failure: { code: 'internal', reason, retryable: true } };
    },
    signal,
  );
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
