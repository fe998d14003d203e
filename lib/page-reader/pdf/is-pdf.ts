/** Whether the bytes are a PDF. Content types and file names are unreliable, but a PDF begins with its signature. */
export function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-';
}
