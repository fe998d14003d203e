import { useEffect } from 'react';
import { GgufModels } from '../../components/endpoints/gguf-models.tsx';
import type { GgufModel } from '../../lib/contracts/index.ts';
import {
  canRunGguf,
  ggufModels,
  ggufSpeeds,
  keepGgufFiles,
  MAX_GGUF_BYTES,
  storeGgufFile,
} from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { usePolicy, useSetting } from '../../lib/react/index.ts';

const NONE: GgufModel[] = [];

/** The models that run inside the extension. */
export function GgufSection() {
  const [models = NONE] = useSetting(ggufModels);
  const [speeds = {}] = useSetting(ggufSpeeds);
  const isOff = usePolicy().disabledFeatures.includes('gguf-models');
  useEffect(() => {
    // A copy that was interrupted with its page has left nothing but an empty file.
    void ggufModels.getValue().then(keepGgufFiles);
  }, []);
  const add = async (file: File, onProgress: (share: number) => void, signal: AbortSignal) => {
    const model = await storeGgufFile(file, Date.now(), onProgress, signal);
    await changeModels((before) => [...before.filter(({ modelId }) => modelId !== model.modelId), model]);
    return model;
  };
  return (
    <section aria-labelledby="gguf">
      <h2 id="gguf">{t('ggufTitle')}</h2>
      <p className="lead">{t('ggufLead')}</p>
      {isOff || !canRunGguf() ? (
        <p className="hint">{t(isOff ? 'ggufOff' : 'ggufNotHere')}</p>
      ) : (
        <GgufModels
          models={models}
          speeds={speeds}
          maxBytes={MAX_GGUF_BYTES}
          onAdd={add}
          onChange={(model) =>
            void changeModels((before) => before.map((each) => (each.modelId === model.modelId ? model : each)))
          }
          onRemove={({ modelId }) => void changeModels((before) => before.filter((each) => each.modelId !== modelId))}
        />
      )}
    </section>
  );
}

/** Changes the list of stored models, and removes the files of those that are not on it any more. */
export async function changeModels(change: (before: readonly GgufModel[]) => GgufModel[]): Promise<void> {
  const after = change(await ggufModels.getValue());
  await ggufModels.setValue(after);
  await keepGgufFiles(after);
}
