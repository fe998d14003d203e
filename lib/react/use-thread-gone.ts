import { useEffect, useRef } from 'react';
import type { SidenoteDb } from '../storage/db.ts';
import { useStored } from './use-stored.ts';

/** Calls back when a stored thread is no longer there: another page has deleted it. */
export function useThreadGone(db: SidenoteDb, threadId: string, onGone: () => void): void {
  const isThere = useStored(async () => (await db.threads.get(threadId)) !== undefined, [db, threadId]);
  const wasThere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes
  useEffect(() => {
    if (wasThere.current && isThere === false) onGone();
    wasThere.current = isThere === true;
  }, [isThere]);
}
