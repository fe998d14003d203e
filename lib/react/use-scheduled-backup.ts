import { useEffect } from 'react';
import { type BackupFailure, type BackupSchedule, nextBackupAt } from '../contracts/index.ts';
import { backupReport, browserSession, isPrivateWindow, readBackupSettings, settings } from '../extension/index.ts';
import { BackupKeyMissingError, BackupRefused, KeysLockedError, type Stores } from '../storage/index.ts';
import { download } from './export-files.ts';
import { loadFileStores } from './load-file-stores.ts';

/** How long after it was opened a page checks whether a backup is due, and the interval after that. In milliseconds. */
const FIRST_CHECK_MS = 3_000;
const CHECK_MS = 600_000;

/**
 * Makes a backup when it is due, now and while the page is open. Chats change only while a page is open or shortly
 * afterwards.
 */
export function useScheduledBackup(storage: Pick<Stores, 'database'>): void {
  useEffect(() => {
    // Private windows share settings with the others, but not the database.
    if (isPrivateWindow) return;
    const check = () => void makeScheduledBackup(storage, false);
    // A backup reads every chat, which would slow down the opening of the page.
    const first = setTimeout(check, FIRST_CHECK_MS);
    const timer = setInterval(check, CHECK_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [storage]);
}

/**
 * Makes a scheduled backup if one is due or `isForced`. The result is in `backupReport`. Only one page does so at a
 * time.
 */
export async function makeScheduledBackup(storage: Pick<Stores, 'database'>, isForced: boolean): Promise<void> {
  await navigator.locks.request('scheduled-backup', { ifAvailable: true }, async (lock) => {
    const [schedule, report] = [await settings.backupSchedule.getValue(), await backupReport.getValue()];
    const now = new Date();
    if (lock === null || schedule === null) return;
    if (!isForced && now.getTime() < nextBackupAt(schedule, report)) return;
    try {
      const saved = await readBackupSettings();
      const backing = { settings: saved, session: browserSession, createdAt: now.toISOString() };
      const { backups } = await loadFileStores(storage);
      const { blob } = await backups.createScheduled(backing);
      const fileName = `${namePrefix(schedule)}${timeInName(now)}${EXTENSION}`;
      if (schedule.folder === null) download(blob, fileName);
      else await writeToFolder(storage, schedule, blob, fileName);
      await backupReport.setValue({ madeAt: now.getTime(), fileName, failure: null });
    } catch (error) {
      await backupReport.setValue({ ...report, failure: { at: now.getTime(), ...toBackupFailure(error) } });
    }
  });
}

const EXTENSION = '.sidenote-backup';

const namePrefix = ({ id }: BackupSchedule) => `sidenote-scheduled-${id}-`;

/** As in other file names, omits characters that some systems do not accept. */
const timeInName = (date: Date) => date.toISOString().slice(0, 19).replaceAll(':', '-');

/** The browser no longer allows writing to the folder, or the folder is gone. */
class FolderDeniedError extends Error {}

/** Writes the file, then deletes the oldest files of this schedule beyond the number that is kept. */
async function writeToFolder(
  storage: Pick<Stores, 'database'>,
  schedule: BackupSchedule,
  blob: Blob,
  fileName: string,
): Promise<void> {
  const { backups } = await loadFileStores(storage);
  const folder = await backups.loadFolder();
  if (folder === null || (await queryFolderPermission(folder)) !== 'granted') throw new FolderDeniedError();
  const file = await folder.getFileHandle(fileName, { create: true });
  const stream = await file.createWritable();
  await stream.write(blob);
  // The complete file appears when this has ended.
  await stream.close();
  const ours: string[] = [];
  for await (const name of folder.keys()) {
    if (name.startsWith(namePrefix(schedule)) && name.endsWith(EXTENSION)) ours.push(name);
  }
  for (const name of ours.sort().reverse().slice(schedule.kept)) await folder.removeEntry(name);
}

/** Permissions of chosen folders, which the types of TypeScript lack (File System Access, WICG). */
type AskableHandle = FileSystemDirectoryHandle & {
  queryPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
};

function queryFolderPermission(folder: AskableHandle): Promise<PermissionState> {
  return folder.queryPermission?.({ mode: 'readwrite' }) ?? Promise.resolve('granted');
}

/** Asks the user, after a click, whether the chosen folder may be written to again. */
export async function requestBackupFolder(storage: Pick<Stores, 'database'>): Promise<void> {
  const { backups } = await loadFileStores(storage);
  const folder: AskableHandle | null = await backups.loadFolder();
  await folder?.requestPermission?.({ mode: 'readwrite' });
}

function toBackupFailure(error: unknown): Pick<BackupFailure, 'code' | 'detail'> {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof KeysLockedError) return { code: 'keys-locked', detail };
  if (error instanceof BackupKeyMissingError) return { code: 'key-missing', detail };
  if (error instanceof BackupRefused) return { code: 'too-large', detail };
  const isDenied = error instanceof DOMException && ['NotAllowedError', 'NotFoundError'].includes(error.name);
  if (isDenied || error instanceof FolderDeniedError) return { code: 'folder-denied', detail };
  return { code: 'not-written', detail };
}
