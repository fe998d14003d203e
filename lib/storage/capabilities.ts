import { applyObservation, unknownCapability } from '../agent/index.ts';
import type { Capability, CapabilityObservation, ModelRef } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';

export function loadCapability(db: SidenoteDb, model: ModelRef): Promise<Capability | undefined> {
  return db.capabilities.get([model.endpointId, model.modelId]);
}

/** The capabilities of an endpoint's models. */
export function loadCapabilities(db: SidenoteDb, endpointId: string): Promise<Capability[]> {
  return db.capabilities.where('endpointId').equals(endpointId).toArray();
}

/** The capabilities of all models of all endpoints. */
export function allCapabilities(db: SidenoteDb): Promise<Capability[]> {
  return db.capabilities.toArray();
}

/**
 * Stores an observation about a model from a response of `baseUrl`. Observations from another address are discarded.
 */
export function recordObservation(
  db: SidenoteDb,
  model: ModelRef,
  baseUrl: string,
  observation: CapabilityObservation,
  now: number,
): Promise<void> {
  return recordObservations(
    db,
    model.endpointId,
    baseUrl,
    [{ modelId: model.modelId, observations: [observation] }],
    now,
  );
}

/** Like `recordObservation`, for many models of an endpoint in one transaction, since a listing contains hundreds. */
export async function recordObservations(
  db: SidenoteDb,
  endpointId: string,
  baseUrl: string,
  models: readonly { modelId: string; observations: readonly CapabilityObservation[] }[],
  now: number,
): Promise<void> {
  await db.transaction('rw', db.capabilities, async () => {
    const capabilityRows = await db.capabilities.bulkGet(
      models.map(({ modelId }): [string, string] => [endpointId, modelId]),
    );
    const changedRows = models.flatMap(({ modelId, observations }, index) => {
      const before = capabilityRows[index];
      const capability = before?.baseUrl === baseUrl ? before : unknownCapability({ endpointId, modelId }, baseUrl);
      const newCapability = observations.reduce(
        (each, observation) => applyObservation(each, observation, now),
        capability,
      );
      return newCapability === before ? [] : [newCapability];
    });
    await db.capabilities.bulkPut(changedRows);
  });
}

/** Stores the user's decision about tools. Null removes it together with earlier observations. */
export async function overrideCapability(
  db: SidenoteDb,
  model: ModelRef,
  baseUrl: string,
  supportsTools: boolean | null,
  now: number,
): Promise<void> {
  if (supportsTools === null) return db.capabilities.delete([model.endpointId, model.modelId]);
  await db.transaction('rw', db.capabilities, async () => {
    const capability = (await loadCapability(db, model)) ?? unknownCapability(model, baseUrl);
    const expiresAt = Number.MAX_SAFE_INTEGER;
    await db.capabilities.put({
      ...capability,
      baseUrl,
      supportsTools,
      source: 'user',
      evidence: '',
      checkedAt: now,
      expiresAt,
    });
  });
}
