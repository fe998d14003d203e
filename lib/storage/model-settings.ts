import { EndpointSettings, type ModelRef, ModelSettings, settingsOf } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';

/** The settings of a model; none if its endpoint is not stored. */
export async function modelSettings(db: SidenoteDb, { endpointId, modelId }: ModelRef): Promise<ModelSettings> {
  return settingsOf((await db.endpoints.get(endpointId))?.settings, modelId);
}

/**
 * Stores the user's settings for a model, or with null for all models of the endpoint. They replace the previous ones, and `{}`
 * removes them. Rejects with zod's error if a value is out of range; validate with `ModelSettings` first.
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
