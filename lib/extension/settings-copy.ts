const NAME = 'sidenote-settings';
const TABLE = 'settings';

/**
 * A copy of the settings in a small database of its own. Firefox keeps `storage.local` in another file, which can break while
 * IndexedDB works (MetaMask#9196, #10091). Rejects if this database cannot be used either.
 */
export async function copySetting(key: string, value: unknown): Promise<void> {
  await inCopy('readwrite', (table) => table.put(value, key));
}

/** The last copy, or undefined. */
export function copiedSetting(key: string): Promise<unknown> {
  return inCopy('readonly', (table) => table.get(key));
}

export async function forgetCopy(key: string): Promise<void> {
  await inCopy('readwrite', (table) => table.delete(key));
}

async function inCopy<Result>(
  mode: IDBTransactionMode,
  request: (table: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(NAME);
  opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
  const db = await settled(opening);
  try {
    return await settled(request(db.transaction(TABLE, mode).objectStore(TABLE)));
  } finally {
    db.close();
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
