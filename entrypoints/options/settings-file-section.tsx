import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import '../../components/parts/card.css';
import { requestExtrasText } from '../../components/models/settings-draft.ts';
import { addressErrorText } from '../../components/parts/address-text.ts';
import { ConfirmButton, FileButton } from '../../components/parts/buttons.tsx';
import { buildFileName } from '../../lib/documents/index.ts';
import { builtInPrompts, readPreferences, resetPreferences, writePreferences } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { parseBaseUrl } from '../../lib/model-api/index.ts';
import { download, loadFileStores } from '../../lib/react/index.ts';
import type { SettingsFileError, SettingsPlan, Stores } from '../../lib/storage/index.ts';
import { SettingsImportPlan } from './settings-import-plan.tsx';

type SettingsStorage = Pick<Stores, 'database'>;

/** The export and import of settings without keys, and their reset. */
export function SettingsFileSection({ storage }: { storage: SettingsStorage }) {
  const [status, setStatus] = useState('');
  const [plan, setPlan] = useState<SettingsPlan | null>(null);

  const save = async () => {
    await exportSettings(storage);
    setStatus(t('settingsExported'));
  };
  const open = async (file: File) => {
    const read = await planImport(storage, file);
    setPlan('error' in read ? null : read);
    setStatus('error' in read ? errorText(read.error) : '');
  };
  const accept = async (agreed: SettingsPlan, selectedIds: ReadonlySet<string>) => {
    await importSettings(storage, agreed, selectedIds);
    setPlan(null);
    setStatus(t('settingsImported'));
  };
  const reset = async () => {
    await resetSettings(storage);
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
      {plan && (
        <SettingsImportPlan
          plan={plan}
          onAccept={(selectedIds) => void accept(plan, selectedIds)}
          onCancel={() => setPlan(null)}
        />
      )}
      <output aria-live="polite">{status}</output>
    </section>
  );
}

async function exportSettings(storage: SettingsStorage): Promise<void> {
  const now = new Date();
  const { settings } = await loadFileStores(storage);
  const text = await settings.export(await readPreferences(), now.toISOString());
  download(new Blob([text], { type: 'application/json' }), buildFileName('sidenote settings', now, 'json'));
}

/** Reads a settings file. Changes nothing. */
async function planImport(storage: SettingsStorage, file: File): Promise<SettingsPlan | { error: SettingsFileError }> {
  const options = {
    parseAddress: parseBaseUrl,
    newId: () => crypto.randomUUID(),
    builtInNames: builtInPrompts().map(({ name }) => name),
    now: Date.now(),
  };
  const { settings } = await loadFileStores(storage);
  return settings.planImport(await file.text(), options);
}

/** Imports what the user has agreed to. */
async function importSettings(
  storage: SettingsStorage,
  agreed: SettingsPlan,
  selectedIds: ReadonlySet<string>,
): Promise<void> {
  const { settings } = await loadFileStores(storage);
  await settings.import(agreed, selectedIds, Date.now());
  await writePreferences(settings.chosenPreferences(agreed, selectedIds));
}

async function resetSettings(storage: SettingsStorage): Promise<void> {
  const { settings } = await loadFileStores(storage);
  await settings.reset();
  await resetPreferences();
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
