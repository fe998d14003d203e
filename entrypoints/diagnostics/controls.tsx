import { Choice } from '../../components/parts/form-field.tsx';
import type { ModelRef } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A time range, the number of slices in its charts, and their labels. */
export type Range = {
  id: 'hour' | 'day' | 'week';
  name: PlainKey;
  /** Shown if nothing was measured in the range. */
  nothing: PlainKey;
  lengthMs: number;
  slices: number;
  time: Intl.DateTimeFormatOptions;
};

const HOUR: Range = {
  id: 'hour',
  name: 'hour',
  nothing: 'nothingMeasuredHour',
  lengthMs: HOUR_MS,
  slices: 12,
  time: { hour: '2-digit', minute: '2-digit' },
};

/** The range shown at first. */
export const DAY: Range = {
  id: 'day',
  name: 'day',
  nothing: 'nothingMeasuredDay',
  lengthMs: 24 * HOUR_MS,
  slices: 24,
  time: { hour: '2-digit', minute: '2-digit' },
};

const WEEK: Range = {
  id: 'week',
  name: 'week',
  nothing: 'nothingMeasuredWeek',
  lengthMs: 7 * 24 * HOUR_MS,
  slices: 28,
  time: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
};

const RANGES: readonly Range[] = [HOUR, DAY, WEEK];
