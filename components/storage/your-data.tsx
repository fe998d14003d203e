import { Download, Upload } from 'lucide-react';
import { t } from '../../lib/i18n/index.ts';
import { FileButton } from '../parts/file-button.tsx';

type Props = {
  /** What is going on, or how it ended; '' at first. */
  status: string;
  isBusy: boolean;
  /** The share of an import that is done, from 0 to 1; null while nothing is imported. */
  progress: number | null;
  onExport: () => void;
  onImport: (file: File) => void;
  onStopImport: () => void;
};

/** Taking all chats out as a file, and bringing a file back in. */
export function YourData({ status, isBusy, progress, onExport, onImport, onStopImport }: Props) {
  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data">{t('yourData')}</h2>
      <p className="lead">{t('yourDataLead')}</p>
      <div className="actions">
        <button type="button" className="button" disabled={isBusy} onClick={onExport}>
          <Download size={14} aria-hidden /> {t('exportAllChats')}
        </button>
        <FileButton label={t('fileToImport')} isBusy={isBusy} onFile={onImport}>
          <Upload size={14} aria-hidden /> {t('importChats')}
        </FileButton>
      </div>
      {progress !== null && (
        <div className="actions">
          <progress value={progress} aria-label={t('importing')} />
          <button type="button" className="button" onClick={onStopImport}>
            {t('stopImport')}
          </button>
        </div>
      )}
      <output aria-live="polite">{status}</output>
    </section>
  );
}
