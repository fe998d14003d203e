import { useCallback, useMemo } from 'react';
import { keyOfModel, type ModelEntry, modelEntries } from '../../components/models/model-entry.ts';
import { hasFacts, modelFacts } from '../../components/models/model-facts.ts';
import { ModelMenu, ModelPicker } from '../../components/models/model-menu.tsx';
import { isModelGone, nextModel } from '../../components/models/next-model.ts';
import { modelName } from '../../components/parts/model-name.ts';
import type { NextModel } from '../../components/thread/run-outcome.tsx';
import { allMessages } from '../../lib/agent/index.ts';
import type { Endpoint, ModelRef, ThreadState } from '../../lib/contracts/index.ts';
import { openSettings, settings } from '../../lib/extension/index.ts';
import { lacksToolSupport } from '../../lib/model-api/index.ts';
import { useLatest, useSetting, useStored } from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';

type Props = {
  storage: Pick<Stores, 'capabilities'>;
  endpoints: readonly Endpoint[];
  model: ModelRef;
  onModel: (model: ModelRef) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The endpoint whose first model is proposed, or null for the selected model. */
  startsAt: string | null;
};

/** The selected model of this chat, and the list of all others. */
export function ModelChoice({ storage, endpoints, model, onModel, isOpen, onOpen, startsAt }: Props) {
  const endpoint = endpoints.find((each) => each.endpointId === model.endpointId);
  const isKnown = endpoint?.models.includes(model.modelId) === true;
  return (
    <ModelPicker name={modelName(model)} isKnown={isKnown} isOpen={isOpen} onOpen={onOpen}>
      <ModelChoiceMenu
        storage={storage}
        endpoints={endpoints}
        model={model}
        startsAt={startsAt}
        onModel={(next) => {
          onModel(next);
          onOpen(false);
        }}
      />
    </ModelPicker>
  );
}

/** Capabilities of thousands of models are only read while the list is open. */
export function ModelChoiceMenu({
  storage,
  endpoints,
  model,
  startsAt,
  heading,
  onModel,
}: Omit<Props, 'isOpen' | 'onOpen'> & { heading?: string }) {
  const capabilities = useStored(() => storage.capabilities.all(), [storage]);
  const [favourites = [], setFavourites] = useSetting(settings.favouriteModels);
  const [recent = []] = useSetting(settings.recentModels);
  const entries = useMemo(() => modelEntries(endpoints), [endpoints]);
  const byKey = useMemo(() => new Map(capabilities?.map((each) => [keyOfModel(each), each])), [capabilities]);
  const keysWithFacts = useMemo(() => {
    const reported = entries.filter(({ key, model: each }) => hasFacts(byKey.get(key), lacksToolSupport(each.modelId)));
    return new Set(reported.map((entry) => entry.key));
  }, [entries, byKey]);
  const listFacts = useCallback(
    ({ key, model: each }: ModelEntry) => modelFacts(byKey.get(key), lacksToolSupport(each.modelId)),
    [byKey],
  );
  const toggle = useCallback(
    (each: ModelRef) => {
      const others = favourites.filter((favourite) => keyOfModel(favourite) !== keyOfModel(each));
      setFavourites(others.length < favourites.length ? others : [...others, each]);
    },
    [favourites, setFavourites],
  );
  return (
    <ModelMenu
      entries={entries}
      selected={model}
      startsAt={startsAt}
      heading={heading}
      favourites={favourites}
      recent={recent}
      known={keysWithFacts}
      listFacts={listFacts}
      onChoose={onModel}
      onFavourite={toggle}
      onSettings={() => void openSettings('')}
    />
  );
}

/** Offered if the model of the last answer is gone. It is the same object while unchanged. */
export function useNextModel(
  thread: ThreadState,
  endpoints: readonly Endpoint[],
  onTry: (model: ModelRef) => void,
): NextModel | null {
  const [favourites = []] = useSetting(settings.favouriteModels);
  const actions = useLatest({ onTry });
  const last = thread.messages.at(-1);
  const next = useMemo(() => {
    if (last?.role !== 'assistant' || !isModelGone(last)) return null;
    const gone = allMessages(thread).flatMap((each) =>
      each.role === 'assistant' && isModelGone(each) ? keyOfModel(each.model) : [],
    );
    return nextModel(last.model, { entries: modelEntries(endpoints), favourites, gone: new Set(gone) });
  }, [thread, last, endpoints, favourites]);
  const key = next?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model has another key
  return useMemo(() => next && { name: next.name, onTry: () => actions.onTry(next.model) }, [key, actions]);
}
