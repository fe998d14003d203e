import {
  type Endpoint,
  EndpointSettings,
  type ModelRef,
  ModelSettings,
  mergeModelSettings,
} from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { deleteApiKey } from './wrapping-key.ts';

/** All endpoints, in the order in which they were added. */
export function allEndpoints(db: SidenoteDb): Promise<Endpoint[]> {
  return db.endpoints.orderBy('createdAt').toArray();
}

export function getEndpoint(db: SidenoteDb, endpointId: string): Promise<Endpoint | undefined> {
  return db.endpoints.get(endpointId);
}

/**
 * Saves an endpoint. A changed address discards the observations about its models and its key; a changed interface
 * discards only the observations.
 */
export async function saveEndpoint(db: SidenoteDb, endpoint: Endpoint): Promise<void> {
  await db.transaction('rw', db.endpoints, db.capabilities, db.apiKeys, async () => {
    const before = await db.endpoints.get(endpoint.endpointId);
    await db.endpoints.put(endpoint);
    if (before === undefined) return;
    if (before.baseUrl === endpoint.baseUrl && before.interface === endpoint.interface) return;
    await db.capabilities.where('endpointId').equals(endpoint.endpointId).delete();
    if (getBaseUrlOrigin(before.baseUrl) !== getBaseUrlOrigin(endpoint.baseUrl))
      await deleteApiKey(db, endpoint.endpointId);
  });
}

/** Deletes an endpoint with its key and all observations about it. Conversations are kept. */
export async function deleteEndpoint(db: SidenoteDb, endpointId: string): Promise<void> {
  await db.transaction('rw', db.endpoints, db.capabilities, db.apiKeys, async () => {
    await db.endpoints.delete(endpointId);
    await db.capabilities.where('endpointId').equals(endpointId).delete();
    await deleteApiKey(db, endpointId);
  });
}

export async function saveListedModels(db: SidenoteDb, endpointId: string, models: string[]): Promise<void> {
  await db.endpoints.update(endpointId, { models });
}

/** Stores that the server refuses requests with the extension's Origin. */
export async function hideOrigin(db: SidenoteDb, endpointId: string): Promise<void> {
  await db.endpoints.update(endpointId, { hidesOrigin: true });
}

function getBaseUrlOrigin(baseUrl: string): string | undefined {
  return URL.parse(baseUrl)?.origin;
}

/** The settings of a model; none if its endpoint is not stored. */
export async function modelSettings(db: SidenoteDb, { endpointId, modelId }: ModelRef): Promise<ModelSettings> {
  return mergeModelSettings((await db.endpoints.get(endpointId))?.settings, modelId);
}

/**
 * Stores the user's settings for a model, or for all models of the endpoint if it is null. They replace the previous
 * ones; `{}` removes them. Rejects with zod's error if a value is out of range; validate with `ModelSettings` first.
 */
export async function saveModelSettings(
  db: SidenoteDb,
  endpointId: string,
  modelId: string | null,
  settings: ModelSettings,
): Promise<void> {
  const validSettings = ModelSettings.parse(settings);
  await db.transaction('rw', db.endpoints, async () => {
    const { all, models } = (await db.endpoints.get(endpointId))?.settings ?? { all: {}, models: [] };
    const others = models.filter((each) => each.modelId !== modelId);
    const isEmpty = Object.keys(validSettings).length === 0;
    const newSettings: EndpointSettings =
      modelId === null
        ? { all: validSettings, models }
        : { all, models: isEmpty ? others : [...others, { modelId, settings: validSettings }] };
    await db.endpoints.update(endpointId, { settings: EndpointSettings.parse(newSettings) });
  });
}
