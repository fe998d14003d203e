import type { ReceiptFooter, ReceiptHeader, ReceiptLine } from '../../contracts/index.ts';
import { encodeHex, signedFile } from './receipt-hashes.ts';

/** Signs bytes with the key that has this id. Returns base64. */
export type Signer = { id: string; spki: string; sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<string> };

/**
 * Returns the text of a receipt file: one line of JSON each for the header, every request and the footer. `at` is when
 * it is written, in milliseconds since 1970.
 */
export async function receiptFile(
  header: ReceiptHeader,
  lines: readonly ReceiptLine[],
  { chain, at, signer }: { chain: string; at: number; signer: Signer },
): Promise<string> {
  const content = [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  const file = encodeHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content)));
  const closing = { requests: lines.length, chain, at, file };
  const footer: ReceiptFooter = { ...closing, key: signer.id, signature: await signer.sign(signedFile(closing)) };
  return `${content}${JSON.stringify(footer)}\n`;
}
