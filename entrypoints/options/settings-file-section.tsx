import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { readPreferences, resetPreferences, writePreferences } from '../../lib/browser/settings.ts';
import { download, fileNameOf } from '../../lib/panel/download.ts';
import { parseBaseUrl } from '../../lib/provider/base-url.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import {
  exportSettings,
  importSettings,
  planImport,
  resetEndpoints,
  type SettingsPlan,
} from '../../lib/store/settings-file.ts';

/** Settings as a file, without keys; and back to how it all began. */
export function SettingsFileSection({ db }: { db: SidenoteDb }) {
  const [status, setStatus] = useState('');
  const [plan, setPlan] = useState<SettingsPlan | null>(null);

  const save = async () => {
    const now = new Date();
    const text = await exportSettings(db, await readPreferences(), now.toISOString());
    download(new Blob([text], { type: 'application/json' }), fileNameOf('sidenote settings', now, 'json'));
    setStatus('Settings exported, without keys.');
  };
  const open = async (file: File) => {
    const surroundings = { judge: parseBaseUrl, newId: () => crypto.randomUUID(), now: Date.now() };
    const read = await planImport(db, await file.text(), surroundings);
    setPlan('error' in read ? null : read);
    setStatus('error' in read ? read.error : '');
  };
  const accept = async (agreed: SettingsPlan) => {
    await importSettings(db, agreed, Date.now());
    await writePreferences(agreed.preferences);
    setPlan(null);
    setStatus('Settings imported. Keys have to be entered, and access allowed, for each new endpoint.');
  };
  const reset = async () => {
    await resetEndpoints(db);
    await resetPreferences();
    setStatus('All settings are as they were at the beginning. Your chats are still here.');
  };

  return (
    <section aria-labelledby="settings-file">
      <h2 id="settings-file">Settings as a file</h2>
      <p className="lead">
        Endpoints, models, your prompts and what was set for them; never a key. An import adds to what is here and
        replaces no endpoint.
      </p>
      <div className="actions">
        <button type="button" className="button" onClick={() => void save()}>
          <Download size={14} aria-hidden /> Export settings
        </button>
        <FileButton label="Settings to import" isBusy={false} onFile={(file) => void open(file)}>
          <Upload size={14} aria-hidden /> Import settings
        </FileButton>
        <ConfirmButton className="button" label="Reset all settings" onConfirm={() => void reset()}>
          Reset all settings
        </ConfirmButton>
      </div>
      {plan && <Plan plan={plan} onAccept={() => void accept(plan)} onCancel={() => setPlan(null)} />}
      <output aria-live="polite">{status}</output>
    </section>
  );
}

type PlanProps = { plan: SettingsPlan; onAccept: () => void; onCancel: () => void };

/** What an import would do, before it is done. */
function Plan({ plan, onAccept, onCancel }: PlanProps) {
  return (
    <div className="plan">
      {plan.endpoints.length === 0 ? (
        <p>No new endpoints.</p>
      ) : (
        <>
          <p>These endpoints would be added:</p>
          <ul>
            {plan.endpoints.map(({ endpoint }) => (
              <li key={endpoint.endpointId}>
                {endpoint.name} <code>{endpoint.baseUrl}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {plan.known.length > 0 && <p>Here already, and left as they are: {plan.known.join(', ')}.</p>}
      {plan.preferences.prompts.length > 0 && (
        <p>
          Prompts whose names are new here would be added:{' '}
          {plan.preferences.prompts.map(({ name }) => `/${name}`).join(', ')}.
        </p>
      )}
      <p>Step limit, waiting, models for tasks and monthly limit would be those of the file.</p>
      <div className="actions">
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className="button primary" onClick={onAccept}>
          Import
        </button>
      </div>
    </div>
  );
}
