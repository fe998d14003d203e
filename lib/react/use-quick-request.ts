import { useEffect, useRef } from 'react';
import { isFor, type QuickRequest } from '../contracts/quick-request.ts';
import { currentWindowId } from '../extension/current-tab.ts';
import { quickRequest } from '../extension/settings.ts';

/** Calls back with what was asked from outside the panel, once, in the window it was asked in. */
export function useQuickRequest(onRequest: (request: QuickRequest) => void): void {
  const latest = useRef(onRequest);
  latest.current = onRequest;
  useEffect(() => {
    const take = async (request: QuickRequest | null) => {
      if (!isFor(request, await currentWindowId(), Date.now())) return;
      await quickRequest.setValue(null);
      latest.current(request);
    };
    void quickRequest.getValue().then(take);
    return quickRequest.watch((request) => void take(request));
  }, []);
}
