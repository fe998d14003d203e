import { useState } from 'react';
import { BackupSchedule, type NewSchedule } from '../../components/storage/backup-schedule.tsx';
import { NO_BACKUP } from '../../lib/contracts/index.ts';
import { backupReport, backupSchedule, browserSession } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { chooseFolder, makeScheduledBackup, requestBackupFolder, useSetting } from '../../lib/react/index.ts';
import {
  forgetBackups,
  KeysLockedError,
  newFileKey,
  type SidenoteDb,
  saveBackupFolder,
  saveBackupKey,
} from '../../lib/storage/index.ts';

/** Backups that are made by themselves. */
export function BackupScheduleSection({ db }: { db: SidenoteDb }) {
  const [schedule] = useSetting(backupSchedule);
  const [report] = useSetting(backupReport);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const work = async (job: () => Promise<void>) => {
    setIsBusy(true);
    setError(null);
    await job().catch((failure: unknown) => setError(failureText(failure)));
    setIsBusy(false);
  };
  const turnOn = async ({ interval, isToFolder, kept }: NewSchedule, passphrase: string) => {
    // First, since browsers ask only as long as they know of the click.
    const folder = isToFolder ? await chooseFolder?.().catch(() => null) : null;
    if (isToFolder && !folder) return;
    await work(async () => {
      await saveBackupKey(db, await newFileKey(passphrase), browserSession);
      if (folder) await saveBackupFolder(db, folder);
      await backupReport.setValue(NO_BACKUP);
      const id = crypto.randomUUID().slice(0, 8);
      await backupSchedule.setValue({ id, interval, folder: folder?.name ?? null, kept });
      // At once, so that the user sees whether it works.
      await makeScheduledBackup(db, true);
    });
  };
  const turnOff = () =>
    work(async () => {
      await backupSchedule.removeValue();
      await forgetBackups(db);
    });
  const backUp = () => work(() => makeScheduledBackup(db, true));
  const allowFolder = () =>
    work(async () => {
      await requestBackupFolder(db);
      await makeScheduledBackup(db, true);
    });

  if (schedule === undefined || report === undefined) return null;
  return (
    <BackupSchedule
      schedule={schedule}
      report={report}
      isBusy={isBusy}
      error={error}
      canChooseFolder={chooseFolder !== null}
      onTurnOn={(chosen, passphrase) => void turnOn(chosen, passphrase)}
      onTurnOff={() => void turnOff()}
      onBackUp={() => void backUp()}
      onAllowFolder={() => void allowFolder()}
    />
  );
}

function failureText(error: unknown): string {
  return error instanceof KeysLockedError ? t('keysAreLocked') : t('backupFailed', { reason: String(error) });
}
