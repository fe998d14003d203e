import './stored-parts.css';
import { Download, FolderDown, Upload } from 'lucide-react';
import { t } from '../../lib/i18n/index.ts';
import { ConfirmButton, FileButton } from '../parts/buttons.tsx';
import { Choice } from '../parts/form-field.tsx';
import { PercentBar } from '../parts/percent-bar.tsx';

export type DataFormat = 'json' | 'markdown' | 'html';

type Props = {
  /** The progress or result of the last action. '' at first. */
  status: string;
  isBusy: boolean;
  /** The progress of an import, from 0 to 1. Null if none is running. */
  progress: number | null;
  format: DataFormat;
  onFormat: (format: DataFormat) => void;
  onExport: () => void;
  /** Null if the browser has no dialog for folders. */
  onExportToFolder: (() => void) | null;
  onImport: (file: File) => void;
  onStopImport: () => void;
};

/** The names of formats are the same in every language. */
const FORMATS = [
  { value: 'json', name: 'JSON' },
  { value: 'markdown', name: 'Markdown' },
  { value: 'html', name: 'HTML' },
] as const;

/** Exports all chats to a file or folder, and imports a file. */
export function YourData(props: Props) {
  const { status, isBusy, progress, format, onFormat, onExport, onExportToFolder, onImport, onStopImport } = props;
  return (
    <section aria-labelledby="data">
      <h2 id="data">{t('yourData')}</h2>
      <p className="lead">{t('yourDataLead')}</p>
      <Choice label={t('exportFormat')} options={FORMATS} value={format} onChoose={onFormat} />
      <div className="actions">
        <button type="button" className="button" disabled={isBusy} onClick={onExport}>
          <Download size={14} aria-hidden /> {t('exportAllChats')}
        </button>
        {onExportToFolder && (
          <button type="button" className="button" disabled={isBusy} onClick={onExportToFolder}>
            <FolderDown size={14} aria-hidden /> {t('exportToFolder')}
          </button>
        )}
        <FileButton label={t('fileToImport')} isBusy={isBusy} onFile={onImport}>
          <Upload size={14} aria-hidden /> {t('importChats')}
        </FileButton>
      </div>
      <p className="hint">{t('importChatsHint')}</p>
      {progress !== null && (
        <div className="actions">
          <PercentBar label={t('importing')} share={progress} />
          <button type="button" className="button" onClick={onStopImport}>
            {t('stopImport')}
          </button>
        </div>
      )}
      <output aria-live="polite">{status}</output>
    </section>
  );
}

/** One kind of stored data: its name, description, size, and what is deleted with it. */
export type StoredPartView = { key: string; name: string; what: string; amount: string; isEmpty: boolean };

type StoredPartsProps = { parts: readonly StoredPartView[]; total: string | null; onDelete: (key: string) => void };

/** The data stored in this browser, with a delete button for each kind. */
export function StoredParts({ parts, total, onDelete }: StoredPartsProps) {
  return (
    <div className="stored-parts">
      <ul>
        {parts.map(({ key, name, what, amount, isEmpty }) => (
          <li key={key}>
            <div>
              <b>{name}</b> <span className="stored-amount">{amount}</span>
              <p className="hint">{what}</p>
            </div>
            {!isEmpty && (
              <ConfirmButton
                className="button"
                label={t('deleteAllOf', { name })}
                question={t('reallyDeleteAllOf', { name, amount })}
                onConfirm={() => onDelete(key)}
              >
                {t('deleteWord')}
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
      {total !== null && <p className="hint">{t('storedInAll', { size: total })}</p>}
    </div>
  );
}
