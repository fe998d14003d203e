import { Choice } from '../../components/parts/form-field.tsx';
import type { ModelRef } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { RANGES, type Range } from './ranges.ts';

type Props = {
  range: Range;
  onRange: (range: Range) => void;
  models: readonly ModelRef[];
  model: ModelRef | null;
  onModel: (model: ModelRef | null) => void;
  nameOf: (model: ModelRef) => string;
};

/** Selects the time range and the model. */
export function Controls({ range, onRange, models, model, onModel, nameOf }: Props) {
  // A selected model stays in the list without samples in this range.
  const listed = model === null || models.some((each) => keyOf(each) === keyOf(model)) ? models : [model, ...models];
  return (
    <div className="diagnostics-controls">
      <Choice
        label={t('time')}
        isLabelled={false}
        options={RANGES.map(({ id, name }) => ({ value: id, name: t(name) }))}
        value={range.id}
        onChoose={(id) => onRange(RANGES.find((each) => each.id === id) ?? range)}
      />
      <select
        aria-label={t('model')}
        value={model === null ? '' : keyOf(model)}
        onChange={(event) => onModel(listed.find((each) => keyOf(each) === event.target.value) ?? null)}
      >
        <option value="">{t('allModels')}</option>
        {listed.map((each) => (
          <option key={keyOf(each)} value={keyOf(each)}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </div>
  );
}

function keyOf({ endpointId, modelId }: ModelRef): string {
  return JSON.stringify([endpointId, modelId]);
}
