import type { Capability } from '../protocol/capability.ts';
import type { ModelRef } from '../protocol/model.ts';
import type { SidenoteDb } from './db.ts';

export function loadCapability(db: SidenoteDb, model: ModelRef): Promise<Capability | undefined> {
  return db.capabilities.get([model.endpointId, model.modelId]);
}

/** All that is known about an endpoint's models. */
export function capabilitiesOf(db: SidenoteDb, endpointId: string): Promise<Capability[]> {
  return db.capabilities.where('endpointId').equals(endpointId).toArray();
}

/** Remembers what a reply taught, unless the person has decided, or the same is known and still fresh. */
export async function learnCapability(db: SidenoteDb, learned: Capability): Promise<void> {
  await db.transaction('rw', db.capabilities, async () => {
    const known = await loadCapability(db, learned);
    if (known?.source === 'user') return;
    const isFresh = known !== undefined && known.expiresAt > learned.checkedAt;
    if (isFresh && known.supportsTools === learned.supportsTools) return;
    await db.capabilities.put(learned);
  });
}

/** The person's decision; null returns to what is learned, from the start. */
export async function overrideCapability(
  db: SidenoteDb,
  model: ModelRef,
  supportsTools: boolean | null,
  now: number,
): Promise<void> {
  if (supportsTools === null) return db.capabilities.delete([model.endpointId, model.modelId]);
  const evidence = 'Set by you.';
  const expiresAt = Number.MAX_SAFE_INTEGER;
  await db.capabilities.put({ ...model, supportsTools, source: 'user', evidence, checkedAt: now, expiresAt });
}
