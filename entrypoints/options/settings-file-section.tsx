import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import '../../components/parts/card.css';
import { requestExtrasText } from '../../components/models/settings-draft.ts';
import { addressErrorText } from '../../components/parts/address-text.ts';
import { ConfirmButton, FileButton } from '../../components/parts/buttons.tsx';
import { fileNameOf } from '../../lib/documents/index.ts';
import { readPreferences, resetPreferences, writePreferences } from '../../lib/extension/index.ts';
import { formatList, t } from '../../lib/i18n/index.ts';
import { parseBaseUrl } from '../../lib/model-api/index.ts';
import { download } from '../../lib/react/index.ts';
import {
  exportSettings,
  importSettings,
  planImport,
  resetEndpoints,
  type SettingsFileError,
  type SettingsPlan,
  type SidenoteDb,
} from '../../lib/storage/index.ts';

/** Export and import of settings without keys, and their reset. */
export function SettingsFileSection({ db }: { db: SidenoteDb }) {
  const [status, setStatus] = useState('');
  const [plan, setPlan] = useState<SettingsPlan | null>(null);

  const save = async () => {
    const now = new Date();
    const text = await exportSettings(db, await readPreferences(), now.toISOString());
    download(new Blob([text], { type: 'application/json' }), fileNameOf('sidenote settings', now, 'json'));
    setStatus(t('settingsExported'));
  };
  const open = async (file: File) => {
    const options = { parseAddress: parseBaseUrl, newId: () => crypto.randomUUID(), now: Date.now() };
    const read = await planImport(db, await file.text(), options);
    setPlan('error' in read ? null : read);
    setStatus('error' in read ? errorText(read.error) : '');
  };
  const accept = async (agreed: SettingsPlan) => {
    await importSettings(db, agreed, Date.now());
    await writePreferences(agreed.preferences);
    setPlan(null);
    setStatus(t('settingsImported'));
  };
  const reset = async () => {
    await resetEndpoints(db);
    await resetPreferences();
    setStatus(t('settingsWereReset'));
  };

  return (
    <section aria-labelledby="settings-file">
      <h2 id="settings-file">{t('settingsFile')}</h2>
      <p className="lead">{t('settingsFileLead')}</p>
      <div className="actions">
        <button type="button" className="button" onClick={() => void save()}>
          <Download size={14} aria-hidden /> {t('exportSettings')}
        </button>
        <FileButton label={t('settingsToImport')} isBusy={false} onFile={(file) => void open(file)}>
          <Upload size={14} aria-hidden /> {t('importSettings')}
        </FileButton>
        <ConfirmButton
          className="button"
          label={t('resetSettings')}
          question={t('reallyResetSettings')}
          onConfirm={() => void reset()}
        >
          {t('resetSettings')}
        </ConfirmButton>
      </div>
      {plan && <Plan plan={plan} onAccept={() => void accept(plan)} onCancel={() => setPlan(null)} />}
      <output aria-live="polite">{status}</output>
    </section>
  );
}

type PlanProps = { plan: SettingsPlan; onAccept: () => void; onCancel: () => void };

/** Shows what an import would change. */
function Plan({ plan, onAccept, onCancel }: PlanProps) {
  return (
    <div className="card plan">
      {plan.endpoints.length === 0 ? (
        <p>{t('noNewEndpoints')}</p>
      ) : (
        <>
          <p>{t('endpointsToAdd')}</p>
          <ul>
            {plan.endpoints.map(({ endpoint }) => (
              <li key={endpoint.endpointId}>
                {endpoint.name} <code>{endpoint.baseUrl}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {plan.known.length > 0 && <p>{t('endpointsKnown', { names: formatList(plan.known) })}</p>}
      {plan.preferences.prompts.length > 0 && (
        <p>{t('promptsOfFile', { names: formatList(plan.preferences.prompts.map(({ name }) => `/${name}`)) })}</p>
      )}
      <p>{t('limitsOfFile')}</p>
      <div className="card-buttons">
        <button type="button" className="button" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="button" className="button primary" onClick={onAccept}>
          {t('import')}
        </button>
      </div>
    </div>
  );
}

function errorText(error: SettingsFileError): string {
  switch (error.code) {
    case 'too-large':
      return t('settingsFileTooLarge');
    case 'not-json':
      return t('settingsFileNoJson');
    case 'not-ours':
      return t('settingsFileNotOurs', {
        where: error.where,
        reason: error.extras === null ? error.detail : requestExtrasText(error.extras),
      });
    case 'address':
      return t('addressNotUsable', { name: error.name, reason: addressErrorText(error.reason) });
    default:
      return error satisfies never;
  }
}
