import type { PdfWorkerRequest } from '../../lib/page-reader/pdf/index.ts';
import { readPdf } from './read-pdf.ts';

const post: (message: unknown) => void = self.postMessage.bind(self);

self.addEventListener('message', ({ data }: MessageEvent<PdfWorkerRequest>) => {
  void readPdf(data, post).then(post);
});
