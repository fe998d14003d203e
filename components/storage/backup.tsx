import { Upload } from 'lucide-react';
import { useState } from 'react';
import {
  type BackupFailure,
  type BackupInterval,
  type BackupReport,
  nextBackupAt,
  type BackupSchedule as Schedule,
} from '../../lib/contracts/index.ts';
import { language, type PlainKey, t } from '../../lib/i18n/index.ts';
import { FileButton } from '../parts/buttons.tsx';
import { Choice, FormField } from '../parts/form-field.tsx';
import { PassphraseForm } from '../parts/passphrase-form.tsx';
import { PercentBar } from '../parts/percent-bar.tsx';

/** The minimum length of the passphrase, in characters. Anyone who has the file can try passphrases without limit. */
const MIN_PASSPHRASE_LENGTH = 12;

type Props = {
  isBusy: boolean;
  /** The progress of restoring, from 0 to 1. Null if none is running. */
  progress: number | null;
  /** The result of the last action. '' at first. */
  status: string;
  /** Why the last backup was not created or restored, or null. */
  error: string | null;
  /** The name of the chosen backup. Null if none is chosen. */
  fileName: string | null;
  onCreate: (passphrase: string) => void;
  onFile: (file: File) => void;
  onRestore: (passphrase: string) => void;
  onCancel: () => void;
};

/** Creates a backup encrypted with a passphrase, and restores one. */
export function Backup(props: Props) {
  const { isBusy, progress, status, error, fileName, onCreate, onFile, onRestore, onCancel } = props;
  return (
    <section aria-labelledby="backup">
      <h2 id="backup">{t('backup')}</h2>
      <p className="lead">{t('backupLead')}</p>
      {fileName === null ? (
        <>
          <PassphraseForm
            key="new"
            label={t('backupPassphrase')}
            hint={t('backupPassphraseHint', { count: MIN_PASSPHRASE_LENGTH })}
            submitLabel={t('createBackup')}
            isNew
            minLength={MIN_PASSPHRASE_LENGTH}
            error={error}
            isBusy={isBusy}
            onSubmit={onCreate}
          />
          <div className="actions">
            <FileButton label={t('backupFile')} accept=".sidenote-backup" isBusy={isBusy} onFile={onFile}>
              <Upload size={14} aria-hidden /> {t('restoreBackup')}
            </FileButton>
          </div>
        </>
      ) : (
        <PassphraseForm
          key={fileName}
          label={t('passphraseOfFile', { name: fileName })}
          hint={t('restoreBackupHint')}
          submitLabel={t('restoreBackup')}
          isNew={false}
          error={error}
          isBusy={isBusy}
          onCancel={onCancel}
          onSubmit={onRestore}
        />
      )}
      {progress !== null && (
        <div className="actions">
          <PercentBar label={t('restoringBackup')} share={progress} />
        </div>
      )}
      <output aria-live="polite">{status}</output>
    </section>
  );
}

/** What the user chose for a new schedule. */
export type NewSchedule = { interval: BackupInterval; isToFolder: boolean; kept: number };

type BackupScheduleProps = {
  /** Null if backups are only made manually. */
  schedule: Schedule | null;
  report: BackupReport;
  isBusy: boolean;
  /** Why the schedule was not set, or null. */
  error: string | null;
  /** Whether the browser has a dialog for folders. */
  canChooseFolder: boolean;
  onTurnOn: (schedule: NewSchedule, passphrase: string) => void;
  onTurnOff: () => void;
  onBackUp: () => void;
  /** Asks the browser for access to the folder again. */
  onAllowFolder: () => void;
};

/** The maximum number of backups that a folder keeps. */
const MAX_KEPT = 1_000;

const INTERVALS = { day: 'backupDaily', week: 'backupWeekly', month: 'backupMonthly' } as const;

/** Sets, shows and ends a schedule of backups. */
export function BackupScheduleForm(props: BackupScheduleProps) {
  return (
    <section aria-labelledby="backup-schedule">
      <h3 id="backup-schedule">{t('scheduledBackups')}</h3>
      <p className="lead">{t('scheduledBackupsLead')}</p>
      {props.schedule === null ? <NewScheduleForm {...props} /> : <SetSchedule {...props} schedule={props.schedule} />}
    </section>
  );
}

function NewScheduleForm({ isBusy, error, canChooseFolder, onTurnOn }: BackupScheduleProps) {
  const [interval, setInterval] = useState<BackupInterval>('week');
  const [place, setPlace] = useState<'downloads' | 'folder'>('downloads');
  const [kept, setKept] = useState(5);
  const intervals = (['day', 'week', 'month'] as const).map((value) => ({ value, name: t(INTERVALS[value]) }));
  const places = [
    { value: 'downloads', name: t('downloadsFolder') },
    { value: 'folder', name: t('chosenFolder') },
  ] as const;
  const isToFolder = place === 'folder';
  return (
    <>
      <Choice label={t('backupInterval')} options={intervals} value={interval} onChoose={setInterval} />
      {canChooseFolder && <Choice label={t('backupPlace')} options={places} value={place} onChoose={setPlace} />}
      {isToFolder ? (
        <FormField label={t('backupsKept')} hint={t('backupsKeptHint')}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={1}
              max={MAX_KEPT}
              // The typed text may not be a number yet, for example in an empty field.
              defaultValue={kept}
              onChange={({ target: { valueAsNumber: number } }) => {
                if (Number.isInteger(number) && number >= 1 && number <= MAX_KEPT) setKept(number);
              }}
              onBlur={({ target }) => {
                target.value = String(kept);
              }}
            />
          )}
        </FormField>
      ) : (
        <div className="field">
          <p className="hint">{t('backupsStay')}</p>
        </div>
      )}
      <PassphraseForm
        label={t('scheduledPassphrase')}
        hint={t('backupPassphraseHint', { count: MIN_PASSPHRASE_LENGTH })}
        submitLabel={t('turnOnScheduledBackups')}
        isNew
        minLength={MIN_PASSPHRASE_LENGTH}
        error={error}
        isBusy={isBusy}
        onSubmit={(passphrase) => onTurnOn({ interval, isToFolder, kept }, passphrase)}
      />
    </>
  );
}

function SetSchedule({
  schedule,
  report,
  isBusy,
  onTurnOff,
  onBackUp,
  onAllowFolder,
}: BackupScheduleProps & { schedule: Schedule }) {
  const { interval, folder, kept } = schedule;
  const { madeAt, fileName, failure } = report;
  const next = nextBackupAt(schedule, report);
  return (
    <>
      <div className="field">
        <strong>{[t(INTERVALS[interval]), folder ?? t('downloadsFolder')].join(' · ')}</strong>
        <p className="hint">{folder === null ? t('backupsStay') : t('backupsKeptNow', { number: kept })}</p>
        <output aria-live="polite" className="hint">
          {isBusy
            ? t('creatingBackup')
            : madeAt === null
              ? t('noBackupYet')
              : t('lastBackup', { date: dateText(madeAt), name: fileName })}
        </output>
        {next > 0 && <p className="hint">{t('nextBackup', { date: dateText(next) })}</p>}
        {failure !== null && (
          <p className="field-error" role="alert">
            {t('scheduledBackupFailed', { date: dateText(failure.at), reason: t(FAILURES[failure.code]) })}
          </p>
        )}
      </div>
      <div className="actions">
        <button type="button" className="button" disabled={isBusy} onClick={onBackUp}>
          {t('backUpNow')}
        </button>
        {failure?.code === 'folder-denied' && (
          <button type="button" className="button" disabled={isBusy} onClick={onAllowFolder}>
            {t('allowBackupFolder')}
          </button>
        )}
        <button type="button" className="button" disabled={isBusy} onClick={onTurnOff}>
          {t('turnOffScheduledBackups')}
        </button>
      </div>
    </>
  );
}

const dateText = (ms: number) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(ms);

const FAILURES: Record<BackupFailure['code'], PlainKey> = {
  'keys-locked': 'keysAreLocked',
  'key-missing': 'backupKeyMissing',
  'folder-denied': 'backupFolderDenied',
  'too-large': 'backupTooLarge',
  'not-written': 'backupNotWritten',
};
