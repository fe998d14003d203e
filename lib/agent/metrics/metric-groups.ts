import type { MetricSample, ModelRef } from '../../contracts/index.ts';

/** Samples of an interval from `from`, inclusive, to `to`, exclusive; milliseconds since 1970. */
export type TimeSlice = { from: number; to: number; samples: readonly MetricSample[] };

/**
 * Divides the time from `from` to `to` into `count` equal slices and sorts the samples into them. Samples outside are left out;
 * one exactly at `to` belongs to the last slice.
 */
export function sliceTime(samples: readonly MetricSample[], from: number, to: number, count: number): TimeSlice[] {
  const length = (to - from) / count;
  const slices = Array.from({ length: count }, (_, index) => ({
    from: from + index * length,
    to: from + (index + 1) * length,
    samples: [] as MetricSample[],
  }));
  for (const sample of samples) {
    if (sample.at < from || sample.at > to) continue;
    slices[Math.min(count - 1, Math.floor((sample.at - from) / length))]?.samples.push(sample);
  }
  return slices;
}

export type ModelSamples = { model: ModelRef; samples: readonly MetricSample[] };

/** Samples grouped by model and endpoint, the most measured model first; samples without a model are left out. */
export function byModel(samples: readonly MetricSample[]): ModelSamples[] {
  const groups = new Map<string, { model: ModelRef; samples: MetricSample[] }>();
  for (const sample of samples) {
    if (sample.model === null) continue;
    const key = JSON.stringify([sample.model.endpointId, sample.model.modelId]);
    const group = groups.get(key);
    if (group) group.samples.push(sample);
    else groups.set(key, { model: sample.model, samples: [sample] });
  }
  return [...groups.values()].sort((a, b) => b.samples.length - a.samples.length);
}

export type ToolSamples = { toolName: string; samples: readonly MetricSample[] };

/** Samples grouped by tool name. */
export function byTool(samples: readonly MetricSample[]): ToolSamples[] {
  const groups = new Map<string, MetricSample[]>();
  for (const sample of samples) {
    if (!('toolName' in sample)) continue;
    const group = groups.get(sample.toolName);
    if (group) group.push(sample);
    else groups.set(sample.toolName, [sample]);
  }
  return [...groups]
    .map(([toolName, own]) => ({ toolName, samples: own }))
    .sort((a, b) => a.toolName.localeCompare(b.toolName));
}

/** The samples of one model, or all samples for null. */
export function ofModel(samples: readonly MetricSample[], model: ModelRef | null): readonly MetricSample[] {
  if (model === null) return samples;
  return samples.filter(
    (sample) => sample.model?.endpointId === model.endpointId && sample.model.modelId === model.modelId,
  );
}
