import { type ReactNode, useId } from 'react';
import './form-field.css';

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
