import { Download, Trash2 } from 'lucide-react';
import { ConfirmButton } from '../../components/parts/buttons.tsx';
import { exportMetrics } from '../../lib/agent/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useLogToConsole } from '../../lib/react/index.ts';
import { clearSamples, type SidenoteDb, samplesSince } from '../../lib/storage/index.ts';

/** Exports and deletes the measurements. */
export function OwnData({ db }: { db: SidenoteDb }) {
  const [isLogging, setIsLogging] = useLogToConsole();
  const save = async () => {
    const at = Date.now();
    const file = exportMetrics(await samplesSince(db, 0), at);
    saveFile(`sidenote-measurements-${file.exportedAt.slice(0, 10)}.json`, JSON.stringify(file, null, 2));
  };
  return (
    <section className="diagnostics-data">
      <h2>{t('ownMeasurements')}</h2>
      <p>{t('ownMeasurementsWhat')}</p>
      <div className="diagnostics-buttons">
        <button type="button" className="button" onClick={() => void save()}>
          <Download size={15} aria-hidden /> {t('exportJson')}
        </button>
        <ConfirmButton
          className="button"
          label={t('clearMeasurements')}
          question={t('reallyClearMeasurements')}
          onConfirm={() => void clearSamples(db)}
        >
          <Trash2 size={15} aria-hidden /> {t('clearMeasurements')}
        </ConfirmButton>
      </div>
      <label className="diagnostics-log">
        <input type="checkbox" checked={isLogging} onChange={(event) => setIsLogging(event.target.checked)} />
        {t('logToConsole')}
      </label>
    </section>
  );
}

/** Saves `text` as a file. Call it directly in a click handler. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
