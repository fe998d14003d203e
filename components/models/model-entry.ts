import { BUILT_IN_ENDPOINT, type Endpoint, type ModelRef, PRACTICE_ENDPOINT } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';

/** A model in the list. `words` is the lower-case text that is searched. */
export type ModelEntry = { key: string; model: ModelRef; name: string; endpointName: string; words: string };

export type ModelGroup = { title: string; entries: readonly ModelEntry[] };

export function keyOfModel({ endpointId, modelId }: ModelRef): string {
  return JSON.stringify([endpointId, modelId]);
}

/**
 * The display name of a model: the server's name for it, or ours for models without a server. llama.cpp and others name a model by
 * the path of its file.
 */
export function modelName({ endpointId, modelId }: ModelRef): string {
  if (endpointId === PRACTICE_ENDPOINT.endpointId) return t('practiceModel');
  return endpointId === BUILT_IN_ENDPOINT.endpointId ? t('browserModel') : withoutPath(modelId);
}

/** `/models/qwen.gguf` and `C:\\models\\qwen.gguf` are `qwen`; `Qwen/Qwen3` is a name. */
function withoutPath(modelId: string): string {
  const isPath = /^(?:\.{0,2}[\\/]|~\/|[a-z]:[\\/])/i.test(modelId) || /[\\/].*\.gguf$/i.test(modelId);
  const name = (isPath ? modelId.split(/[\\/]/).findLast((part) => part !== '') : modelId) ?? modelId;
  return name.replace(/(.)\.gguf$/i, '$1');
}

/** All models of these endpoints, in their order. */
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
 * The list to select from. Without a query: favourites and recent ones first, then all by endpoint. With a query: models with all
 * its words, in any order; names that begin with the first word come first within their endpoint.
 */
export function groupModels(entries: readonly ModelEntry[], { query, favourites, recent }: Wanted): ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) {
    const byKey = new Map(entries.map((entry) => [entry.key, entry]));
    const pick = (models: readonly ModelRef[]) => models.flatMap((model) => byKey.get(keyOfModel(model)) ?? []);
    const chosen = [
      { title: t('favourites'), entries: pick(favourites) },
      { title: t('recent'), entries: pick(recent) },
    ];
    return [...chosen.filter((group) => group.entries.length > 0), ...byEndpoint(entries)];
  }
  const found = entries.filter((entry) => words.every((word) => entry.words.includes(word)));
  const begins = (entry: ModelEntry) => entry.words.startsWith(first);
  return byEndpoint([...found.filter(begins), ...found.filter((entry) => !begins(entry))]);
}

function byEndpoint(entries: readonly ModelEntry[]): ModelGroup[] {
  const groups = Map.groupBy(entries, (entry) => entry.model.endpointId);
  return [...groups.values()].map((group) => ({ title: group[0]?.endpointName ?? '', entries: group }));
}
