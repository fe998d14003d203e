import type { Stores } from '../storage/index.ts';

/** The stores for files. Imported on demand, since a panel rarely exports or imports. */
export async function loadFileStores(storage: Pick<Stores, 'database'>) {
  const { fileStores } = await import('../storage/file-stores.ts');
  return fileStores(storage);
}
