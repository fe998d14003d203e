import { Download, Trash2 } from 'lucide-react';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { exportMetrics } from '../../lib/engine/metrics-export.ts';
import { useLogToConsole } from '../../lib/panel/use-log-to-console.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import { clearSamples, samplesSince } from '../../lib/store/metric-samples.ts';
import { saveFile } from './save-file.ts';

/** What the person can do with the measurements: they are theirs. */
export function OwnData({ db }: { db: SidenoteDb }) {
  const [isLogging, setIsLogging] = useLogToConsole();
  const save = async () => {
    const at = Date.now();
    const file = exportMetrics(await samplesSince(db, 0), at);
    saveFile(`sidenote-measurements-${file.exportedAt.slice(0, 10)}.json`, JSON.stringify(file, null, 2));
  };
  return (
    <section className="diagnostics-data">
      <h2>Your measurements</h2>
      <p>
        Durations, counts, and the names of tools and models; no word of a conversation or a page. They are kept for 7
        days in this browser profile.
      </p>
      <div className="diagnostics-buttons">
        <button type="button" className="button" onClick={() => void save()}>
          <Download size={15} aria-hidden /> Export as JSON
        </button>
        <ConfirmButton className="button" label="Clear measurements" onConfirm={() => void clearSamples(db)}>
          <Trash2 size={15} aria-hidden /> Clear measurements
        </ConfirmButton>
      </div>
      <label className="diagnostics-log">
        <input type="checkbox" checked={isLogging} onChange={(event) => setIsLogging(event.target.checked)} />
        Write tool calls to the console of the extension’s worker, for finding faults
      </label>
    </section>
  );
}
