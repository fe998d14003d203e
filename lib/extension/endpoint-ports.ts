import {
  ConnectionTestMessage,
  ConnectionTestTarget,
  type EndpointCheck,
  type ModelDownloadEnd,
  ModelDownloadMessage,
  type ModelDownloadProgress,
  ModelRef,
} from '../contracts/index.ts';
import { askOnPort, onPagePort } from './commands.ts';

/** The test sends many requests, reports each result, and ends when the page closes, so it has its own port. */
const TEST_PORT = 'connection-test';

/**
 * Runs the connection test of a model, from a page. `onCheck` receives each result; resolves when there are no more, or
 * when `signal` is aborted.
 */
export async function runConnectionTest(
  target: ConnectionTestTarget,
  onCheck: (check: EndpointCheck) => void,
  signal?: AbortSignal,
): Promise<void> {
  const end = await askOnPort(
    TEST_PORT,
    target,
    (message) => {
      const reported = ConnectionTestMessage.parse(message);
      if (reported.type === 'end') return 'ended';
      onCheck(reported.check);
    },
    () => 'interrupted',
    signal,
  );
  if (end === 'interrupted' && !signal?.aborted)
    onCheck({ check: 'reachable', result: 'failed', finding: { type: 'test-interrupted' } });
}

/** Answers in the worker. `signal` is aborted when the page is closed. */
export function onConnectionTest(
  handle: (target: ConnectionTestTarget, signal: AbortSignal) => AsyncIterable<EndpointCheck>,
): void {
  onPagePort<ConnectionTestMessage>(TEST_PORT, async (message, post, signal) => {
    const target = ConnectionTestTarget.parse(message);
    try {
      for await (const check of handle(target, signal)) post({ type: 'check', check });
    } catch (error) {
      const finding = { type: 'test-failed', detail: String(error) } as const;
      post({ type: 'check', check: { check: 'reachable', result: 'failed', finding } });
    }
    post({ type: 'end' });
  });
}

/** The download sends many progress messages and stops when its page is closed, so it has its own port. */
const DOWNLOAD_PORT = 'model-download';

/** Makes a server download a model, from a page. Resolves when the download has ended. Aborting `signal` stops it. */
export function runModelDownload(
  model: ModelRef,
  onProgress: (progress: ModelDownloadProgress) => void,
  signal: AbortSignal,
): Promise<ModelDownloadEnd> {
  return askOnPort<ModelDownloadEnd>(
    DOWNLOAD_PORT,
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
  onPagePort<ModelDownloadMessage>(DOWNLOAD_PORT, async (message, post, signal) => {
    try {
      for await (const report of handle(ModelRef.parse(message), signal)) post(report);
    } catch (error) {
      const reason = { type: 'internal-error' } as const;
      post({ type: 'failed', failure: { code: 'internal', reason, detail: String(error), retryable: true } });
    }
  });
}
