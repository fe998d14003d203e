import { useState } from 'react';
import { withDetail } from '../../components/endpoints/check-message.ts';
import { EndpointCard } from '../../components/endpoints/endpoint-card.tsx';
import { type EndpointDraft, EndpointForm, type EndpointProblem } from '../../components/endpoints/endpoint-form.tsx';
import { OllamaModels } from '../../components/endpoints/ollama-models.tsx';
import { ModelSettingsForm } from '../../components/models/model-settings-form.tsx';
import { FormField } from '../../components/parts/form-field.tsx';
import { type Endpoint, type EndpointCheck, isManagedEndpoint } from '../../lib/contracts/index.ts';
import { requestHostPermission, runConnectionTest, runModelDownload, sendCommand } from '../../lib/extension/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { inferModelInterface, lacksToolSupport, takesPdfs } from '../../lib/model-api/index.ts';
import { useEndpointDetails, useHostPermission } from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';
import {
  keyWarning,
  namesIn,
  saveEndpointDraft,
  tryEndpoint,
  useSignIn,
  validateAddress,
} from '../shared/add-endpoint.tsx';

type Props = {
  storage: Pick<Stores, 'capabilities' | 'endpoints' | 'keys'>;
  endpoint: Endpoint;
  /** Whether the page was opened to enter its key. */
  isForKey: boolean;
};

/** One endpoint, shown or edited. */
export function EndpointSection({ storage, endpoint, isForKey }: Props) {
  const { endpointId } = endpoint;
  const { capabilities, lastFour } = useEndpointDetails(storage, endpointId);
  const isAllowed = useHostPermission(endpoint.baseUrl);
  const editing = useEditing({ storage, endpoint, isForKey });
  if (editing.isEditing)
    return <EndpointEditor editing={editing} endpoint={endpoint} lastFour={lastFour} isForKey={isForKey} />;
  const refresh = async () => {
    const reply = await sendCommand({ type: 'list-models', endpointId });
    if (reply.type === 'models') return plural('modelsListed', reply.models.length);
    return reply.type === 'refused' ? withDetail(reply.failure) : null;
  };
  return (
    <EndpointCard
      endpoint={endpoint}
      capabilities={capabilities}
      lastFour={lastFour}
      isAllowed={isAllowed}
      neverTakesTools={lacksToolSupport}
      onAllow={() => void requestHostPermission(endpoint.baseUrl)}
      onEdit={() => editing.setIsEditing(true)}
      onDelete={() => void storage.endpoints.delete(endpointId)}
      onRefresh={refresh}
      onTest={(modelId, onCheck) => runConnectionTest({ endpointId, modelId }, onCheck)}
      onOverride={(modelId, supportsTools) =>
        void storage.capabilities.override({ endpointId, modelId }, endpoint.baseUrl, supportsTools, Date.now())
      }
    >
      <ModelSettingsSection storage={storage} endpoint={endpoint} />
      {(endpoint.interface ?? inferModelInterface(endpoint.baseUrl)) === 'ollama' && !isManagedEndpoint(endpoint) && (
        <OllamaModels
          models={endpoint.models}
          onDownload={(modelId, onProgress, signal) => runModelDownload({ endpointId, modelId }, onProgress, signal)}
          onRemove={async (modelId) => {
            const reply = await sendCommand({ type: 'remove-model', endpointId, modelId });
            return reply.type === 'refused' ? reply.failure : null;
          }}
        />
      )}
    </EndpointCard>
  );
}

/** Whether the endpoint is being edited, and what saving it or signing in has come to. */
function useEditing({ storage, endpoint, isForKey }: Props) {
  const [isEditing, setIsEditing] = useState(isForKey);
  const [problem, setProblem] = useState<EndpointProblem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [checks, setChecks] = useState<readonly EndpointCheck[]>([]);

  const signIn = useSignIn((_endpointId, listingError) => {
    setProblem(listingError === null ? null : { field: 'form', text: listingError });
    setIsEditing(listingError !== null);
  });

  const save = async (draft: EndpointDraft) => {
    setIsBusy(true);
    setChecks([]);
    const savedEndpoint = await saveEndpointDraft(storage, draft, endpoint);
    const newProblem =
      'error' in savedEndpoint
        ? ({ field: 'form', text: savedEndpoint.error } as const)
        : await tryEndpoint(storage, savedEndpoint, modelsToKeep(draft, endpoint, savedEndpoint), (check) =>
            setChecks((before) => [...before, check]),
          );
    setIsBusy(false);
    setProblem(newProblem);
    setIsEditing(newProblem !== null);
  };

  return { isEditing, setIsEditing, problem, isBusy, checks, signIn, save };
}

type EditorProps = Pick<Props, 'endpoint' | 'isForKey'> & {
  editing: ReturnType<typeof useEditing>;
  lastFour: string | null;
};

function EndpointEditor({ editing, endpoint, lastFour, isForKey }: EditorProps) {
  const { problem, isBusy, checks, signIn, save, setIsEditing } = editing;
  const { endpointId, name, baseUrl, models, interface: modelInterface = '' } = endpoint;
  return (
    <EndpointForm
      initial={{ name, baseUrl, apiKey: '', models: models.join('\n'), interface: modelInterface }}
      choices={[]}
      validate={validateAddress}
      keyWarning={keyWarning}
      lastFour={lastFour}
      submitLabel={t('save')}
      problem={problem ?? (signIn.error === null ? null : { field: 'form', text: signIn.error })}
      isBusy={isBusy}
      checks={isBusy ? checks : []}
      isSigningIn={signIn.isRunning}
      onSignIn={(presetId) => void signIn.signIn(presetId, endpointId)}
      isForKey={isForKey}
      isManaged={isManagedEndpoint(endpoint)}
      onSubmit={(draft) => void save(draft)}
      onCancel={() => setIsEditing(false)}
    />
  );
}

/**
 * Returns the models named by the user. If only the address was changed, models of the old server are not kept for the
 * new one.
 */
function modelsToKeep(draft: EndpointDraft, before: Endpoint, savedEndpoint: Endpoint): string[] {
  const modelNames = namesIn(draft.models);
  const isUnchanged = modelNames.join('\n') === before.models.join('\n');
  return isUnchanged && before.baseUrl !== savedEndpoint.baseUrl ? [] : modelNames;
}

/** The settings of all models of an endpoint, or of one of them. */
function ModelSettingsSection({ storage, endpoint }: { storage: Pick<Stores, 'endpoints'>; endpoint: Endpoint }) {
  const { endpointId, models, settings } = endpoint;
  const [modelId, setModelId] = useState<string | null>(null);
  const own = settings?.models.find((each) => each.modelId === modelId)?.settings ?? {};
  const modelInterface = endpoint.interface ?? inferModelInterface(endpoint.baseUrl, modelId);
  return (
    <details className="model-settings-fold">
      <summary>{t('modelSettings')}</summary>
      <FormField label={t('settingsFor')} hint={t('settingsForHint')}>
        {(control) => (
          <select {...control} value={modelId ?? ''} onChange={(event) => setModelId(event.target.value || null)}>
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
        has={{ pdfFiles: takesPdfs(modelInterface, endpoint.baseUrl), keepAlive: modelInterface === 'ollama' }}
        onSave={(changes) => storage.endpoints.saveModelSettings(endpointId, modelId, changes)}
      />
    </details>
  );
}
