import { type PlainKey, t } from '../i18n/index.ts';

/** Kinds of storage failure, from mild to severe. */
export type StorageFailureCode =
  /** There is no room for a write; everything else works. */
  | 'full'
  /** Another window has an older version open, so the upgrade has to wait. */
  | 'blocked'
  /** A newer version of Sidenote wrote the database. */
  | 'newer'
  /** The browser cannot open or read the database. */
  | 'broken'
  /** The database is broken, and a fallback is used until the browser restarts. */
  | 'temporary'
  /** The database was emptied from outside. */
  | 'emptied';

/** A storage failure as a value. `message` says what to do; `detail` is the browser's text. */
export type StorageFailure = { code: StorageFailureCode; message: string; detail: string };

const MESSAGES: Record<StorageFailureCode, PlainKey> = {
  full: 'storeFull',
  blocked: 'storeBlocked',
  newer: 'storeNewer',
  broken: 'storeBroken',
  temporary: 'storeTemporary',
  emptied: 'storeEmptied',
};

/** Failure of one kind, in words. */
export function createStorageFailure(code: StorageFailureCode, detail = ''): StorageFailure {
  return { code, message: t(MESSAGES[code]), detail };
}

/** The storage failure behind an error of Dexie or IndexedDB; null for other errors. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  for (const each of chainOf(error)) {
    const code = codeOf(each);
    if (code) return createStorageFailure(code, `${each.name}: ${each.message}`);
  }
  return null;
}

/** Chromium reports a full disk as UnknownError if the database's own files cannot grow. */
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

/** An error and its causes: Dexie keeps the browser's own error in `inner`, and those of a bulk write in `failures`. */
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

/** Includes DOMException, which is not an Error in every browser. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}
