import type { Control } from './control.ts';

/** What is recorded of a chat's requests, and how a receipt is checked. */
export const RECEIPT_CONTROLS: readonly Control[] = [
  {
    promise: 9,
    name: 'a request is recorded before it is sent',
    file: 'lib/security/receipt/recording.ts',
    source: 'await record(answer, { ...about(), ...toRecordedRequest(input, init) });',
    without: '',
    test: {
      file: 'lib/storage/receipt-agreement.test.ts',
      name: 'the receipts of many runs and what arrived agree in every byte',
    },
  },
  {
    promise: 9,
    name: 'the request for a title is among what its answer sent',
    file: 'lib/worker/titles.ts',
    source: 'runId: answer.messageId, kind',
    without: "runId: '', kind",
    test: {
      file: 'lib/worker/titles.test.ts',
      name: 'the request for a title, which contains the answer, is recorded as one of that answer',
    },
  },
  {
    promise: 9,
    name: 'what is sent ahead of a question is among what its answer sent',
    file: 'lib/storage/receipts.ts',
    source: 'return [...sentAhead.toReversed(), ...rows];',
    without: 'return rows;',
    test: {
      file: 'lib/storage/receipts.test.ts',
      name: 'what an answer sent includes what was sent ahead of its question',
    },
  },
  {
    promise: 9,
    name: 'a receipt has names of headers, and no key',
    file: 'lib/security/receipt/recording.ts',
    source: '[...new Headers(headers).keys()]',
    without: '[...new Headers(headers).values()]',
    test: {
      file: 'lib/storage/receipt-agreement.test.ts',
      name: 'the receipts of many runs and what arrived agree in every byte',
    },
  },
  {
    promise: 9,
    name: 'hashes in a receipt are salted',
    file: 'lib/security/receipt/receipt-entry.ts',
    source: 'const salt = encodeHex(crypto.getRandomValues(new Uint8Array(16)));',
    without: "const salt = '0'.repeat(32);",
    test: {
      file: 'lib/security/receipt/verify-receipt.test.ts',
      name: 'tells nothing of a text that is not in it, since equal texts have different hashes',
    },
  },
  {
    promise: 9,
    name: 'what the user enters in a form of a server is not kept',
    file: 'lib/storage/receipts.ts',
    source: 'const isKept = request.isPrivate !== true;',
    without: 'const isKept = true;',
    test: { file: 'lib/storage/receipts.test.ts', name: 'has no text of a request that is too large, or private' },
  },
  {
    promise: 9,
    name: 'the receipt of a deleted answer keeps hashes alone',
    file: 'lib/storage/thread-log.ts',
    source: '  await deleteReceipts(db, threadId, ids);\n',
    without: '',
    test: {
      file: 'lib/storage/receipts.test.ts',
      name: 'keeps no text of an answer that was deleted, nor of later requests that repeat it, and can be checked still',
    },
  },
  {
    promise: 9,
    name: 'every signature of a receipt is checked',
    file: 'lib/security/receipt/verify-receipt.ts',
    source: 'await crypto.subtle.verify(SIGNING, key, signed, bytes)',
    without: 'signed.length + bytes.length > 0 && key.type === "public"',
    test: { file: 'lib/security/receipt/verify-receipt.test.ts', name: 'is found who leaves out the last request' },
  },
  {
    promise: 9,
    name: 'a name that sounds like this computer counts as another one',
    file: 'lib/contracts/receipt.ts',
    source: "hostKind(host) === 'loopback' ? 'this-computer' : 'elsewhere'",
    without: "hostKind(host) !== 'public' ? 'this-computer' : 'elsewhere'",
    test: {
      file: 'components/thread/sent-requests.test.tsx',
      name: 'an answer that reached the own network does not say so',
    },
  },
];
