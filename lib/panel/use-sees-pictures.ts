import { isOurs } from '../protocol/endpoint.ts';
import type { ModelRef } from '../protocol/model.ts';
import { loadCapability } from '../store/capabilities.ts';
import type { SidenoteDb } from '../store/db.ts';
import { useStored } from './use-stored.ts';

/** Whether a model sees pictures; null where that is not known. */
export function useSeesPictures(db: SidenoteDb, model: ModelRef | null): boolean | null {
  const { endpointId = '', modelId = '' } = model ?? {};
  const known = useStored(() => loadCapability(db, { endpointId, modelId }), [db, endpointId, modelId]);
  return isOurs({ endpointId }) ? false : (known?.vision ?? null);
}
