import type { StorageFailure, StorageFailureCode } from '../contracts/index.ts';

/** Failure of one kind. */
export function createStorageFailure(code: StorageFailureCode, detail = ''): StorageFailure {
  return { code, detail };
}

/** The storage failure that an error of Dexie or IndexedDB stands for; null for other errors. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  for (const each of chainOf(error)) {
    const code = codeOf(each);
    if (code) return createStorageFailure(code, `${each.name}: ${each.message}`);
  }
  return null;
}

/** Disks that are full show as UnknownError in Chromium when the database's own files cannot grow. */
const NO_SPACE = /no.?space|disk.?full|quota/i;

function codeOf({ name, message }: Error): StorageFailureCode | null {
  switch (name) {
    case 'QuotaExceededError':
      return 'full';
    case 'VersionError':
      return 'newer';
    case 'UnknownError':
    case 'OpenFailedError':
    case 'MissingAPIError':
    case 'SecurityError':
    case 'InvalidStateError':
      return NO_SPACE.test(message) ? 'full' : 'broken';
    default:
      return null;
  }
}

/** An error and what it was made from: Dexie keeps the browser's own error in `inner`, and a bulk write's in `failures`. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  let next = error;
  while (isError(next) && !chain.includes(next)) {
    chain.push(next);
    const { inner, cause, failures } = next as { inner?: unknown; cause?: unknown; failures?: unknown[] };
    next = inner ?? cause ?? failures?.[0];
  }
  return chain;
}

/** DOMException counts too; it is no Error in every browser. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}
