import { useEffect, useState } from 'react';

/** How long it is said what came of it, in milliseconds. */
const CONFIRMATION_MS = 2_000;

export type CopyState = 'idle' | 'copied' | 'failed';

/** Copies through `write`, and what came of the last time, for as long as that is said. A browser may not let us. */
export function useCopy(write: () => Promise<void>): { state: CopyState; copy: () => void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    void write().then(
      () => setState('copied'),
      () => setState('failed'),
    );
  return { state, copy };
}
