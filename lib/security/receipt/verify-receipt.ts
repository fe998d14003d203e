import {
  classifyReach,
  decodeBase64,
  encodeBase64,
  parseJson,
  type Reach,
  type ReceiptDetails,
  type ReceiptEntry,
  ReceiptFooter,
  ReceiptHeader,
  ReceiptLine,
} from '../../contracts/index.ts';
import { originIn, target, textInSpan } from './receipt-entry.ts';
import {
  byteLength,
  chainStart,
  encodeHex,
  entryHash,
  keyId,
  nextInChain,
  SIGNING,
  saltedHash,
  signedChain,
  signedFile,
} from './receipt-hashes.ts';

/** A problem of a receipt. `line` counts from 1. */
export type ReceiptProblem = { line: number; code: ReceiptProblemCode };
export type ReceiptProblemCode =
  /** Not a line of a receipt, or not in the exact form that Sidenote writes. */
  | 'not-a-receipt'
  /** A newer version of the format. */
  | 'version'
  /** The id of a key does not belong to it, or a signature names a key that is not in the file. */
  | 'key'
  | 'signature'
  /** Lines are missing, added or in another order. */
  | 'order'
  /** The text, address or a passage is not the one that was recorded. */
  | 'text'
  /** The bytes of the file are not those that were signed. */
  | 'bytes'
  /** The file ends before its last line. */
  | 'cut-off';

/** `deleted` are requests whose answers the user deleted, `withoutText` requests whose text is not in the file. */
export type ReceiptCheck = {
  problems: ReceiptProblem[];
  chat: string;
  /** The ids of the keys that signed. */
  keys: string[];
  /** When the file was written, in milliseconds since 1970. 0 if that is unknown. */
  at: number;
  requests: { entry: ReceiptEntry; details: ReceiptDetails | null }[];
  deleted: number;
  withoutText: number;
  reach: Reach[];
};

type PublicKeys = ReadonlyMap<string, CryptoKey>;

/** Checks everything in a receipt file that can be checked without Sidenote. Never throws. */
export async function verifyReceipt(file: string): Promise<ReceiptCheck> {
  const lines = file.split('\n');
  const check: ReceiptCheck = {
    problems: [],
    chat: '',
    keys: [],
    at: 0,
    requests: [],
    deleted: 0,
    withoutText: 0,
    reach: [],
  };
  const report = (line: number, code: ReceiptProblemCode) => check.problems.push({ line, code });
  // A complete file ends with a line feed.
  if (lines.pop() !== '' || lines.length < 2) report(lines.length + 1, 'cut-off');
  const header = read(lines[0] ?? '', ReceiptHeader);
  if (header === null) {
    report(1, isNewer(lines[0] ?? '') ? 'version' : 'not-a-receipt');
    return check;
  }
  check.chat = header.chat;
  const publicKeys = await readKeys(header);
  if (publicKeys.size !== header.keys.length) report(1, 'key');
  check.keys = [...publicKeys.keys()];
  const footer = read(lines.at(-1) ?? '', ReceiptFooter);
  if (footer === null) report(lines.length, 'cut-off');
  const middle = lines.slice(1, footer === null ? undefined : -1);
  const chain = await verifyLines(middle, { check, publicKeys, report });
  if (footer !== null) {
    check.at = footer.at;
    const content = lines.slice(0, -1).map((line) => `${line}\n`);
    for (const code of await verifyFooter(footer, content.join(''), { chain, count: middle.length, publicKeys }))
      report(lines.length, code);
  }
  return check;
}

/** Verifies the requests in order. Returns the hash of their chain. */
async function verifyLines(
  lines: readonly string[],
  { check, publicKeys, report }: { check: ReceiptCheck; publicKeys: PublicKeys; report: Report },
): Promise<string> {
  let chain = await chainStart(check.chat);
  for (const [index, text] of lines.entries()) {
    const at = index + 2;
    const line = read(text, ReceiptLine);
    if (line === null) {
      report(at, 'not-a-receipt');
      continue;
    }
    const n = 'deleted' in line ? line.n : line.entry.n;
    if (n !== index + 1) report(at, 'order');
    chain = await nextInChain(chain, 'deleted' in line ? line.deleted : await entryHash(line.entry));
    const publicKey = publicKeys.get(line.key);
    if (publicKey === undefined) report(at, 'key');
    else if (!(await isSigned(publicKey, line.signature, signedChain(chain)))) report(at, 'signature');
    if ('deleted' in line) {
      check.deleted += 1;
      continue;
    }
    const { entry, details } = line;
    check.requests.push({ entry, details });
    if (details === null || 'gap' in details.body) check.withoutText += 1;
    const reach = classifyReach(entry.origin);
    if (!check.reach.includes(reach)) check.reach.push(reach);
    if (details !== null && !(await isOfEntry(details, entry))) report(at, 'text');
  }
  return chain;
}

type Report = (line: number, code: ReceiptProblemCode) => void;

/** Parses a line in the exact form that Sidenote writes. Null for any other line. */
function read<Value>(text: string, schema: { safeParse(value: unknown): { data?: Value | undefined } }): Value | null {
  const { data } = schema.safeParse(parseJson(text));
  return data !== undefined && JSON.stringify(data) === text ? data : null;
}

function isNewer(text: string): boolean {
  const value = parseJson(text) as Partial<ReceiptHeader> | undefined;
  return value?.format === 'sidenote-receipt' && value.version !== 1;
}

async function readKeys({ keys }: ReceiptHeader): Promise<PublicKeys> {
  const publicKeys = new Map<string, CryptoKey>();
  for (const { id, spki } of keys) {
    try {
      if ((await keyId(spki)) !== id) continue;
      publicKeys.set(id, await crypto.subtle.importKey('spki', decodeBase64(spki), SIGNING, false, ['verify']));
    } catch {
      // The key counts as missing.
    }
  }
  return publicKeys;
}

async function isSigned(key: CryptoKey, signature: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    const signed = decodeBase64(signature);
    // Base64 can encode the same bytes in several ways.
    return encodeBase64(signed) === signature && (await crypto.subtle.verify(SIGNING, key, signed, bytes));
  } catch {
    return false;
  }
}

async function verifyFooter(
  footer: ReceiptFooter,
  content: string,
  { chain, count, publicKeys }: { chain: string; count: number; publicKeys: PublicKeys },
): Promise<ReceiptProblemCode[]> {
  const codes: ReceiptProblemCode[] = [];
  if (footer.requests !== count || footer.chain !== chain) codes.push('order');
  const hash = encodeHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content)));
  if (hash !== footer.file) codes.push('bytes');
  const publicKey = publicKeys.get(footer.key);
  if (publicKey === undefined) codes.push('key');
  else if (!(await isSigned(publicKey, footer.signature, signedFile(footer)))) codes.push('signature');
  return codes;
}

/** Whether the address, text and passages match the hashes of the entry. */
async function isOfEntry({ salt, address, pages, spans, body }: ReceiptDetails, entry: ReceiptEntry): Promise<boolean> {
  if (originIn(address) !== entry.origin || (await saltedHash(salt, 'address', address)) !== entry.address)
    return false;
  if (pages.length !== entry.passages.length || spans.length !== pages.length) return false;
  const pageHashes = await Promise.all(pages.map((page) => saltedHash(salt, 'page', page)));
  if (entry.passages.some(({ page }, index) => page !== pageHashes[index])) return false;
  if ('gap' in body) return true;
  if ((await saltedHash(salt, 'body', body.text)) !== entry.body) return false;
  if (byteLength(target(address)) + byteLength(body.text) !== entry.bytes) return false;
  const texts = spans.map((span) => (span === null ? null : textInSpan(body.text, span)));
  const hashes = await Promise.all(texts.map((text) => saltedHash(salt, 'passage', text ?? '')));
  return spans.every((span, index) => span === null || hashes[index] === entry.passages[index]?.text);
}
