/** A part of an address without its percent-encoding; unchanged if the encoding is malformed, as in a file named `100%.pdf`. */
export function decodedComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
