import { useSyncExternalStore } from 'react';

/** Whether the browser knows that it has no network; what is on this machine can be reached all the same. */
export function useOffline(): boolean {
  return useSyncExternalStore(follow, () => !navigator.onLine);
}

function follow(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
