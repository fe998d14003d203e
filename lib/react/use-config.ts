import { useEffect, useMemo, useState } from 'react';
import {
  BUILT_IN_ENDPOINT,
  type BuiltInState,
  builtInState,
  type Capability,
  type Endpoint,
  isOwnEndpoint,
  type ModelRef,
  PRACTICE_ENDPOINT,
} from '../contracts/index.ts';
import { browserModel } from '../extension/index.ts';
import { t } from '../i18n/index.ts';
import { allEndpoints, capabilitiesOf, loadCapability, type SidenoteDb } from '../storage/index.ts';
import { useStored } from './use-stored.ts';

const NONE: readonly Endpoint[] = [];

/** The user's own endpoints, live. */
export function useEndpoints(db: SidenoteDb): readonly Endpoint[] {
  return useStored(() => allEndpoints(db), [db]) ?? NONE;
}

export type EndpointDetails = { capabilities: readonly Capability[]; lastFour: string | null };

/** What is known about an endpoint's models, and the end of its key, live. */
export function useEndpointDetails(db: SidenoteDb, endpointId: string): EndpointDetails {
  const capabilities = useStored(() => capabilitiesOf(db, endpointId), [db, endpointId]) ?? [];
  const key = useStored(() => db.apiKeys.get(endpointId), [db, endpointId]);
  return { capabilities, lastFour: key?.lastFour ?? null };
}

/** The user's endpoints, and those that need no server. */
export function useWithOurs(own: readonly Endpoint[]): readonly Endpoint[] {
  const builtIn = useBuiltIn();
  return useMemo(() => {
    const isThere = builtIn !== 'absent' && builtIn !== 'unavailable';
    return [...own, ...(isThere ? [{ ...BUILT_IN_ENDPOINT, name: t('thisBrowser') }] : []), PRACTICE_ENDPOINT];
  }, [own, builtIn]);
}

/** Whether a model sees pictures; null where that is not known. */
export function useSeesPictures(db: SidenoteDb, model: ModelRef | null): boolean | null {
  const { endpointId = '', modelId = '' } = model ?? {};
  const known = useStored(() => loadCapability(db, { endpointId, modelId }), [db, endpointId, modelId]);
  return isOwnEndpoint({ endpointId }) ? false : (known?.vision ?? null);
}

/** Whether this browser has a model of its own, and can run it; `absent` until it is known. */
export function useBuiltIn(): BuiltInState {
  const [state, setState] = useState<BuiltInState>('absent');
  useEffect(() => {
    builtInState(browserModel()).then(setState, () => setState('unavailable'));
  }, []);
  return state;
}
