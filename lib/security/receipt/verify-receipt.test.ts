import { beforeAll, describe, expect, test } from 'vitest';
import { IS_FULL } from '../../../e2e/support/scale.ts';
import { randomFrom } from '../../../scripts/random.ts';
import type { ReceiptFooter, ReceiptHeader, ReceiptLine } from '../../contracts/receipt.ts';
import { createSigner, SAMPLE_REQUESTS, sampleLines, sampleReceipt } from '../../testing/security/receipt-samples.ts';
import { receiptFile, type Signer } from './receipt-file.ts';
import { chainStart, entryHash, nextInChain, sha256 } from './receipt-hashes.ts';
import { verifyReceipt } from './verify-receipt.ts';

let signer: Signer;
let file: string;
beforeAll(async () => {
  signer = await createSigner();
  file = await sampleReceipt(signer);
});

const listProblemCodes = async (text: string) => new Set((await verifyReceipt(text)).problems.map(({ code }) => code));

describe('a receipt', () => {
  test('is valid as written, and says what was sent to whom', async () => {
    const check = await verifyReceipt(file);
    expect(check).toMatchObject({ problems: [], chat: 'chat', keys: [signer.id], at: 1_764_000_009_000, deleted: 1 });
    expect(check.requests.map(({ entry }) => [entry.kind, entry.origin, entry.bytes])).toEqual([
      ['model', 'https://api.example.com', '/v1/chat/completions'.length + String(SAMPLE_REQUESTS[0]?.body).length],
      ['search', 'https://search.example', '/search?q=tide+table'.length],
      ['page', 'http://127.0.0.1:8080', '/%C3%BC'.length],
    ]);
    expect(check.reach).toEqual(['elsewhere', 'this-computer']);
  });

  test('names headers, and has no value of any', () => {
    expect(file).toContain('"headers":["authorization","content-type"]');
  });

  test('tells nothing of a text that is not in it, since equal texts have different hashes', async () => {
    const again = await sampleReceipt(signer);
    const hashes = (text: string) =>
      [...text.matchAll(/"(?:address|body|page|text)":"[0-9a-f]{64}"/g)].map(([hash]) => hash);
    expect(hashes(file).length).toBeGreaterThan(5);
    expect(hashes(file).filter((hash) => hashes(again).includes(hash))).toEqual([]);
  });

  test('of another version is named as that', async () => {
    expect(await listProblemCodes(file.replace('"version":1', '"version":2'))).toEqual(new Set(['version']));
  });

  test.each(['', '\n', '{}', 'null\n[]\n', '{"format":"sidenote-receipt"}\n'])('is not %j', async (text) => {
    expect((await verifyReceipt(text)).problems).not.toEqual([]);
  });
});

/** A change to a file by somebody without the key. */
type Change = { name: string; change: (file: string) => string };

/** Single changes, cuts and swaps. They are the same in every run. */
function changes(count: number): Change[] {
  const random = randomFrom(39);
  const below = (limit: number) => Math.floor(random() * limit);
  const kinds: ((text: string) => Change)[] = [
    (text) => {
      const at = below(text.length);
      const unit = String.fromCharCode(32 + below(95));
      return { name: `${JSON.stringify(unit)} at ${at}`, change: (all) => all.slice(0, at) + unit + all.slice(at + 1) };
    },
    (text) => {
      const at = below(text.length);
      return { name: `nothing at ${at}`, change: (all) => all.slice(0, at) + all.slice(at + 1) };
    },
    (text) => {
      const at = below(text.length + 1);
      const unit = String.fromCharCode(32 + below(95));
      return {
        name: `another ${JSON.stringify(unit)} at ${at}`,
        change: (all) => all.slice(0, at) + unit + all.slice(at),
      };
    },
    (text) => {
      const at = below(text.length);
      return { name: `cut at ${at}`, change: (all) => all.slice(0, at) };
    },
    (text) => {
      const lines = text.split('\n').length - 1;
      const at = below(lines);
      return { name: `without line ${at}`, change: (all) => all.split('\n').toSpliced(at, 1).join('\n') };
    },
    (text) => {
      const lines = text.split('\n').length - 1;
      const [one, other] = [below(lines), below(lines)];
      const swap = (all: string) => {
        const parts = all.split('\n');
        [parts[one], parts[other]] = [parts[other] ?? '', parts[one] ?? ''];
        return parts.join('\n');
      };
      return { name: `lines ${one} and ${other} swapped`, change: swap };
    },
    (text) => {
      const lines = text.split('\n').length - 1;
      const at = below(lines);
      const twice = (all: string) =>
        all
          .split('\n')
          .toSpliced(at, 0, all.split('\n')[at] ?? '')
          .join('\n');
      return { name: `line ${at} twice`, change: twice };
    },
    (text) => {
      const [one, other] = [below(text.length), below(text.length)];
      const swap = (all: string) => {
        const units = [...all];
        [units[one], units[other]] = [units[other] ?? '', units[one] ?? ''];
        return units.join('');
      };
      return { name: `characters ${one} and ${other} swapped`, change: swap };
    },
  ];
  return Array.from(
    { length: count },
    (_, index) => kinds[index % kinds.length]?.(file) ?? { name: '', change: String },
  );
}

test('a change, cut or swap anywhere is detected', async () => {
  const missed: string[] = [];
  let tried = 0;
  for (const { name, change } of changes(IS_FULL ? 10_000 : 400)) {
    const changed = change(file);
    if (changed === file) continue;
    tried += 1;
    if ((await verifyReceipt(changed)).problems.length === 0) missed.push(name);
  }
  expect(missed).toEqual([]);
  expect(tried).toBeGreaterThan(IS_FULL ? 9_000 : 300);
});

describe('somebody who computes all hashes again, but does not have the key', () => {
  /** The file with these lines. Its hashes are correct, and its signatures are those of the original. */
  async function forged(change: (lines: ReceiptLine[]) => ReceiptLine[]): Promise<string> {
    const [header, ...rest] = file.trimEnd().split('\n');
    const footer = JSON.parse(rest.pop() ?? '') as ReceiptFooter;
    const lines = change(rest.map((line) => JSON.parse(line) as ReceiptLine));
    let chain = await chainStart((JSON.parse(header ?? '') as ReceiptHeader).chat);
    for (const line of lines)
      chain = await nextInChain(chain, 'entry' in line ? await entryHash(line.entry) : line.deleted);
    const content = [header, ...lines.map((line) => JSON.stringify(line))].map((line) => `${line}\n`).join('');
    const closing = { ...footer, requests: lines.length, chain, file: await sha256(content) };
    return `${content}${JSON.stringify(closing)}\n`;
  }

  test('passes for the writer only with the lines as they were', async () => {
    expect((await verifyReceipt(await forged((lines) => lines))).problems).toEqual([]);
  });

  test.each<[string, (lines: ReceiptLine[]) => ReceiptLine[]]>([
    ['leaves out the last request', (lines) => lines.slice(0, -1)],
    ['leaves out the first request', (lines) => lines.slice(1)],
    ['swaps two requests', ([one, two, ...others]) => [two, one, ...others] as ReceiptLine[]],
    [
      'says that a request was deleted',
      ([, ...others]) => [{ n: 1, deleted: 'a'.repeat(64), key: signer.id, signature: '' }, ...others],
    ],
    ['drops a text', ([first, ...others]) => [{ ...first, details: null } as ReceiptLine, ...others]],
    [
      'names another origin',
      ([first, ...others]) => {
        const line = first as Extract<ReceiptLine, { entry: unknown }>;
        return [{ ...line, entry: { ...line.entry, origin: 'http://127.0.0.1' } }, ...others];
      },
    ],
  ])('is found who %s', async (_name, change) => {
    expect(await listProblemCodes(await forged(change))).toContain('signature');
  });
});

test('a receipt that is signed by another key is valid, and names that key', async () => {
  const other = await createSigner();
  const check = await verifyReceipt(await sampleReceipt(other));
  expect(check.problems).toEqual([]);
  expect(check.keys).toEqual([other.id]);
  expect(other.id).not.toBe(signer.id);
});

test('a receipt passes for no other chat', async () => {
  expect(await listProblemCodes(file.replace('"chat":"chat"', '"chat":"shot"'))).toContain('signature');
});

test.each(['page', 'salt', 'address', 'body'])('details with another %s are those of no request', async (what) => {
  const { lines, chain } = await sampleLines(signer, 'chat');
  const [first, ...others] = lines as Extract<ReceiptLine, { entry: unknown }>[];
  if (!first?.details) throw new Error('The first request has no details.');
  const details = { ...first.details };
  if (what === 'page') details.pages = ['https://other.example/'];
  if (what === 'salt') details.salt = '0'.repeat(32);
  if (what === 'address') details.address += '?';
  if (what === 'body') details.body = { text: '{}' };
  const keys = [{ id: signer.id, spki: signer.spki }];
  const header: ReceiptHeader = { format: 'sidenote-receipt', version: 1, chat: 'chat', keys };
  const signed = await receiptFile(header, [{ ...first, details }, ...others], { chain, at: 1, signer });
  expect(await listProblemCodes(signed)).toEqual(new Set(['text']));
});
