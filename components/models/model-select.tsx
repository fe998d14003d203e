import type { Endpoint, ModelRef } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import type { FieldControl } from '../parts/form-field.tsx';
import { keyOfModel, modelEntries } from './model-entry.ts';

type Props = FieldControl & {
  endpoints: readonly Endpoint[];
  selected: ModelRef | null;
  /** The label for no selected model. */
  otherwise: string;
  onChoose: (model: ModelRef | null) => void;
};

/** A model of the endpoints, or none, in a form. */
export function ModelSelect({ endpoints, selected, otherwise, onChoose, ...control }: Props) {
  const entries = modelEntries(endpoints);
  const isGone = selected !== null && !entries.some((entry) => entry.key === keyOfModel(selected));
  return (
    <select
      {...control}
      value={selected ? keyOfModel(selected) : ''}
      onChange={(event) => onChoose(entries.find((entry) => entry.key === event.target.value)?.model ?? null)}
    >
      <option value="">{otherwise}</option>
      {isGone && <option value={keyOfModel(selected)}>{t('modelGone', { model: selected.modelId })}</option>}
      {[...Map.groupBy(entries, (entry) => entry.endpointName)].map(([name, group]) => (
        <optgroup key={name} label={name}>
          {group.map((entry) => (
            <option key={entry.key} value={entry.key}>
              {entry.name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
