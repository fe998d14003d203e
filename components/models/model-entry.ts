import type { Endpoint, ModelRef } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { modelName } from '../parts/model-name.ts';

/** A model in the list. `words` is the lower-case text that is searched. */
export type ModelEntry = { key: string; model: ModelRef; name: string; endpointName: string; words: string };

export type ModelGroup = { title: string; entries: readonly ModelEntry[] };

export function keyOfModel({ endpointId, modelId }: ModelRef): string {
  return JSON.stringify([endpointId, modelId]);
}

/** Returns all models of these endpoints, in their order. */
export function modelEntries(endpoints: readonly Endpoint[]): ModelEntry[] {
  return endpoints.flatMap(({ endpointId, name: endpointName, models }) =>
    models.map((modelId) => {
      const model = { endpointId, modelId };
      const name = modelName(model);
      return {
        key: keyOfModel(model),
        model,
        name,
        endpointName,
        words: `${name} ${modelId} ${endpointName}`.toLowerCase(),
      };
    }),
  );
}

type Wanted = { query: string; favourites: readonly ModelRef[]; recent: readonly ModelRef[] };

/**
 * Returns the list to select from. Without a query, favourites and recent ones come first, then all by endpoint. With a
 * query, it contains the models with all its words, in any order. Names that begin with the first word come first
 * within their endpoint.
 */
export function groupModels(entries: readonly ModelEntry[], { query, favourites, recent }: Wanted): ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) {
    const byKey = new Map(entries.map((entry) => [entry.key, entry]));
    const pick = (models: readonly ModelRef[]) => models.flatMap((model) => byKey.get(keyOfModel(model)) ?? []);
    const leadingGroups = [
      { title: t('favourites'), entries: pick(favourites) },
      { title: t('recent'), entries: pick(recent) },
    ];
    return [...leadingGroups.filter((group) => group.entries.length > 0), ...byEndpoint(entries)];
  }
  const matches = entries.filter((entry) => words.every((word) => entry.words.includes(word)));
  const begins = (entry: ModelEntry) => entry.words.startsWith(first);
  return byEndpoint([...matches.filter(begins), ...matches.filter((entry) => !begins(entry))]);
}

function byEndpoint(entries: readonly ModelEntry[]): ModelGroup[] {
  const groups = Map.groupBy(entries, (entry) => entry.model.endpointId);
  return [...groups.values()].map((group) => ({ title: group[0]?.endpointName ?? '', entries: group }));
}
