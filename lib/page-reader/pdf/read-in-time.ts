import { PDF_PAGES_AT_ONCE, PDF_SLOW, type PdfPageRead, type PdfReply, type PdfRequest } from './pdf-request.ts';

export type PdfWorkerRequest = PdfRequest & { maxPages: number };

/** Time after which a worker is terminated, in milliseconds. */
const LIMIT_MS = 15_000;

/** The methods of a `Worker` that are used here. It reads one document. */
type PdfWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

/**
 * Reads a document in its own worker, which is terminated if one page takes too long: a page of 146 KB can expand to a
 * minute's work. The pages before that page are then read again without it.
 */
export async function readPdfInTime(
  request: PdfRequest,
  startWorker: () => PdfWorker,
  onPage: (page: PdfPageRead) => void,
): Promise<PdfReply> {
  let count = 0;
  const countPage = (page: PdfPageRead) => {
    count += 1;
    onPage(page);
  };
  const reply = await readOnce({ ...request, maxPages: PDF_PAGES_AT_ONCE }, startWorker(), countPage);
  if (reply !== null) return reply;
  const again = count > 0 ? await readOnce({ ...request, maxPages: count }, startWorker(), () => undefined) : null;
  return again ?? { id: request.id, ...PDF_SLOW };
}

/** Reads the document once. Null if the worker had to be terminated. */
async function readOnce(
  request: PdfWorkerRequest,
  worker: PdfWorker,
  onPage: (page: PdfPageRead) => void,
): Promise<PdfReply | null> {
  const { promise, resolve } = Promise.withResolvers<PdfReply | null>();
  worker.addEventListener('message', ((event: MessageEvent<PdfPageRead | PdfReply>) => {
    // pdf.js also posts messages from the worker.
    if (event.data.id !== request.id) return;
    if ('number' in event.data) onPage(event.data);
    else resolve(event.data);
  }) as EventListener);
  // For example, out of memory.
  worker.addEventListener('error', () => resolve(null));
  const timer = setTimeout(() => resolve(null), LIMIT_MS);
  worker.postMessage(request);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
