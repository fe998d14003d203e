import { useEffect, useState } from 'react';
import { GgufModels } from '../../components/endpoints/gguf-models.tsx';
import { GGUF_ENDPOINT, type GgufDownload, type GgufModel } from '../../lib/contracts/index.ts';
import {
  canRunGguf,
  ggufDownloads,
  ggufFolder,
  ggufModels,
  ggufSpeeds,
  hasGgufGpu,
  keepGgufFiles,
  MAX_GGUF_BYTES,
  removeGguf,
  runModelDownload,
  settings,
  storeGgufFiles,
} from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { usePolicy, useSetting } from '../../lib/react/index.ts';

/** The models that run inside the extension. */
export function GgufSection() {
  const [models = []] = useSetting(ggufModels);
  const [speeds = {}] = useSetting(ggufSpeeds);
  const [usesGpu = settings.ggufUsesGpu.fallback] = useSetting(settings.ggufUsesGpu);
  const [hasGpu, setHasGpu] = useState<boolean | null>(null);
  useEffect(() => {
    void hasGgufGpu().then(setHasGpu);
  }, []);
  const isOff = usePolicy().disabledFeatures.includes('gguf-models');
  const [downloads, setDownloads] = useState<readonly GgufDownload[]>([]);
  useEffect(() => {
    const tidy = async () => {
      const [stored, offered] = [await ggufModels.getValue(), await ggufDownloads()];
      setDownloads(offered);
      // An interrupted copy has left only an empty file. A download continues with the parts that it has left.
      await keepGgufFiles([...stored, ...offered].map(({ modelId }) => modelId));
    };
    void tidy();
  }, []);
  const add = async (files: readonly File[], onProgress: (share: number) => void, signal: AbortSignal) => {
    const model = await storeGgufFiles(files, Date.now(), onProgress, signal);
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
          hasGpu={hasGpu}
          usesGpu={usesGpu}
          onUseGpu={(isOn) => void settings.ggufUsesGpu.setValue(isOn)}
          onAdd={add}
          downloads={downloads.filter(({ modelId }) => models.every((each) => each.modelId !== modelId))}
          onDownload={(modelId, onProgress, signal) =>
            runModelDownload({ endpointId: GGUF_ENDPOINT.endpointId, modelId }, onProgress, signal)
          }
          onChange={(model) =>
            void changeModels((before) => before.map((each) => (each.modelId === model.modelId ? model : each)))
          }
          onRemove={({ modelId }) => void changeModels((before) => before.filter((each) => each.modelId !== modelId))}
        />
      )}
    </section>
  );
}

/**
 * Changes the list of stored models, and removes the files of those no longer on it. Keeps the parts of a download,
 * because its model is not on the list yet.
 */
export async function changeModels(change: (before: readonly GgufModel[]) => GgufModel[]): Promise<void> {
  const before = await ggufModels.getValue();
  const after = change(before);
  await ggufModels.setValue(after);
  for (const { modelId } of before) {
    if (after.every((each) => each.modelId !== modelId)) await removeGguf(await ggufFolder(), modelId);
  }
}
