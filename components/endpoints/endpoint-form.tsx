import { ExternalLink } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { AddressWarning } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { FormField } from '../parts/form-field.tsx';
import { addressWarningText } from './address-text.ts';
import './endpoint-form.css';

export type EndpointDraft = { name: string; baseUrl: string; apiKey: string; models: string };

/** A server that many people use, as the form offers it. */
export type EndpointChoice = { presetId: string; name: string; baseUrl: string; isLocal: boolean };

/**
 * What is to be said of an address while it is typed; null as long as it is none. `warnings` with `confirm` wait for an
 * approval; `takesKey`: false where a key would travel in the clear; `keyUrl`: where a key comes from, or null.
 */
export type AddressValidation = {
  warnings: readonly AddressWarning[];
  takesKey: boolean;
  keyUrl: string | null;
  note: string;
};

type Props = {
  initial: EndpointDraft;
  /** Offered above the form; none where an endpoint is changed. */
  choices: readonly EndpointChoice[];
  judge: (baseUrl: string) => AddressValidation | null;
  /** The last four characters of the stored key, which itself is never shown; null where there is none. */
  lastFour: string | null;
  submitLabel: string;
  error: string | null;
  /** The form is there for the sake of its key. */
  isForKey?: boolean;
  onSubmit: (draft: EndpointDraft) => void;
  onCancel: (() => void) | null;
};

export const EMPTY_ENDPOINT: EndpointDraft = { name: '', baseUrl: '', apiKey: '', models: '' };

/** Describes a server: where it is, the key it wants, and its models. */
export function EndpointForm(props: Props) {
  const { initial, choices, lastFour, submitLabel, error, isForKey = false, onSubmit, onCancel } = props;
  const [draft, setDraft] = useState(initial);
  const set = (change: Partial<EndpointDraft>) => setDraft({ ...draft, ...change });
  const judgement = props.judge(draft.baseUrl);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(draft);
  };
  return (
    <form className="endpoint-form" onSubmit={submit}>
      {choices.length > 0 && (
        <ServiceField choices={choices} onChoose={({ name, baseUrl }) => set({ name, baseUrl, apiKey: '' })} />
      )}
      <FormField label={t('baseUrl')} hint={t('baseUrlHint', { example: 'http://127.0.0.1:11434' })}>
        {(id) => (
          <input
            id={id}
            required
            spellCheck={false}
            placeholder="https://api.example.com/v1"
            value={draft.baseUrl}
            onChange={(event) => set({ baseUrl: event.target.value })}
          />
        )}
      </FormField>
      {judgement && <Judgement key={draft.baseUrl} judgement={judgement} />}
      <FormField label={t('apiKey')} hint={judgement?.takesKey === false ? t('keyInClear') : t('apiKeyHint')}>
        {(id) => (
          <input
            id={id}
            type="password"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: whoever comes for it has just asked for it
            autoFocus={isForKey}
            disabled={judgement?.takesKey === false}
            placeholder={lastFour === null ? t('noKeyStored') : t('keyStored', { characters: lastFour })}
            value={draft.apiKey}
            onChange={(event) => set({ apiKey: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={t('name')} hint={t('endpointNameHint')}>
        {(id) => (
          <input
            id={id}
            placeholder={t('endpointNameTaken')}
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={t('models')} hint={t('modelsHint')}>
        {(id) => (
          <textarea
            id={id}
            rows={2}
            spellCheck={false}
            value={draft.models}
            onChange={(event) => set({ models: event.target.value })}
          />
        )}
      </FormField>
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      <div className="form-buttons">
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
        <button type="submit" className="button primary">
          {submitLabel}
        </button>
      </div>
    </form>
  );
}

type ServiceProps = { choices: readonly EndpointChoice[]; onChoose: (choice: EndpointChoice) => void };

/** Fills in what is known of a service. */
function ServiceField({ choices, onChoose }: ServiceProps) {
  const [presetId, setPresetId] = useState('');
  const group = (isLocal: boolean) =>
    choices
      .filter((choice) => choice.isLocal === isLocal)
      .map((choice) => (
        <option key={choice.presetId} value={choice.presetId}>
          {choice.name}
        </option>
      ));
  return (
    <FormField label={t('service')} hint={t('serviceHint')}>
      {(id) => (
        <select
          id={id}
          value={presetId}
          onChange={(event) => {
            setPresetId(event.target.value);
            const choice = choices.find((each) => each.presetId === event.target.value);
            onChoose(choice ?? { presetId: '', name: '', baseUrl: '', isLocal: false });
          }}
        >
          <option value="">{t('anotherServer')}</option>
          <optgroup label={t('hosted')}>{group(false)}</optgroup>
          <optgroup label={t('onThisMachine')}>{group(true)}</optgroup>
        </select>
      )}
    </FormField>
  );
}

/** What the user should know of the address; what has to be confirmed holds the form up until it is. */
function Judgement({ judgement }: { judgement: AddressValidation }) {
  const id = useId();
  const { warnings, note, keyUrl } = judgement;
  if (warnings.length === 0 && note === '' && keyUrl === null) return null;
  return (
    <div className="address-notes" role="status">
      {warnings.map((warning) => (
        <p key={warning.code} className="address-warning">
          {addressWarningText(warning)}
        </p>
      ))}
      {warnings.some((warning) => warning.confirm) && (
        <p>
          <input id={id} type="checkbox" required /> <label htmlFor={id}>{t('serverIsMeant')}</label>
        </p>
      )}
      {note !== '' && <p>{note}</p>}
      {keyUrl !== null && (
        <p>
          <a href={keyUrl} target="_blank" rel="noreferrer">
            {t('getKey')} <ExternalLink size={12} aria-hidden />
          </a>
        </p>
      )}
    </div>
  );
}
