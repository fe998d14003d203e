import { type FormEvent, useState } from 'react';
import { type ModelSettings, ReasoningEffort } from '../lib/protocol/model-settings.ts';
import { FormField } from './form-field.tsx';
import { draftOfSettings, readSettings, type SettingsDraft, type SettingsErrors } from './settings-draft.ts';
import './model-settings-form.css';

type Props = { settings: ModelSettings; onSave: (settings: ModelSettings) => Promise<void> };

const NUMBERS = [
  { name: 'temperature', label: 'Temperature', hint: '0 to 2. Empty: the server’s own.' },
  { name: 'maxOutputTokens', label: 'Longest answer', hint: 'In tokens. Empty: as the server likes.' },
  { name: 'contextLimit', label: 'Context limit', hint: 'In tokens. Longer conversations are shortened.' },
  { name: 'maxSteps', label: 'Step limit', hint: 'Steps with tools before it has to answer. Empty: 12.' },
] as const;

/** What the person sets for a model, or for all of an endpoint. What is left empty is left to the server. */
export function ModelSettingsForm({ settings, onSave }: Props) {
  const [draft, setDraft] = useState(() => draftOfSettings(settings));
  const [errors, setErrors] = useState<SettingsErrors>({});
  const [status, setStatus] = useState('');
  const set = (change: Partial<SettingsDraft>) => {
    setDraft({ ...draft, ...change });
    setStatus('');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = readSettings(draft);
    setErrors('errors' in read ? read.errors : {});
    if ('errors' in read) return;
    await onSave(read.settings);
    setStatus('Saved. It holds from the next question on.');
  };
  return (
    <form className="model-settings" onSubmit={(event) => void submit(event)}>
      <div className="model-settings-grid">
        {NUMBERS.map(({ name, label, hint }) => (
          <FormField key={name} label={label} hint={hint} error={errors[name] ?? null}>
            {(id) => (
              <input
                id={id}
                inputMode="decimal"
                value={draft[name]}
                onChange={(event) => set({ [name]: event.target.value })}
              />
            )}
          </FormField>
        ))}
        <FormField label="Reasoning effort" hint="For models that think. Empty: the server’s own.">
          {(id) => (
            <select
              id={id}
              value={draft.reasoningEffort}
              onChange={(event) => set({ reasoningEffort: event.target.value })}
            >
              <option value="">As the server likes</option>
              {ReasoningEffort.options.map((effort) => (
                <option key={effort}>{effort}</option>
              ))}
            </select>
          )}
        </FormField>
        <FormField label="Offer tools" hint="Without tools it cannot read the page.">
          {(id) => (
            <select
              id={id}
              value={draft.tools}
              onChange={(event) => set({ tools: event.target.value as SettingsDraft['tools'] })}
            >
              <option value="">Yes, as usual</option>
              <option value="on">Yes, whatever holds for the endpoint</option>
              <option value="off">No</option>
            </select>
          )}
        </FormField>
      </div>
      <FormField
        label="System prompt"
        hint="Said to the model after Sidenote’s own."
        error={errors.systemPrompt ?? null}
      >
        {(id) => (
          <textarea
            id={id}
            rows={2}
            value={draft.systemPrompt}
            onChange={(event) => set({ systemPrompt: event.target.value })}
          />
        )}
      </FormField>
      <FormField
        label="Extra headers"
        hint='A JSON object, for example {"X-Title": "Sidenote"}.'
        error={errors.headers ?? null}
      >
        {(id) => (
          <textarea
            id={id}
            rows={2}
            spellCheck={false}
            value={draft.headers}
            onChange={(event) => set({ headers: event.target.value })}
          />
        )}
      </FormField>
      <FormField
        label="Extra body fields"
        hint='A JSON object, for example {"top_p": 0.9}.'
        error={errors.body ?? null}
      >
        {(id) => (
          <textarea
            id={id}
            rows={2}
            spellCheck={false}
            value={draft.body}
            onChange={(event) => set({ body: event.target.value })}
          />
        )}
      </FormField>
      <div className="form-buttons">
        <output>{status}</output>
        <button type="submit" className="button">
          Save settings
        </button>
      </div>
    </form>
  );
}
