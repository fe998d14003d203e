import type { CommandReply } from '../../lib/contracts/command.ts';
import { t } from '../../lib/i18n/translate.ts';
import type { SidenoteDb } from '../../lib/storage/db.ts';
import { storageFailureOf } from '../../lib/storage/storage-failure.ts';

/**
 * A page could not open the database. Where the worker cannot either, everything goes to a fallback database until the
 * browser restarts; the worker decides, so that pages and worker never write to different places. `enter`: tells all of them.
 */
export async function switchToFallbackDatabase(db: SidenoteDb, enter: () => Promise<void>): Promise<CommandReply> {
  if (db.place.isSpare()) return { type: 'done' };
  try {
    await db.open();
  } catch (error) {
    if (storageFailureOf(error)?.code !== 'broken') throw error;
    await enter();
    return { type: 'done' };
  }
  const message = t('onlyThisWindow');
  return { type: 'refused', failure: { code: 'internal', message, retryable: true } };
}
