import { type FormEvent, useId, useState } from 'react';
import './endpoint-form.css';

export type EndpointDraft = { name: string; baseUrl: string; apiKey: string; models: string };

type Props = {
  initial: EndpointDraft;
  /** The last four characters of the stored key, which itself is never shown; null where there is none. */
  lastFour: string | null;
  submitLabel: string;
  error: string | null;
  onSubmit: (draft: EndpointDraft) => void;
  onCancel: (() => void) | null;
};

export const EMPTY_ENDPOINT: EndpointDraft = { name: '', baseUrl: '', apiKey: '', models: '' };

/** Describes a server: where it is, the key it wants, and its models. */
export function EndpointForm({ initial, lastFour, submitLabel, error, onSubmit, onCancel }: Props) {
  const [draft, setDraft] = useState(initial);
  const set = (change: Partial<EndpointDraft>) => setDraft({ ...draft, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(draft);
  };
  return (
    <form className="endpoint-form" onSubmit={submit}>
      <Field label="Base URL" hint="With or without /v1. A server on this machine: http://127.0.0.1:11434">
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
      </Field>
      <Field
        label="API key"
        hint="Not needed for most servers on this machine. It is stored encrypted and sent only there."
      >
        {(id) => (
          <input
            id={id}
            type="password"
            autoComplete="off"
            placeholder={lastFour === null ? 'none' : `stored, ends in ${lastFour}`}
            value={draft.apiKey}
            onChange={(event) => set({ apiKey: event.target.value })}
          />
        )}
      </Field>
      <Field label="Name" hint="As you want to see it in the list of models.">
        {(id) => (
          <input
            id={id}
            placeholder="taken from the address"
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Models" hint="One a line. Left empty, the server is asked.">
        {(id) => (
          <textarea
            id={id}
            rows={2}
            spellCheck={false}
            value={draft.models}
            onChange={(event) => set({ models: event.target.value })}
          />
        )}
      </Field>
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      <div className="form-buttons">
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
        <button type="submit" className="button primary">
          {submitLabel}
        </button>
      </div>
    </form>
  );
}

function Field({ label, hint, children }: { label: string; hint: string; children: (id: string) => React.ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      <p className="hint">{hint}</p>
    </div>
  );
}
