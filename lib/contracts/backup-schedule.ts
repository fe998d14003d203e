/** How often a backup is made. */
export type BackupInterval = 'day' | 'week' | 'month';

/**
 * A schedule of backups. `id` is in the names of its files, so that in a folder only those are deleted. `folder`: the name of
 * the chosen folder, or null for the downloads folder. `kept`: how many files are left in that folder.
 */
export type BackupSchedule = { id: string; interval: BackupInterval; folder: string | null; kept: number };

/** Why a scheduled backup was not made. `detail`: the browser's text, or ''. */
export type BackupFailure = {
  at: number;
  code: 'keys-locked' | 'key-missing' | 'folder-denied' | 'too-large' | 'not-written';
  detail: string;
};

/** The last scheduled backup, and the last failure if it came after that. Times are milliseconds since 1970. */
export type BackupReport = { madeAt: number | null; fileName: string; failure: BackupFailure | null };

export const NO_BACKUP: BackupReport = { madeAt: null, fileName: '', failure: null };

const DAY_MS = 86_400_000;
const DAYS: Record<BackupInterval, number> = { day: 1, week: 7, month: 30 };

/** After a failure the next attempt waits for this long, in milliseconds. */
const RETRY_MS = 3_600_000;

/** When the next backup is due, in milliseconds since 1970; 0: at once. */
export function nextBackupAt({ interval }: BackupSchedule, { madeAt, failure }: BackupReport): number {
  const due = madeAt === null ? 0 : madeAt + DAYS[interval] * DAY_MS;
  return failure === null ? due : Math.max(due, failure.at + RETRY_MS);
}
