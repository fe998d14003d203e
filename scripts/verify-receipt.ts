// npm run verify-receipt -- FILE...: checks receipts saved by Sidenote, without Sidenote (docs/receipts.md). `--key ID`
// also expects all signatures to be made with that key. Ends with a line `N valid, N invalid`, and with status 1 if any
// is invalid.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ReceiptProblemCode } from '../lib/security/index.ts';
import { verifyReceipt } from '../lib/security/index.ts';

const PROBLEMS: Record<ReceiptProblemCode, string> = {
  'not-a-receipt': 'is not written as Sidenote writes it',
  version: 'is of a version that this script does not know',
  key: 'names a key that is not in the file, or has another id',
  signature: 'has a signature that is not valid',
  order: 'is missing, added or in another place',
  text: 'has a text, address or passage that was not recorded',
  bytes: 'was changed after the file was signed',
  'cut-off': 'is missing: the file ends before its last line',
};

const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
const counts = { valid: 0, invalid: 0 };
for (const file of positionals) {
  const { problems, chat, keys, at, requests, deleted, withoutText, reach } = await verifyReceipt(
    readFileSync(file, 'utf8'),
  );
  const otherKey = values.key !== undefined && keys.some((id) => id !== values.key);
  const isValid = problems.length === 0 && !otherKey;
  counts[isValid ? 'valid' : 'invalid'] += 1;
  console.log(`${file}: ${isValid ? 'valid' : 'INVALID'}`);
  for (const { line, code } of problems) console.log(`  line ${line} ${PROBLEMS[code]}`);
  if (otherKey) console.log(`  signed by ${keys.join(', ')}`);
  if (!isValid) continue;
  console.log(`  chat ${chat}, signed by ${keys.join(', ')}, written ${new Date(at).toISOString()}`);
  console.log(`  ${requests.length} requests, ${withoutText} of them without text; ${deleted} more were deleted`);
  for (const { entry } of requests)
    console.log(
      `  ${entry.n}. ${new Date(entry.at).toISOString()} ${entry.kind} ${entry.method} ${entry.origin} ${entry.bytes} bytes, ${entry.passages.length} passages, answer ${entry.run || '–'}`,
    );
  if (!reach.includes('elsewhere') && deleted === 0) console.log('  nothing left the computer');
}
console.log(`${counts.valid} valid, ${counts.invalid} invalid`);
process.exitCode = counts.invalid > 0 || positionals.length === 0 ? 1 : 0;
