import '../parts/card.css';
import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Capability, type Endpoint, type EndpointCheck, isManagedEndpoint } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { toolsSentence } from '../models/model-facts.ts';
import { AllowHost } from '../parts/buttons.tsx';
import { CardButtons } from '../parts/card-buttons.tsx';
import { FormField, ManagedNote } from '../parts/form-field.tsx';
import { EndpointChecks } from './endpoint-checks.tsx';

type Props = {
  endpoint: Endpoint;
  capabilities: readonly Capability[];
  lastFour: string | null;
  /** Whether the browser allows requests to this host. */
  isAllowed: boolean;
  /** Whether the model's family is known not to support tools. */
  neverTakesTools: (modelId: string) => boolean;
  onAllow: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onRefresh: () => Promise<string | null>;
  /** Tests a model. Null means the first one that the server lists. */
  onTest: (modelId: string | null, onCheck: (check: EndpointCheck) => void) => Promise<void>;
  onOverride: (modelId: string, supportsTools: boolean | null) => void;
  /** The settings of its models. */
  children: ReactNode;
};

type ConnectionTest = { isRunning: boolean; checks: readonly EndpointCheck[] };

const NOT_TESTED: ConnectionTest = { isRunning: false, checks: [] };

/** A configured server, with its connection test and what is known about its models. */
export function EndpointCard(props: Props) {
  const { endpoint, capabilities, lastFour, isAllowed } = props;
  const [modelId, setModelId] = useState('');
  const [connectionTest, setConnectionTest] = useState(NOT_TESTED);
  const [note, setNote] = useState<string | null>(null);
  const selectedModelId = modelId !== '' && endpoint.models.includes(modelId) ? modelId : (endpoint.models[0] ?? '');
  const capability = capabilities.find((each) => each.modelId === selectedModelId);

  const test = async () => {
    setConnectionTest({ isRunning: true, checks: [] });
    await props.onTest(selectedModelId === '' ? null : selectedModelId, (check) =>
      setConnectionTest(({ checks }) => ({ isRunning: true, checks: [...checks, check] })),
    );
    setConnectionTest(({ checks }) => ({ isRunning: false, checks }));
  };

  return (
    <section className="card endpoint-card" aria-label={endpoint.name}>
      <header>
        <h3>{endpoint.name}</h3>
        <code>{endpoint.baseUrl}</code>
        {isManagedEndpoint(endpoint) && <ManagedNote />}
        <p className="hint">{lastFour === null ? t('noKey') : t('keyEndsIn', { characters: lastFour })}</p>
      </header>
      {!isAllowed && <AllowHost onAllow={props.onAllow} />}
      {endpoint.models.length === 0 ? (
        <p className="hint">{t('noModelsKnown')}</p>
      ) : (
        <>
          <div className="field">
            <label htmlFor={`model-${endpoint.endpointId}`}>{t('modelToLookAt')}</label>
            <select
              id={`model-${endpoint.endpointId}`}
              value={selectedModelId}
              // Further results of a running test are about the model with which it began.
              disabled={connectionTest.isRunning}
              onChange={(event) => {
                setModelId(event.target.value);
                setConnectionTest(NOT_TESTED);
              }}
            >
              {endpoint.models.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </div>
          <CapabilityRow
            capability={capability}
            neverTakesTools={props.neverTakesTools(selectedModelId)}
            onOverride={(supportsTools) => props.onOverride(selectedModelId, supportsTools)}
          />
        </>
      )}
      <EndpointChecks checks={connectionTest.checks} />
      {note && <output className="hint">{note}</output>}
      {props.children}
      <CardButtons onEdit={props.onEdit} onDelete={isManagedEndpoint(endpoint) ? null : props.onDelete}>
        <button type="button" className="button" disabled={connectionTest.isRunning} onClick={() => void test()}>
          {connectionTest.isRunning && <LoaderCircle size={14} className="spin" aria-hidden />}
          {t('testConnection')}
        </button>
        <button type="button" className="button" onClick={() => void props.onRefresh().then(setNote)}>
          {t('listModels')}
        </button>
      </CardButtons>
    </section>
  );
}

type CapabilityRowProps = {
  capability: Capability | undefined;
  /** Whether the model's family is known not to support tools. */
  neverTakesTools: boolean;
  onOverride: (supportsTools: boolean | null) => void;
};

/** Whether a model supports native tools, the reason for this assumption, and a choice to override it. */
export function CapabilityRow({ capability, neverTakesTools, onOverride }: CapabilityRowProps) {
  const value = capability?.source === 'user' ? (capability.supportsTools ? 'native' : 'tags') : 'automatic';
  return (
    <FormField label={t('tools')} hint={toolsSentence(capability, neverTakesTools)}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => onOverride(event.target.value === 'automatic' ? null : event.target.value === 'native')}
        >
          <option value="automatic">{t('automatic')}</option>
          <option value="native">{t('nativeCalls')}</option>
          <option value="tags">{t('tagsInPrompt')}</option>
        </select>
      )}
    </FormField>
  );
}
