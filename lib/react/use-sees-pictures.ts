import { isOwnEndpoint } from '../contracts/endpoint.ts';
import type { ModelRef } from '../contracts/model.ts';
import { loadCapability } from '../storage/capabilities.ts';
import type { SidenoteDb } from '../storage/db.ts';
import { useStored } from './use-stored.ts';

/** Whether a model sees pictures; null where that is not known. */
export function useSeesPictures(db: SidenoteDb, model: ModelRef | null): boolean | null {
  const { endpointId = '', modelId = '' } = model ?? {};
  const known = useStored(() => loadCapability(db, { endpointId, modelId }), [db, endpointId, modelId]);
  return isOwnEndpoint({ endpointId }) ? false : (known?.vision ?? null);
}
