import './form-field.css';
import './managed-field.css';
import './choice.css';
import { Building2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useId, useLayoutEffect } from 'react';
import { t } from '../../lib/i18n/index.ts';

type Props = {
  label: string;
  hint: string;
  /** The error in the value, or null. */
  error?: string | null;
  /** Gets the attributes of the input, list or text area. */
  children: (control: FieldControl) => ReactNode;
};

/** Connects a control with its label, hint and error. */
export type FieldControl = {
  id: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
};

/** A form field with label, hint and error. */
export function FormField({ label, hint, error = null, children }: Props) {
  const id = useId();
  const descriptions = [...(hint === '' ? [] : [`${id}-hint`]), ...(error === null ? [] : [`${id}-error`])];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': descriptions.length === 0 ? undefined : descriptions.join(' '),
        'aria-invalid': error === null ? undefined : true,
      })}
      {hint !== '' && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error !== null && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Omit<Props, 'children' | 'hint'> &
  Omit<ComponentProps<'input'>, 'id' | 'onChange'> & { hint?: string; onText: (value: string) => void };

/** A form field for one line of text. */
export function TextField({ label, hint = '', error = null, onText, ...input }: TextFieldProps) {
  return (
    <FormField label={label} hint={hint} error={error}>
      {(control) => <input {...control} {...input} onChange={({ target }) => onText(target.value)} />}
    </FormField>
  );
}

/** Fields that cannot be changed while an organization sets them, with a note about that. */
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

/**
 * Makes a field as high as its text, up to its `max-height`, because Firefox does not support `field-sizing`. In a
 * panel of another width, or at another zoom, the text has other lines.
 */
export function useTextHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height changes with the text
  useLayoutEffect(() => {
    const fitText = () => {
      const area = field.current;
      if (area === null) return;
      area.style.height = 'auto';
      area.style.height = `${area.scrollHeight}px`;
    };
    fitText();
    addEventListener('resize', fitText);
    return () => removeEventListener('resize', fitText);
  }, [text]);
}
