import { storage } from 'wxt/utils/storage';
import { sessionKey } from './browser-session.ts';

/**
 * Asks the browser not to evict stored data. With `unlimitedStorage` in the manifest, Firefox grants it without a
 * prompt (the permission includes `persistent-storage`), and Chromium never prompts, so this may be called with every
 * message. Only pages can ask. A refusal makes no difference: the permission alone already exempts from quota.
 */
export async function requestPersistentStorage(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch (error) {
    // If storage is disabled, as in some private windows, there is nothing to keep.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * The name of the fallback database in use until the browser restarts; null for the usual one. Observed by pages and
 * worker.
 */
export const fallbackDatabase = storage.defineItem<string | null>(sessionKey('spareStore'), { fallback: null });

/** Chromium's Storage Buckets API, which the shared types lack. */
type StorageBuckets = {
  open(name: string): Promise<{ indexedDB: IDBFactory }>;
  keys(): Promise<string[]>;
  delete(name: string): Promise<void>;
};

const BUCKET = 'spare-';
const NAME = 'sidenote-spare-';

/**
 * Calls `move` with the current database, and again whenever it changes. Resolves after the first call, before which
 * the database must not be used.
 */
export async function watchFallbackDatabase(
  move: (fallback: { factory: IDBFactory; name: string } | null) => void,
): Promise<void> {
  const place = async (id: string | null) => move(id === null ? null : await locateDatabase(id));
  fallbackDatabase.watch((id) => void place(id));
  await place(await fallbackDatabase.getValue());
}

/**
 * Chromium stores all databases of the default bucket together, so a fallback needs its own bucket; Firefox has a file
 * for each.
 */
async function locateDatabase(id: string): Promise<{ factory: IDBFactory; name: string }> {
  const buckets = storageBuckets();
  if (buckets === null) return { factory: indexedDB, name: `${NAME}${id}` };
  return { factory: (await buckets.open(`${BUCKET}${id}`)).indexedDB, name: `${NAME}${id}` };
}

/** Deletes fallback databases of earlier browser sessions. */
export async function deleteFallbackDatabases(): Promise<void> {
  const current = await fallbackDatabase.getValue();
  const isOld = (name: string, prefix: string) => name.startsWith(prefix) && name !== `${prefix}${current}`;
  const buckets = storageBuckets();
  for (const name of (await buckets?.keys()) ?? []) if (isOld(name, BUCKET)) await buckets?.delete(name);
  const databases = await indexedDB.databases().catch(() => []);
  for (const { name = '' } of databases) if (isOld(name, NAME)) indexedDB.deleteDatabase(name);
}

function storageBuckets(): StorageBuckets | null {
  return (navigator as unknown as { storageBuckets?: StorageBuckets }).storageBuckets ?? null;
}
