import type { Capability, CapabilityObservation, ModelRef } from '../contracts/index.ts';
import { applyObservation, unknownCapability } from './apply-observation.ts';
import type { SidenoteDb } from './db.ts';

export function loadCapability(db: SidenoteDb, model: ModelRef): Promise<Capability | undefined> {
  return db.capabilities.get([model.endpointId, model.modelId]);
}

/** All that is known about an endpoint's models. */
export function capabilitiesOf(db: SidenoteDb, endpointId: string): Promise<Capability[]> {
  return db.capabilities.where('endpointId').equals(endpointId).toArray();
}

/** What is known of all models of all endpoints. */
export function allCapabilities(db: SidenoteDb): Promise<Capability[]> {
  return db.capabilities.toArray();
}

/** Remembers what a reply from `baseUrl` taught of a model. What was learned at another address is forgotten. */
export function recordObservation(
  db: SidenoteDb,
  model: ModelRef,
  baseUrl: string,
  observation: CapabilityObservation,
  now: number,
): Promise<void> {
  return recordObservations(db, model.endpointId, baseUrl, [{ modelId: model.modelId, lessons: [observation] }], now);
}

/** The same for many models of an endpoint at once, as a listing tells of hundreds. */
export async function recordObservations(
  db: SidenoteDb,
  endpointId: string,
  baseUrl: string,
  models: readonly { modelId: string; lessons: readonly CapabilityObservation[] }[],
  now: number,
): Promise<void> {
  await db.transaction('rw', db.capabilities, async () => {
    const stored = await db.capabilities.bulkGet(models.map(({ modelId }): [string, string] => [endpointId, modelId]));
    const changed = models.flatMap(({ modelId, lessons: observations }, index) => {
      const before = stored[index];
      const known = before?.baseUrl === baseUrl ? before : unknownCapability({ endpointId, modelId }, baseUrl);
      const learned = observations.reduce((each, observation) => applyObservation(each, observation, now), known);
      return learned === before ? [] : [learned];
    });
    await db.capabilities.bulkPut(changed);
  });
}

/** The user's decision about tools; null returns to what is learned, from the start. */
export async function overrideCapability(
  db: SidenoteDb,
  model: ModelRef,
  baseUrl: string,
  supportsTools: boolean | null,
  now: number,
): Promise<void> {
  if (supportsTools === null) return db.capabilities.delete([model.endpointId, model.modelId]);
  await db.transaction('rw', db.capabilities, async () => {
    const known = (await loadCapability(db, model)) ?? unknownCapability(model, baseUrl);
    const expiresAt = Number.MAX_SAFE_INTEGER;
    await db.capabilities.put({
      ...known,
      baseUrl,
      supportsTools,
      source: 'user',
      evidence: '',
      checkedAt: now,
      expiresAt,
    });
  });
}
