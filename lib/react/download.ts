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

/** A file name from a title, valid on every system, with the date. */
export function fileNameOf(title: string, date: Date, extension: string): string {
  const words = title
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, 8)
    .join('-')
    .toLowerCase()
    .slice(0, 60);
  return `${words || 'chat'}-${date.toISOString().slice(0, 10)}.${extension}`;
}
