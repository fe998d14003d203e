import type { ModelRef } from '../contracts/index.ts';
import { createModelClient, type ModelAccess, type ModelClientOptions, requestCapability } from '../model-api/index.ts';
import type { Stores } from '../storage/index.ts';

/** Access to one model for its tests, outside any run. `access`: that of the endpoint. */
export function modelAccessFor(
  storage: Pick<Stores, 'capabilities'>,
  model: ModelRef,
  access: ModelClientOptions,
  now: () => number,
): ModelAccess {
  return {
    async connect() {
      const currentCapability = requestCapability(await storage.capabilities.get(model), now());
      return createModelClient({ ...access, known: currentCapability });
    },
    learn: (observation) => storage.capabilities.record(model, access.baseUrl, observation, now()),
  };
}
