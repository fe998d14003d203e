import { encodeBase64 } from '../../contracts/encoding.ts';
import type { OutgoingRequest, ReceiptHeader, ReceiptLine } from '../../contracts/receipt.ts';
import { receiptEntry } from '../../security/receipt/receipt-entry.ts';
import { receiptFile, type Signer } from '../../security/receipt/receipt-file.ts';
import {
  chainStart,
  entryHash,
  keyId,
  nextInChain,
  SIGNING,
  signedChain,
} from '../../security/receipt/receipt-hashes.ts';

/** A key with which an installation signs receipts. */
export async function createSigner(): Promise<Signer> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(SIGNING, false, ['sign', 'verify']);
  const spki = encodeBase64(new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)));
  const sign = async (bytes: Uint8Array<ArrayBuffer>) =>
    encodeBase64(new Uint8Array(await crypto.subtle.sign(SIGNING, privateKey, bytes)));
  return { id: await keyId(spki), spki, sign };
}

const PAGE = 'High water is at 14:20.\n"Spring tides" come twice a month.';

export const SAMPLE_REQUESTS: readonly OutgoingRequest[] = [
  {
    kind: 'model',
    method: 'POST',
    url: 'https://api.example.com/v1/chat/completions',
    headers: ['content-type', 'Authorization'],
    body: JSON.stringify({ model: 'plain', messages: [{ role: 'user', content: `The page:\n${PAGE}\nWhen?` }] }),
    passages: [{ page: 'https://tides.example/today?at=1', ranges: [{ from: 0, to: 2 }], count: 9, text: PAGE }],
  },
  { kind: 'search', method: 'GET', url: 'https://search.example/search?q=tide+table', headers: [], body: null },
  { kind: 'page', method: 'GET', url: 'http://127.0.0.1:8080/ü#part', headers: ['accept'], body: null },
  { kind: 'mcp', method: 'POST', url: 'https://mcp.example/', headers: [], body: '{"jsonrpc":"2.0"}', isPrivate: true },
];

/** The lines of a receipt with these requests, the last of which is deleted. */
export async function sampleLines(
  signer: Signer,
  chat: string,
  requests: readonly OutgoingRequest[] = SAMPLE_REQUESTS,
): Promise<{ lines: ReceiptLine[]; chain: string }> {
  let chain = await chainStart(chat);
  const lines: ReceiptLine[] = [];
  for (const [index, request] of requests.entries()) {
    const n = index + 1;
    const { entry, details } = await receiptEntry(request, { n, at: 1_764_000_000_000 + n, run: 'answer' });
    const hash = await entryHash(entry);
    chain = await nextInChain(chain, hash);
    const signed = { key: signer.id, signature: await signer.sign(signedChain(chain)) };
    const body = request.isPrivate ? ({ gap: 'private' } as const) : { text: request.body ?? '' };
    const { salt, address, pages, spans } = details;
    if (n === requests.length) lines.push({ n, deleted: hash, ...signed });
    else lines.push({ entry, ...signed, details: { salt, address, pages, spans, body } });
  }
  return { lines, chain };
}

/** A receipt file of the sample requests. */
export async function sampleReceipt(signer: Signer, chat = 'chat'): Promise<string> {
  const { lines, chain } = await sampleLines(signer, chat);
  const header: ReceiptHeader = {
    format: 'sidenote-receipt',
    version: 1,
    chat,
    keys: [{ id: signer.id, spki: signer.spki }],
  };
  return receiptFile(header, lines, { chain, at: 1_764_000_009_000, signer });
}
