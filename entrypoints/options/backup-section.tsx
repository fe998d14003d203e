import { useState } from 'react';
import { inPercents } from '../../components/parts/percent-bar.tsx';
import { backupProblemText, importProblemText, storageFailureText } from '../../components/parts/storage-text.ts';
import { Backup, BackupScheduleForm, type NewSchedule } from '../../components/storage/backup.tsx';
import { NO_BACKUP } from '../../lib/contracts/index.ts';
import { buildFileName } from '../../lib/documents/index.ts';
import {
  backupReport,
  browserSession,
  readBackupSettings,
  settings,
  writeBackupSettings,
} from '../../lib/extension/index.ts';
import { formatList, plural, t } from '../../lib/i18n/index.ts';
import { parseMcpAddress } from '../../lib/mcp/index.ts';
import { parseBaseUrl } from '../../lib/model-api/index.ts';
import {
  chooseFolder,
  download,
  loadFileStores,
  makeScheduledBackup,
  requestBackupFolder,
  useSetting,
} from '../../lib/react/index.ts';
import {
  BackupRefused,
  findStorageFailure,
  KeysLockedError,
  type RestoreResult,
  type Stores,
} from '../../lib/storage/index.ts';
import { importText } from './data-section.tsx';

type Outcome = { status: string } | { error: string };

/** An encrypted backup of everything. */
export function BackupSection({ storage }: { storage: Pick<Stores, 'database'> }) {
  const [isBusy, setIsBusy] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [status, setStatus] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);

  const show = (outcome: Outcome) => {
    setStatus('status' in outcome ? outcome.status : '');
    setError('error' in outcome ? outcome.error : null);
  };
  const work = async (what: string, job: () => Promise<Outcome>) => {
    setIsBusy(true);
    show({ status: what });
    show(await job().catch((failure: unknown) => ({ error: failureText(failure) })));
    setIsBusy(false);
  };
  const create = (passphrase: string) => work(t('creatingBackup'), () => downloadBackup(storage, passphrase));
  const restore = (backupFile: File, passphrase: string) =>
    work(t('restoringBackup'), () =>
      restoreFile(storage, { backupFile, passphrase, onProgress: setProgress, onRestored: () => setFile(null) }),
    );
  const choose = (backupFile: File | null) => {
    show({ status: '' });
    setFile(backupFile);
  };

  return (
    <Backup
      isBusy={isBusy}
      progress={progress}
      status={status}
      error={error}
      fileName={file?.name ?? null}
      onCreate={(passphrase) => void create(passphrase)}
      onFile={choose}
      onRestore={(passphrase) => file && void restore(file, passphrase)}
      onCancel={() => choose(null)}
    />
  );
}

/** Creates a backup and downloads it. Resolves to the message for the user. */
async function downloadBackup(storage: Pick<Stores, 'database'>, passphrase: string): Promise<Outcome> {
  const now = new Date();
  const saved = await readBackupSettings();
  const { backups } = await loadFileStores(storage);
  const key = await backups.newKey(passphrase);
  const backing = { key, settings: saved, session: browserSession, createdAt: now.toISOString() };
  const { blob, counts } = await backups.create(backing);
  download(blob, buildFileName('sidenote', now, 'sidenote-backup'));
  const omissionText = counts.unreadable > 0 ? ` ${plural('entriesNotExported', counts.unreadable)}` : '';
  return { status: `${t('backupCreated')} ${plural('chatsExported', counts.threads)}${omissionText}` };
}

type Restoring = {
  backupFile: File;
  passphrase: string;
  /** Called with the progress in percent, and with null at the end. */
  onProgress: (percent: number | null) => void;
  onRestored: () => void;
};

/** Restores a backup. Resolves to the message for the user. */
async function restoreFile(
  storage: Pick<Stores, 'database'>,
  { backupFile, passphrase, onProgress, onRestored }: Restoring,
): Promise<Outcome> {
  const judge = { endpoint: parseBaseUrl, mcpServer: parseMcpAddress };
  const { backups } = await loadFileStores(storage);
  onProgress(0);
  const result = await backups
    .restore(backupFile, {
      passphrase,
      judge,
      session: browserSession,
      now: Date.now(),
      onProgress: inPercents(onProgress),
    })
    .finally(() => onProgress(null));
  switch (result.type) {
    case 'restored':
      await writeBackupSettings(result.settings);
      onRestored();
      return { status: restoredText(result) };
    case 'refused':
      return { error: backupProblemText(result.problem) };
    case 'chats-refused':
      return { error: importProblemText(result.problem) };
    case 'not-stored':
      return { error: storageFailureText(result.failure.code) };
    default:
      return result satisfies never;
  }
}

function restoredText({ counts, rejected }: Extract<RestoreResult, { type: 'restored' }>): string {
  const rejectionText = rejected.length > 0 ? ` ${t('backupAddressesRejected', { names: formatList(rejected) })}` : '';
  return `${t('backupRestored')} ${importText({ type: 'imported', counts })}${rejectionText}`;
}

function failureText(error: unknown): string {
  if (error instanceof KeysLockedError) return t('keysAreLocked');
  if (error instanceof BackupRefused) return backupProblemText(error.code);
  const failure = findStorageFailure(error);
  return failure === null ? t('backupFailed', { reason: String(error) }) : storageFailureText(failure.code);
}

/** Scheduled backups. */
export function BackupScheduleSection({ storage }: { storage: Pick<Stores, 'database'> }) {
  const [schedule] = useSetting(settings.backupSchedule);
  const [report] = useSetting(backupReport);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const work = async (job: () => Promise<void>) => {
    setIsBusy(true);
    setError(null);
    await job().catch((failure: unknown) => setError(scheduleFailureText(failure)));
    setIsBusy(false);
  };
  const turnOn = async ({ interval, isToFolder, kept }: NewSchedule, passphrase: string) => {
    // This comes first, because browsers ask only while the click counts as user activation.
    const folder = isToFolder ? await chooseFolder?.().catch(() => null) : null;
    if (isToFolder && !folder) return;
    await work(async () => {
      const { backups } = await loadFileStores(storage);
      await backups.saveKey(await backups.newKey(passphrase), browserSession);
      if (folder) await backups.saveFolder(folder);
      await backupReport.setValue(NO_BACKUP);
      const id = crypto.randomUUID().slice(0, 8);
      await settings.backupSchedule.setValue({ id, interval, folder: folder?.name ?? null, kept });
      // Immediately, so that the user sees whether it works.
      await makeScheduledBackup(storage, true);
    });
  };
  const turnOff = () =>
    work(async () => {
      await settings.backupSchedule.removeValue();
      const { backups } = await loadFileStores(storage);
      await backups.forget();
    });
  const backUp = () => work(() => makeScheduledBackup(storage, true));
  const allowFolder = () =>
    work(async () => {
      await requestBackupFolder(storage);
      await makeScheduledBackup(storage, true);
    });

  if (schedule === undefined || report === undefined) return null;
  return (
    <BackupScheduleForm
      schedule={schedule}
      report={report}
      isBusy={isBusy}
      error={error}
      canChooseFolder={chooseFolder !== null}
      onTurnOn={(newSchedule, passphrase) => void turnOn(newSchedule, passphrase)}
      onTurnOff={() => void turnOff()}
      onBackUp={() => void backUp()}
      onAllowFolder={() => void allowFolder()}
    />
  );
}

function scheduleFailureText(error: unknown): string {
  return error instanceof KeysLockedError ? t('keysAreLocked') : t('backupFailed', { reason: String(error) });
}
