import { Upload } from 'lucide-react';
import { t } from '../../lib/i18n/index.ts';
import { FileButton } from '../parts/buttons.tsx';
import { PassphraseForm } from '../parts/passphrase-form.tsx';
import { PercentBar } from '../parts/percent-bar.tsx';

/** Minimum length of the passphrase, in characters: whoever has the file can try passphrases without limit. */
export const MIN_PASSPHRASE_LENGTH = 12;

type Props = {
  isBusy: boolean;
  /** Progress of restoring, from 0 to 1; null if none is running. */
  progress: number | null;
  /** The result of the last action; '' at first. */
  status: string;
  /** Why the last backup was not created or restored, or null. */
  error: string | null;
  /** The name of the chosen backup; null if none is chosen. */
  fileName: string | null;
  onCreate: (passphrase: string) => void;
  onFile: (file: File) => void;
  onRestore: (passphrase: string) => void;
  onCancel: () => void;
};

/** Creates a backup under a passphrase, and restores one. */
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
        <>
          <PassphraseForm
            key={fileName}
            label={t('passphraseOfFile', { name: fileName })}
            hint={t('restoreBackupHint')}
            submitLabel={t('restoreBackup')}
            isNew={false}
            error={error}
            isBusy={isBusy}
            onSubmit={onRestore}
          />
          <div className="actions">
            <button type="button" className="button" disabled={isBusy} onClick={onCancel}>
              {t('cancel')}
            </button>
          </div>
        </>
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
