import type { SidenoteDb } from './db.ts';

/**
 * Gives the database an id, once, and says whether it is the one that `known` names. `emptied`: there was one before, and
 * this is another, so all that was stored has been removed from outside. `known`: what was kept elsewhere, or null.
 */
export function identifyStore(
  db: SidenoteDb,
  known: string | null,
  newId: () => string,
): Promise<{ id: string; emptied: boolean }> {
  return db.transaction('rw', db.chores, async () => {
    const row = await db.chores.get('store-id');
    if (row?.name === 'store-id') return { id: row.id, emptied: false };
    const id = newId();
    await db.chores.put({ name: 'store-id', id });
    return { id, emptied: known !== null };
  });
}
