import { useState } from 'react';
import { ModelSettingsForm } from '../../components/models/model-settings-form.tsx';
import { FormField } from '../../components/parts/form-field.tsx';
import type { Endpoint } from '../../lib/contracts/endpoint.ts';
import { t } from '../../lib/i18n/translate.ts';
import type { SidenoteDb } from '../../lib/storage/db.ts';
import { saveModelSettings } from '../../lib/storage/model-settings.ts';

/** What is set for all models of an endpoint, or for one of them. */
export function ModelSettingsSection({ db, endpoint }: { db: SidenoteDb; endpoint: Endpoint }) {
  const { endpointId, models, settings } = endpoint;
  const [modelId, setModelId] = useState<string | null>(null);
  const own = settings?.models.find((each) => each.modelId === modelId)?.settings ?? {};
  return (
    <details className="model-settings-fold">
      <summary>{t('modelSettings')}</summary>
      <FormField label={t('settingsFor')} hint={t('settingsForHint')}>
        {(id) => (
          <select id={id} value={modelId ?? ''} onChange={(event) => setModelId(event.target.value || null)}>
            <option value="">{t('allModelsOf', { endpoint: endpoint.name })}</option>
            {models.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <ModelSettingsForm
        key={modelId ?? ''}
        settings={modelId === null ? (settings?.all ?? {}) : own}
        onSave={(changed) => saveModelSettings(db, endpointId, modelId, changed)}
      />
    </details>
  );
}
