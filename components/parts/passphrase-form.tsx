import { type FormEvent, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { TextField } from './form-field.tsx';

type Props = {
  label: string;
  hint: string;
  submitLabel: string;
  /** Whether to ask twice, because a typo in a new passphrase would lose the keys. */
  isNew: boolean;
  /** Minimum length of a new passphrase, in characters. */
  minLength?: number;
  error: string | null;
  isBusy: boolean;
  /** Leaves the form, if there is something to return to. */
  onCancel?: () => void;
  onSubmit: (passphrase: string) => void;
};

/** Asks for a passphrase, to set or enter it. */
export function PassphraseForm(props: Props) {
  const { label, hint, submitLabel, isNew, minLength = 8, error, isBusy, onCancel, onSubmit } = props;
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const differs = isNew && second !== '' && first !== second;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNew && first !== second) return;
    onSubmit(first);
    setFirst('');
    setSecond('');
  };
  return (
    <form className="endpoint-form" onSubmit={submit}>
      <TextField
        label={label}
        hint={hint}
        error={error}
        type="password"
        required
        minLength={isNew ? minLength : 1}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        value={first}
        onText={setFirst}
      />
      {isNew && (
        <TextField
          label={t('sameAgain')}
          error={differs ? t('notTheSame') : null}
          type="password"
          required
          autoComplete="new-password"
          value={second}
          onText={setSecond}
        />
      )}
      <div className="form-buttons">
        {onCancel && (
          <button type="button" className="button" disabled={isBusy} onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
        <button type="submit" className="button" disabled={isBusy || differs}>
          {submitLabel}
        </button>
      </div>
    </form>
  );
}
