import { EndpointSettings, type ModelRef, ModelSettings, settingsOf } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';

/** What holds for a model; nothing for one whose endpoint is not stored. */
export async function modelSettings(db: SidenoteDb, { endpointId, modelId }: ModelRef): Promise<ModelSettings> {
  return settingsOf((await db.endpoints.get(endpointId))?.settings, modelId);
}

/**
 * Keeps what the user set for a model, or with null for all models of the endpoint; it takes the place of what was set there
 * before, and `{}` forgets it. Rejects with zod's error where a value is out of range: check it first, with `ModelSettings`.
 */
export async function saveModelSettings(
  db: SidenoteDb,
  endpointId: string,
  modelId: string | null,
  settings: ModelSettings,
): Promise<void> {
  const parsed = ModelSettings.parse(settings);
  await db.transaction('rw', db.endpoints, async () => {
    const { all, models } = (await db.endpoints.get(endpointId))?.settings ?? { all: {}, models: [] };
    const others = models.filter((each) => each.modelId !== modelId);
    const isEmpty = Object.keys(parsed).length === 0;
    const changed: EndpointSettings =
      modelId === null
        ? { all: parsed, models }
        : { all, models: isEmpty ? others : [...others, { modelId, settings: parsed }] };
    await db.endpoints.update(endpointId, { settings: EndpointSettings.parse(changed) });
  });
}
