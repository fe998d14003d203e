import type { StreamItem } from './chat-chunks.ts';

/**
 * Items as a response body, one event at a time and only when somebody reads. Errors with the signal's reason when
 * aborted; cancelling the body ends a pause too, so that no timer outlives its reader.
 */
export function pacedStream(
  items: Iterator<StreamItem>,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const cancelled = new AbortController();
  const stop = AbortSignal.any([signal, cancelled.signal]);
  return new ReadableStream(
    {
      async pull(controller) {
        for (let next = items.next(); !next.done; next = items.next()) {
          stop.throwIfAborted();
          if (next.value.type === 'data') {
            controller.enqueue(encoder.encode(next.value.text));
            return;
          }
          await sleep(next.value.ms, stop);
        }
        controller.close();
      },
      cancel(reason) {
        cancelled.abort(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
