/**
 * Decodes the percent-encoding in a part of an address. Unchanged if the encoding is malformed, as in a file named
 * `100%.pdf`.
 */
export function decodedComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
