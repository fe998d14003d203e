import './form-field.css';
import './managed-field.css';
import './choice.css';
import { Building2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { t } from '../../lib/i18n/index.ts';

type Props = {
  label: string;
  hint: string;
  /** The error in the value, or null. */
  error?: string | null;
  children: (id: string) => ReactNode;
};

/** A form field with label, hint and error. */
export function FormField({ label, hint, error = null, children }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint !== '' && <p className="hint">{hint}</p>}
      {error !== null && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** Fields that cannot be changed while an organization sets them, and that say so. */
export function ManagedField({ isManaged, children }: { isManaged: boolean; children: ReactNode }) {
  if (!isManaged) return children;
  return (
    <fieldset className="managed" disabled>
      {children}
      <ManagedNote />
    </fieldset>
  );
}

export function ManagedNote() {
  return (
    <p className="managed-note">
      <Building2 aria-hidden="true" />
      {t('setByOrganization')}
    </p>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  /** Whether the label is visible, or only for screen readers. */
  isLabelled?: boolean;
  options: readonly { value: Value; name: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** A choice between a few visible options. */
export function Choice<Value extends string>({
  label,
  isLabelled = true,
  options,
  value,
  onChoose,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className={isLabelled ? undefined : 'visually-hidden'}>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChoose(option.value)} />
            {option.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
