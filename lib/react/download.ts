import { markdownHtml } from '../documents/index.ts';

/** After this time the browser has read the file, in milliseconds. */
const TAKEN_AFTER_MS = 60_000;

/** Downloads a file by clicking an invisible link. */
export function download(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_AFTER_MS);
}

/** Copies Markdown as formatted text, and as it is for fields that take plain text only. */
export function copyFormatted(markdown: string): Promise<void> {
  const types = {
    'text/html': new Blob([markdownHtml(markdown)], { type: 'text/html' }),
    'text/plain': new Blob([markdown], { type: 'text/plain' }),
  };
  return navigator.clipboard.write([new ClipboardItem(types)]);
}
