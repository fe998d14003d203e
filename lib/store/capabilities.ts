import type { Capability, Lesson } from '../protocol/capability.ts';
import type { ModelRef } from '../protocol/model.ts';
import { applyLesson, unknownCapability } from './apply-lesson.ts';
import type { SidenoteDb } from './db.ts';

export function loadCapability(db: SidenoteDb, model: ModelRef): Promise<Capability | undefined> {
  return db.capabilities.get([model.endpointId, model.modelId]);
}

/** All that is known about an endpoint's models. */
export function capabilitiesOf(db: SidenoteDb, endpointId: string): Promise<Capability[]> {
  return db.capabilities.where('endpointId').equals(endpointId).toArray();
}

/** Remembers what a reply from `baseUrl` taught of a model. What was learned at another address is forgotten. */
export async function learnCapability(
  db: SidenoteDb,
  model: ModelRef,
  baseUrl: string,
  lesson: Lesson,
  now: number,
): Promise<void> {
  await db.transaction('rw', db.capabilities, async () => {
    const stored = await loadCapability(db, model);
    const known = stored?.baseUrl === baseUrl ? stored : unknownCapability(model, baseUrl);
    const learned = applyLesson(known, lesson, now);
    if (learned !== stored) await db.capabilities.put(learned);
  });
}

/** The person's decision about tools; null returns to what is learned, from the start. */
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
    const evidence = 'Set by you.';
    const expiresAt = Number.MAX_SAFE_INTEGER;
    await db.capabilities.put({
      ...known,
      baseUrl,
      supportsTools,
      source: 'user',
      evidence,
      checkedAt: now,
      expiresAt,
    });
  });
}
