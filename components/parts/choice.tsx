import { useId } from 'react';
import './choice.css';

type Props<Value extends string> = {
  label: string;
  /** Whether the label is visible, or only for screen readers. */
  isLabelled?: boolean;
  options: readonly { value: Value; name: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** A choice between a few visible options. */
export function Choice<Value extends string>({ label, isLabelled = true, options, value, onChoose }: Props<Value>) {
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
