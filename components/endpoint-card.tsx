import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import type { Capability } from '../lib/protocol/capability.ts';
import type { EndpointCheck } from '../lib/protocol/command.ts';
import type { Endpoint } from '../lib/protocol/endpoint.ts';
import { CapabilityRow } from './capability-row.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import './endpoint-card.css';

type Props = {
  endpoint: Endpoint;
  capabilities: readonly Capability[];
  lastFour: string | null;
  /** False while the browser does not let us talk to this host. */
  isAllowed: boolean;
  /** Is a model's family known to have no place for tools? */
  neverTakesTools: (modelId: string) => boolean;
  onAllow: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onRefresh: () => Promise<string | null>;
  onTest: (modelId: string) => Promise<readonly EndpointCheck[]>;
  onOverride: (modelId: string, supportsTools: boolean | null) => void;
};

type Trial = { state: 'idle' } | { state: 'running' } | { state: 'done'; checks: readonly EndpointCheck[] };

/** A configured server: whether it answers, and what is known of its models. */
export function EndpointCard(props: Props) {
  const { endpoint, capabilities, lastFour, isAllowed } = props;
  const [modelId, setModelId] = useState('');
  const [trial, setTrial] = useState<Trial>({ state: 'idle' });
  const [note, setNote] = useState<string | null>(null);
  const chosen = modelId !== '' && endpoint.models.includes(modelId) ? modelId : (endpoint.models[0] ?? '');
  const capability = capabilities.find((each) => each.modelId === chosen);

  const test = async () => {
    setTrial({ state: 'running' });
    setTrial({ state: 'done', checks: await props.onTest(chosen) });
  };

  return (
    <section className="endpoint-card" aria-label={endpoint.name}>
      <header>
        <h3>{endpoint.name}</h3>
        <code>{endpoint.baseUrl}</code>
        <p className="hint">{lastFour === null ? 'No key' : `Key ends in ${lastFour}`}</p>
      </header>
      {!isAllowed && (
        <div className="endpoint-allow">
          <p>The browser does not let Sidenote talk to this server yet.</p>
          <button type="button" className="button primary" onClick={props.onAllow}>
            Allow
          </button>
        </div>
      )}
      {endpoint.models.length === 0 ? (
        <p className="hint">No models are known yet. Press “List models”, or edit and type one.</p>
      ) : (
        <>
          <div className="field">
            <label htmlFor={`model-${endpoint.endpointId}`}>Model to look at</label>
            <select
              id={`model-${endpoint.endpointId}`}
              value={chosen}
              onChange={(event) => {
                setModelId(event.target.value);
                setTrial({ state: 'idle' });
              }}
            >
              {endpoint.models.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </div>
          <CapabilityRow
            capability={capability}
            neverTakesTools={props.neverTakesTools(chosen)}
            onOverride={(supportsTools) => props.onOverride(chosen, supportsTools)}
          />
        </>
      )}
      {trial.state === 'done' && (
        <ul className="checks" aria-label="Connection test">
          {trial.checks.map((check) => (
            <li key={check.name} data-ok={check.ok}>
              {check.ok ? <CircleCheck size={15} aria-hidden /> : <CircleAlert size={15} aria-hidden />}
              <span>
                <b>{check.name}:</b> {check.message}
              </span>
            </li>
          ))}
        </ul>
      )}
      {note && <output className="hint">{note}</output>}
      <div className="endpoint-buttons">
        <button
          type="button"
          className="button"
          disabled={chosen === '' || trial.state === 'running'}
          onClick={() => void test()}
        >
          {trial.state === 'running' && <LoaderCircle size={14} className="spin" aria-hidden />}
          Test connection
        </button>
        <button type="button" className="button" onClick={() => void props.onRefresh().then(setNote)}>
          List models
        </button>
        <button type="button" className="button" onClick={props.onEdit}>
          Edit
        </button>
        <ConfirmButton className="button" label="Delete" onConfirm={props.onDelete}>
          Delete
        </ConfirmButton>
      </div>
    </section>
  );
}
