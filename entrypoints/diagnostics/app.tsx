import './diagnostics.css';
import { Download, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ConfirmButton } from '../../components/parts/buttons.tsx';
import { Choice } from '../../components/parts/form-field.tsx';
import {
  divideIntoTimeSlices,
  exportMetrics,
  filterByModel,
  groupByModel,
  summarizeMetrics,
} from '../../lib/agent/index.ts';
import { type ModelRef, PRACTICE_ENDPOINT } from '../../lib/contracts/index.ts';
import { settings } from '../../lib/extension/index.ts';
import { language, type PlainKey, t } from '../../lib/i18n/index.ts';
import { download, type MeasuredWindow, useEndpoints, useMetrics, useSetting } from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';
import { Figures, ModelTable, ToolTable } from './figures.tsx';
import { Limits } from './limits.tsx';

/** Metrics of streaming and tools, measured and kept on this machine. */
export function App({ storage }: { storage: Pick<Stores, 'endpoints' | 'metrics'> }) {
  const [range, setRange] = useState<Range>(DAY);
  const [model, setModel] = useState<ModelRef | null>(null);
  const measured = useMetrics(storage, range.lengthMs);
  const getModelName = useModelNames(storage);
  const models = measured === null ? [] : groupByModel(measured.samples).map((group) => group.model);
  return (
    <main className="diagnostics" aria-busy={measured === null}>
      <header>
        <h1>{t('diagnostics')}</h1>
        <p className="lead">{t('diagnosticsLead')}</p>
      </header>
      <Controls
        range={range}
        onRange={setRange}
        models={models}
        model={model}
        onModel={setModel}
        getModelName={getModelName}
      />
      {measured !== null && <Measured measured={measured} range={range} model={model} getModelName={getModelName} />}
      <OwnData storage={storage} />
    </main>
  );
}

type MeasuredProps = {
  measured: MeasuredWindow;
  range: Range;
  model: ModelRef | null;
  getModelName: (model: ModelRef) => string;
};

function Measured({ measured, range, model, getModelName }: MeasuredProps) {
  const { from, to } = measured;
  const samples = useMemo(() => filterByModel(measured.samples, model), [measured, model]);
  const view = useMemo(() => {
    const slices = divideIntoTimeSlices(samples, from, to, range.slices);
    const clock = new Intl.DateTimeFormat(language(), range.time);
    return {
      summary: summarizeMetrics(samples),
      times: slices.map((slice) => clock.format(slice.from)),
      slices: slices.map((slice) => summarizeMetrics(slice.samples)),
    };
  }, [samples, from, to, range]);
  if (samples.length === 0) {
    return (
      <section className="diagnostics-empty">
        <h2>{t(range.nothing)}</h2>
        <p>{t('nothingMeasuredHint')}</p>
      </section>
    );
  }
  return (
    <>
      <section className="diagnostics-cards" aria-label={t('limits')}>
        <Limits {...view} />
      </section>
      <section className="diagnostics-cards" aria-label={t('moreFigures')}>
        <Figures summary={view.summary} />
      </section>
      <ModelTable samples={samples} getModelName={getModelName} />
      <ToolTable samples={samples} />
    </>
  );
}

/** Returns the display name of a model and its endpoint. */
function useModelNames(storage: Pick<Stores, 'endpoints'>): (model: ModelRef) => string {
  const endpoints = useEndpoints(storage);
  return ({ endpointId, modelId }) => {
    const endpoint = [...endpoints, PRACTICE_ENDPOINT].find((each) => each.endpointId === endpointId);
    return `${modelId} (${endpoint?.name ?? t('removedEndpoint')})`;
  };
}

/** Exports and deletes the measurements. */
function OwnData({ storage }: { storage: Pick<Stores, 'metrics'> }) {
  const [isLogging = false, setIsLogging] = useSetting(settings.logToConsole);
  const save = async () => {
    const at = Date.now();
    const file = exportMetrics(await storage.metrics.since(0), at);
    const blob = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
    download(blob, `sidenote-measurements-${file.exportedAt.slice(0, 10)}.json`);
  };
  return (
    <section className="diagnostics-data">
      <h2>{t('ownMeasurements')}</h2>
      <p>{t('ownMeasurementsWhat')}</p>
      <div className="diagnostics-buttons">
        <button type="button" className="button" onClick={() => void save()}>
          <Download size={15} aria-hidden /> {t('exportJson')}
        </button>
        <ConfirmButton
          className="button"
          label={t('clearMeasurements')}
          question={t('reallyClearMeasurements')}
          onConfirm={() => void storage.metrics.clear()}
        >
          <Trash2 size={15} aria-hidden /> {t('clearMeasurements')}
        </ConfirmButton>
      </div>
      <label className="toggle">
        <input type="checkbox" checked={isLogging} onChange={(event) => setIsLogging(event.target.checked)} />
        {t('logToConsole')}
      </label>
    </section>
  );
}

type ControlsProps = {
  range: Range;
  onRange: (range: Range) => void;
  models: readonly ModelRef[];
  model: ModelRef | null;
  onModel: (model: ModelRef | null) => void;
  getModelName: (model: ModelRef) => string;
};

/** Selects the time range and the model. */
function Controls({ range, onRange, models, model, onModel, getModelName }: ControlsProps) {
  // A selected model stays in the list even if it has no samples in this range.
  const choices =
    model === null || models.some((each) => toModelKey(each) === toModelKey(model)) ? models : [model, ...models];
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
        className="small-select"
        aria-label={t('model')}
        value={model === null ? '' : toModelKey(model)}
        onChange={(event) => onModel(choices.find((each) => toModelKey(each) === event.target.value) ?? null)}
      >
        <option value="">{t('allModels')}</option>
        {choices.map((each) => (
          <option key={toModelKey(each)} value={toModelKey(each)}>
            {getModelName(each)}
          </option>
        ))}
      </select>
    </div>
  );
}

function toModelKey({ endpointId, modelId }: ModelRef): string {
  return JSON.stringify([endpointId, modelId]);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A time range, the number of slices in its charts, and their labels. */
type Range = {
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

/** The initial range. */
const DAY: Range = {
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
